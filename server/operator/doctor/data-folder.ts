// Checks the data folder: who may read its secrets, the space on its disk, and the age of the last backup.
import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { days, hours } from '#domain/durations.ts'
import { readLastBackup } from '#runtime/last-backup.ts'
import { type Finding, findings } from './finding.ts'

const MEGABYTE = 1024 * 1024

export function checkDataFolder(folder: string, hasFolder: boolean): Finding[] {
  const found = findings('data folder')
  if (!hasFolder) {
    found.warn(`There is no data folder at ${folder} yet.`, 'The first start creates it, or set TOWNBELL_DATA.')
    return found.all
  }
  const open = ['secrets.json', 'vapid.json'].filter((name) => isOpen(join(folder, name), 0o077))
  if (open.length > 0)
    found.bad(
      `Other users can read ${open.join(' and ')} in ${folder}.`,
      `chmod 600 ${open.join(' ')}, and change them.`,
    )
  else found.ok(`Only the owner can read the secrets in ${folder}.`)
  if (isOpen(folder, 0o022)) found.bad(`Other users can write to ${folder}.`, `chmod go-w ${folder}`)
  else if (isOpen(folder, 0o044)) found.warn(`Other users can list ${folder}.`, `chmod go-r ${folder}`)
  return found.all
}

function isOpen(path: string, bits: number): boolean {
  return existsSync(path) && (statSync(path).mode & bits) !== 0
}

/** Checks the data folder, and the disk of the embedded cluster, which may be another. */
export function checkDisk(folder: string): Finding[] {
  const found = findings('disk')
  const note = join(folder, 'postgres-location')
  const places = [folder, ...(existsSync(note) ? [readFileSync(note, 'utf8').trim()] : [])]
  for (const place of places.filter(existsSync)) {
    const { bavail, bsize, blocks } = statfsSync(place)
    const free = Math.round((bavail * bsize) / MEGABYTE)
    const percent = Math.round((100 * bavail) / blocks)
    const says = `${free} MB (${percent} %) free at ${place}.`
    if (free < 500)
      found.bad(says, 'Make room now: a full disk stops the database. See "Database full" in docs/operations.md.')
    else if (free < 2_000 || percent < 10) found.warn(says, 'Make room, or move TOWNBELL_DATA to a larger disk.')
    else found.ok(says)
  }
  return found.all
}

export function checkBackups(folder: string, now: Date): Finding[] {
  const found = findings('backups')
  const last = readLastBackup(folder)
  if (!last) {
    found.warn(
      'This data folder was never backed up.',
      'Run townbell backup <folder> daily, and keep copies elsewhere.',
    )
    return found.all
  }
  const age = now.getTime() - last.getTime()
  const says = `The last backup was made ${Math.round(age / hours(1))} hours ago.`
  if (age > days(7)) found.bad(says, 'Find out why the daily townbell backup stopped.')
  else if (age > days(2)) found.warn(says, 'Run townbell backup <folder> daily.')
  else found.ok(says)
  return found.all
}
