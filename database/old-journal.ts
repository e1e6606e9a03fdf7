// Databases and backups from before the baseline list numbered migrations, 0001 to 0170, in their journal. At the last of
// them they have exactly the schema that the baseline started with, so that only the journal changes when they are adopted.
import { BASELINE } from './schema-files.ts'

export type JournalRow = { name: string; checksum: string }

const LAST = '0170_imports_asked_less.sql'
const COUNT = 81

/** Returns the journal with all old migrations replaced by the baseline. Throws when some of them are missing. */
export function adoptJournal(rows: JournalRow[], what: 'database' | 'backup'): JournalRow[] {
  if (rows.length === 0 || rows.some(({ name }) => name === BASELINE)) return rows
  const last = rows
    .map(({ name }) => name)
    .sort()
    .at(-1)
  if (last !== LAST || rows.length !== COUNT)
    throw new Error(
      `This ${what} is at the migration ${last}, which this Townbell cannot upgrade: open it once with the last Townbell that has ${LAST}, then with this one.`,
    )
  return [{ name: BASELINE, checksum: `adopted at ${LAST}` }]
}
