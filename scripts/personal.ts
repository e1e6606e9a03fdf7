// What must be in no log: addresses, phone numbers, tokens, passwords. Found by their form, since nobody knows all of them, and by
// the words that tests plant.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const forms: Record<string, RegExp> = {
  'an email address': /[\w.+%-]+(@|%40)[\w-]+(\.[\w-]+)*\.[a-z]{2,}\b/i,
  'a phone number': /(\+|%2B)[1-9]\d{9,14}\b/i,
  'an access token': /\beyJ[\w-]{10,}\.[\w-]{10,}/,
  'a secret of 256 bits': /(?<![\w-])[\w-]{43}(?![\w-])/,
  'a key': /\bsb_(secret|publishable)_\w+/,
  'a password hash': /\$argon2/,
  'a password in a URL': /:\/\/[^\s/:@]*:[^\s/@]+@/,
  'a value that is redacted':
    /"(password|(access_|refresh_)?token|email|phone|authorization|apikey)":"(?!\[redacted\]")/,
  'a password of a test': /(Ring\.the|Another|Wrong)\.bell|Canary-|Passw0rd|Plainpass9|Quite-?another|Wrong-Word1/,
  'a canary': /canary|\+1999555/i,
}

/** The first personal thing in a line, or undefined. */
export function personalIn(line: string): string | undefined {
  for (const [what, form] of Object.entries(forms)) {
    const found = form.exec(line)
    if (found) return `${what}: ${found[0]}`
  }
}

/** All logs of a folder; what was found is counted by what it is and where it was said. */
export function searchLogs(folder: string): { files: number; lines: number; found: Map<string, number> } {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.log')) : []
  const found = new Map<string, number>()
  let lines = 0
  for (const file of files) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
      lines++
      const personal = personalIn(line)
      if (!personal) continue
      const what = `${personal} in ${/"msg":"[^"]*"/.exec(line)?.[0] ?? line.slice(0, 200)} (${file})`
      found.set(what, (found.get(what) ?? 0) + 1)
    }
  }
  return { files: files.length, lines, found }
}
