// Looks for secrets in every tracked file and in everything that was ever added to one. A secret in the history is a leaked
// secret, so it fails too: change it with its provider, and allow its fingerprint in secret-patterns.ts.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { findSecret } from './secret-patterns.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const found = new Set<string>()
for (const path of git('ls-files').split('\n').filter(Boolean)) {
  // Deleted and not yet committed, or a link to a folder: then the history has it.
  const text = existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'latin1') : ''
  for (const line of text.split('\n')) look(line, path)
}
await lookThroughHistory()
for (const what of found) console.error(`✖ ${what}`)
if (found.size > 0) {
  console.error(
    'A secret that was committed is known: change it. What is made up is allowed in scripts/secret-patterns.ts.',
  )
  process.exit(1)
}
console.log('No secret is in the tree or its history.')

/** Every line that any commit added. */
async function lookThroughHistory(): Promise<void> {
  const child = spawn(
    'git',
    ['log', '--all', '-p', '--unified=0', '--no-color', '--no-ext-diff', '--format=commit %h'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let commit = ''
  let path = ''
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('commit ')) commit = line.slice(7)
    else if (line.startsWith('+++ ')) path = line.slice(6)
    else if (line.startsWith('+')) look(line.slice(1), `${path} (${commit})`)
  }
}

function look(line: string, where: string): void {
  // Lines this long come from binary or compiled files.
  if (line.length > 5_000) return
  const secret = findSecret(line)
  if (secret) found.add(`${where}: ${secret.kind} ${secret.begins}… (${secret.fingerprint})`)
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 })
}
