// Reads the SQL files: today's baseline in schema/, that of the first release, and the migrations since.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const SCHEMA = new URL('./schema/', import.meta.url)
const MIGRATIONS = new URL('./migrations/', import.meta.url)
const FIRST_RELEASE = new URL('./releases/0.1.0.sql.gz', import.meta.url)

/** Statements below this line in a file of schema/ need tables or functions of later files. */
const MARKER = '\n-- after all tables\n'

export type Migration = { name: string; sql: string; checksum: string }

/** Returns the whole schema as it is now: every file up to its marker, then what follows the markers. */
export function readBaseline(): Migration {
  const files = sqlFiles(SCHEMA).map(({ sql }) => sql.split(MARKER))
  // Functions may name tables of later files.
  const sql = [
    'set local check_function_bodies = off;',
    ...files.map(([tables]) => tables),
    ...files.map(([, after]) => after ?? ''),
    'set local check_function_bodies = on;',
  ].join('\n')
  return named(BASELINE, sql)
}

/** The baseline's name in the journal, whatever the version that applied it. */
export const BASELINE = '0.1.0'

export function readMigrations(): Migration[] {
  return existsSync(MIGRATIONS) ? sqlFiles(MIGRATIONS) : []
}

/** Returns what leads from an empty database to this version step by step, as an older backup needs it. */
export function readUpgradePath(): Migration[] {
  const sql = gunzipSync(readFileSync(FIRST_RELEASE)).toString()
  return [named(BASELINE, sql), ...readMigrations()]
}

function sqlFiles(folder: URL): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => named(name, readFileSync(new URL(name, folder), 'utf8')))
}

function named(name: string, sql: string): Migration {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}
