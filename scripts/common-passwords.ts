// Makes server/auth/common-passwords.txt from a list of leaked passwords, the most common first. Run once for a new list:
//   npm pack @zxcvbn-ts/language-common && tar xzf zxcvbn-ts-language-common-*.tgz
//   node scripts/common-passwords.ts package/src/passwords.json
import { readFileSync, writeFileSync } from 'node:fs'
import { coresOf, fold } from '../server/auth/common-passwords.ts'

const BYTES_MAX = 190_000
/** Shorter ones would refuse whatever happens to hold them. */
const CORE_MIN = 4

const [path] = process.argv.slice(2)
if (!path) throw new Error('Say where the list is.')
const leaked: string[] = JSON.parse(readFileSync(path, 'utf8'))

const kept = new Set<string>()
let bytes = 0
for (const password of leaked.map((password) => password.toLowerCase())) {
  // The rules ask for two letters, so no password that is let through has a core without them.
  if (password.length < CORE_MIN || (password.match(/\p{L}/gu) ?? []).length < 2) continue
  if (coresOf(password).some((core) => kept.has(core))) continue
  const core = fold(password)
  if (bytes + core.length + 1 > BYTES_MAX) break
  bytes += Buffer.byteLength(core) + 1
  kept.add(core)
}

const header = `# Made by scripts/common-passwords.ts from passwords.json of @zxcvbn-ts/language-common 4.1.3:
# leaked passwords by how often they were seen. MIT licence, Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.,
# Copyright (c) 2021 @zxcvbn-ts.
`
writeFileSync(
  new URL('../server/auth/common-passwords.txt', import.meta.url),
  `${header}${[...kept].sort().join('\n')}\n`,
)
console.log(`${kept.size} of ${leaked.length}, ${bytes} bytes`)
