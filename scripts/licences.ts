// Lists the licences of everything the lock file can install, and fails on one that nobody has looked at. `--list` names each
// package. The lock file decides, not the folder of this machine: it names the packages of every platform.
import { readFileSync } from 'node:fs'

/** Looked at, and fine beside an MIT program: what each asks for is kept by leaving its files as they are. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BlueOak-1.0.0',
  'BSD-3-Clause',
  'Apache-2.0',
  'Unlicense',
  'Python-2.0',
  // Weak copyleft, by file: we change none of theirs.
  'MPL-2.0',
  // Data about browsers, for building only.
  'CC-BY-4.0',
])

/** An SPDX expression without brackets: one of several, or all of several. */
function isAllowed(licence: string): boolean {
  return licence.split(' OR ').some((choice) => choice.split(' AND ').every((name) => allowed.has(name)))
}

type Locked = { version?: string; license?: string }
const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Locked>
}
const byLicence = new Map<string, string[]>()
for (const [path, { version, license = 'none named' }] of Object.entries(packages)) {
  if (path === '') continue
  const name = `${path.replace(/^.*node_modules\//, '')} ${version}`
  byLicence.set(license, [...(byLicence.get(license) ?? []), name])
}

for (const [licence, names] of [...byLicence].sort(([, a], [, b]) => b.length - a.length)) {
  console.log(`${String(names.length).padStart(4)}  ${licence}`)
  if (process.argv.includes('--list')) for (const name of names) console.log(`        ${name}`)
}
const unknown = [...byLicence].filter(([licence]) => !isAllowed(licence))
for (const [licence, names] of unknown)
  console.error(
    `✖ ${licence}: ${names.join(', ')}. Read it; then allow it in scripts/licences.ts, or do without the package.`,
  )
if (unknown.length > 0) process.exit(1)
