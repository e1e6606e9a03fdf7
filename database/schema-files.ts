// Reads the SQL files: the baseline in schema/, and the migrations since.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const SCHEMA = new URL('./schema/', import.meta.url)
const MIGRATIONS = new URL('./migrations/', import.meta.url)
const RELEASED_BASELINE = new URL('./released-baseline.sql', import.meta.url)

/** The baseline's name in the journal. */
export const BASELINE = 'baseline'

/** Statements below this line in a file of schema/ need tables or functions of later files. */
const MARKER = '\n-- after all tables\n'

export type Migration = { name: string; sql: string; checksum: string }

/** Returns the whole schema as it is now: every file up to its marker, then what follows the markers. */
export function readBaseline(): Migration {
  const files = sqlFiles(SCHEMA).map(({ sql }) => sql.split(MARKER))
  return named(
    BASELINE,
    // Functions may name tables of later files.
    [
      'set local check_function_bodies = off;',
      ...files.map(([tables]) => tables),
      ...files.map(([, after]) => after ?? ''),
    ].join('\n'),
  )
}

export function readMigrations(): Migration[] {
  return sqlFiles(MIGRATIONS)
}

/**
 * Returns what leads from an empty database to this version step by step, as an older backup needs it: the baseline of the
 * first release and every migration since. Before that release it is today's baseline.
 */
export function readUpgradePath(): Migration[] {
  const start = existsSync(RELEASED_BASELINE)
    ? named(BASELINE, readFileSync(RELEASED_BASELINE, 'utf8'))
    : readBaseline()
  return [start, ...readMigrations()]
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
