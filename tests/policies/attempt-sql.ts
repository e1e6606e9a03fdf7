// Tries one thing as one person in SQL, returns the outcome in the matrix's words, and rolls it back.
import type pg from 'pg'
import { runScoped, type Scope, type Statement } from '#database/scope.ts'
import type { Expectation } from './matrix.ts'
import { scopeOf } from './people.ts'
import { type Fields, rowOf } from './rows.ts'

/** `by`: tries it on the row that is meant for `person`, but as another person. */
export async function attemptInSql(
  pool: pg.Pool,
  asked: Omit<Expectation, 'outcome'>,
  by = asked.person,
): Promise<string> {
  const { table, verb, target, person } = asked
  const row = rowOf(table, target, person)
  const name = table.includes('.') ? table : `public.${table}`
  return outcomeOf(pool, scopeOf(by), statements[verb](name, row))
}

/** Returns yes, none, no, or a SQLSTATE, and rolls back. */
export async function outcomeOf(pool: pg.Pool, scope: Scope, { text, values }: Statement): Promise<string> {
  let count = ''
  try {
    await runScoped(pool, scope, { text: `with done as (${text}) select count(*) from done`, values }, (rows) => {
      count = rows[0]?.[0] ?? ''
      throw new Undone()
    })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code) return code === '42501' ? 'no' : code
    if (!(error instanceof Undone)) throw error
  }
  return { '0': 'none', '1': 'yes' }[count] ?? `${count} rows`
}

class Undone extends Error {}

const statements: Record<Expectation['verb'], (table: string, row: ReturnType<typeof rowOf>) => Statement> = {
  select: (table, { find }) => ({ text: `select 1 from ${table} where ${equal(find)}`, values: Object.values(find) }),
  insert: (table, { insert }) => ({
    text: `insert into ${table} (${Object.keys(insert)}) values (${Object.keys(insert).map((_, i) => `$${i + 1}`)}) returning 1`,
    values: Object.values(insert),
  }),
  update: (table, { find, update }) => ({
    text: `update ${table} set ${equal(update, Object.keys(find).length, ', ')} where ${equal(find)} returning 1`,
    values: [...Object.values(find), ...Object.values(update)],
  }),
  // Deletes a calendar as the data API does; a plain delete would hide it and report no row.
  delete: (table, { find }) => ({
    text:
      table === 'public.calendars'
        ? `select 1 from ${table} c where ${equal(find)} and public.soft_delete(c)`
        : `delete from ${table} where ${equal(find)} returning 1`,
    values: Object.values(find),
  }),
}

function equal(fields: Fields, offset = 0, between = ' and '): string {
  return Object.keys(fields)
    .map((name, index) => `${name} = $${index + 1 + offset}`)
    .join(between)
}
