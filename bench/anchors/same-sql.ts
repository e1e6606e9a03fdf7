// The statements that the data API sends for a request, caught just before they leave: what it is compared with runs the same.
import type pg from 'pg'
import type { Caller, Statement } from '#database/scope.ts'
import { guestSettings } from '#server/data-api/guest-settings.ts'
import { createRest } from '#server/rest/rest.ts'
import type { Ask } from '../load.ts'

/** Returns what sets the scope and what does the work, with parameters, for each request by the identity of the same number. */
export async function sameSql(pool: pg.Pool, asks: Ask[], identities: Caller[]): Promise<Statement[][]> {
  const caught: Statement[][] = []
  const texts = new Map<string, string>()
  const client = {
    async query(sent: string | { text: string }, ...more: unknown[]) {
      const message = typeof sent === 'string' ? sent : sent.text
      const [, , prepared, text = ''] = /^(.*); prepare (\w+) as (.*)$/s.exec(message) ?? []
      if (prepared) return void texts.set(prepared, text)
      const [, scope = '', name = '', values = ''] = /^(?:begin; )?(select .*); execute (\w+)(.*)$/s.exec(message) ?? []
      // Reading the catalogue is let through.
      if (!name) return (pool.query as (...all: unknown[]) => unknown).call(pool, sent, ...more)
      caught.push([withParameters(scope), { text: texts.get(name)!, values: withParameters(values).values }])
      throw new Error('caught')
    },
    on() {},
    off() {},
    release() {},
  }
  const catching = { query: pool.query.bind(pool), connect: async () => client } as unknown as pg.Pool
  const rest = createRest({
    pool: catching,
    schemas: ['public'],
    maxRows: 1000,
    maxBody: 1024 * 1024,
    timeoutsMs: { anon: 3000, authenticated: 8000 },
    guestSettings,
    log: { error() {}, warn() {}, info() {} },
  })
  for (const [at, { path, method = 'GET', body, headers = {} }] of asks.entries()) {
    const url = new URL(path.replace('/rest/v1', ''), 'http://localhost')
    await rest.handle(new Request(url, { method, ...(body ? { body } : {}), headers }), identities[at]!)
    if (caught.length <= at) throw new Error(`the data API sends nothing for ${path}`)
  }
  return caught
}

/** Puts parameters in the place of literals. What the bench sends has no backslashes. */
function withParameters(sql: string): Statement {
  const values: string[] = []
  const text = sql.replace(/'((?:[^']|'')*)'/g, (_, value) => `$${values.push(value.replaceAll("''", "'"))}`)
  return { text, values }
}
