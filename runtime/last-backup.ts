// Stores the time of the last backup of this data folder, for the doctor and /metrics.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replacePrivateFile } from './private-file.ts'

export function noteBackup(folder: string, at: Date): void {
  replacePrivateFile(join(folder, 'last-backup'), `${at.toISOString()}\n`)
}

export function readLastBackup(folder: string): Date | undefined {
  try {
    const at = new Date(readFileSync(join(folder, 'last-backup'), 'utf8').trim())
    return Number.isNaN(at.getTime()) ? undefined : at
  } catch {
    return undefined
  }
}
