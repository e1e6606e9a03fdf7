// Tries one thing as one person over the data API and returns the outcome in the matrix's words. Changes are committed.
import type pg from 'pg'
import { guestSettings } from '#server/data-api/guest-settings.ts'
import { createRest, type Rest } from '#server/rest/rest.ts'
import type { Expectation } from './matrix.ts'
import { scopeOf } from './people.ts'
import { rowOf } from './rows.ts'

export function openRest(pool: pg.Pool): Rest {
  const log = {
    info() {},
    warn() {},
    error(details: object, message: string) {
      throw new Error(`The data API logged an error: ${message}`, { cause: details })
    },
  }
  return createRest({ pool, schemas: ['public'], maxRows: 1000, maxBody: 1_000_000, log, guestSettings })
}

export async function attemptOverHttp(rest: Rest, pool: pg.Pool, asked: Omit<Expectation, 'outcome'>): Promise<string> {
  const { table, verb, target, person } = asked
  const { find, insert, update } = rowOf(table, target, person)
  const filters = Object.entries(find).map(([name, value]) => `${name}=eq.${value}`)
  const url = `http://town.example/${table}`
  const filtered = `${url}?select=${Object.keys(find)[0]}&${filters.join('&')}`
  const scope = scopeOf(person)

  // An accepted insert that did nothing looks like a successful one, so the table itself is read.
  const before = verb === 'insert' ? await countOf(pool, table) : 0
  const response = await rest.handle(
    {
      select: () => new Request(filtered),
      insert: () => send('POST', url, insert, 'return=minimal'),
      update: () => send('PATCH', filtered, update, 'return=representation'),
      delete: () => send('DELETE', filtered, undefined, 'return=representation'),
    }[verb](),
    scope,
  )
  if (!response.ok) {
    const { code } = (await response.json()) as { code: string }
    if (response.status >= 500) return `${response.status} ${code}`
    return code === '42501' ? 'no' : code
  }
  const rows = verb === 'insert' ? (await countOf(pool, table)) - before : ((await response.json()) as unknown[]).length
  return { 0: 'none', 1: 'yes' }[rows] ?? `${rows} rows`
}

function send(method: string, url: string, body: unknown, prefer: string): Request {
  const headers = { 'content-type': 'application/json', prefer }
  return new Request(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
}

async function countOf(pool: pg.Pool, table: string): Promise<number> {
  const { rows } = await pool.query(`select count(*)::int as count from public.${table}`)
  return rows[0].count
}
