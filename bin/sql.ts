// `townbell sql [statement]`: runs SQL as the owner of the database, on that of a running Townbell or of DATABASE_URL.
import { text } from 'node:stream/consumers'
import type { QueryArrayResult } from 'pg'
import { openDatabase } from './admin.ts'
import { counted, UsageError } from './command.ts'

/** Without a statement reads standard input. Several in one text are one transaction, as PostgreSQL has it. */
export async function sql([typed]: string[]): Promise<void> {
  if (typed === undefined && process.stdin.isTTY) console.error('Type SQL, then press Control and D.')
  const statement = typed ?? (await text(process.stdin))
  if (!statement.trim()) throw new UsageError("Say what to run: townbell sql 'select count(*) from public.calendars'")
  // A vacuum takes as long as it takes.
  const pool = await openDatabase('townbell sql', { statementTimeoutMs: 0 })
  try {
    const results = await pool.query<string[]>({ text: statement, rowMode: 'array', types: asText })
    for (const result of [results].flat()) print(result)
  } finally {
    await pool.end()
  }
}

const asText = { getTypeParser: () => (value: string) => value }

function print({ command, fields, rows, rowCount }: QueryArrayResult<(string | null)[]>): void {
  const lines = [fields.map(({ name }) => name), ...rows].map((row) => row.map(plain).join('\t'))
  const end = fields.length > 0 ? `(${counted(rows.length, 'row')})` : [command, rowCount ?? ''].join(' ').trim()
  console.log([...(fields.length > 0 ? lines : []), end].join('\n'))
}

/** Keeps a row in one line, and away from the terminal what somebody wrote into a name to command it. */
function plain(value: string | null): string {
  return (value ?? '').replace(/\p{Cc}/gu, (letter) =>
    letter < ' ' ? JSON.stringify(letter).slice(1, -1) : `\\u00${letter.charCodeAt(0).toString(16)}`,
  )
}
