// Stores when this data folder was last backed up, and when a backup was last read to its end, for the doctor, /metrics and operators.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replacePrivateFile } from './private-file.ts'

export const noteBackup = (folder: string, at: Date) => note(folder, 'last-backup', at)
export const readLastBackup = (folder: string) => read(folder, 'last-backup')

/** A drill: `townbell restore --check` has read a backup and found it whole. */
export const noteDrill = (folder: string, at: Date) => note(folder, 'last-drill', at)
export const readLastDrill = (folder: string) => read(folder, 'last-drill')

function note(folder: string, name: string, at: Date): void {
  replacePrivateFile(join(folder, name), `${at.toISOString()}\n`)
}

function read(folder: string, name: string): Date | undefined {
  try {
    const at = new Date(readFileSync(join(folder, name), 'utf8').trim())
    return Number.isNaN(at.getTime()) ? undefined : at
  } catch {
    return undefined
  }
}
