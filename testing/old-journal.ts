// Journals as Townbell wrote them before the baseline, when a schema was the sum of 81 numbered migrations.
import type pg from 'pg'
import type { JournalRow } from '#database/old-journal.ts'

export const OLD_LAST = '0170_imports_asked_less.sql'

export function oldJournal(): JournalRow[] {
  const names = Array.from({ length: 80 }, (_, index) => `${String(index + 1).padStart(4, '0')}_step.sql`)
  return [...names, OLD_LAST].map((name) => ({ name, checksum: `of ${name}` }))
}

/** Turns a database of today's baseline into one that says it was migrated step by step. */
export async function writeOldJournal(pool: pg.Pool, rows = oldJournal()): Promise<void> {
  await pool.query('delete from townbell.migrations')
  for (const { name, checksum } of rows)
    await pool.query('insert into townbell.migrations (name, checksum) values ($1, $2)', [name, checksum])
}
