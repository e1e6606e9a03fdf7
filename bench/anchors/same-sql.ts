// The statements that the data API sends for a request, caught just before they leave: what it is compared with runs the same.
import type pg from 'pg'
import type { Statement } from '#database/scope.ts'
import { createRest } from '#server/rest/rest.ts'
import type { Ask } from '../load.ts'

type Identity = { role: string; claims: string; session?: string }

/** One list of statements a request; each is asked by the one of the same number. */
export async function sameSql(pool: pg.Pool, asks: Ask[], identities: Identity[]): Promise<Statement[][]> {
  const caught: Statement[][] = []
  // Reading the catalogue is let through.
  const query = (asked: unknown, ...rest: unknown[]) => {
    if (!isBatch(asked)) return (pool.query as (...all: unknown[]) => unknown).call(pool, asked, ...rest)
    caught.push(asked.statements)
    asked.callback(new Error('caught'))
  }
  const client = { query, on() {}, off() {}, release() {} }
  const catching = { query, connect: async () => client } as unknown as pg.Pool
  const rest = createRest({
    pool: catching,
    schemas: ['public'],
    maxRows: 1000,
    maxBody: 1024 * 1024,
    timeoutsMs: { anon: 3000, authenticated: 8000 },
    log: { error() {}, warn() {} },
  })
  for (const [at, { path, method = 'GET', body, headers = {} }] of asks.entries()) {
    const url = new URL(path.replace('/rest/v1', ''), 'http://localhost')
    await rest.handle(new Request(url, { method, ...(body ? { body } : {}), headers }), identities[at]!)
    if (caught.length <= at) throw new Error(`the data API sends nothing for ${path}`)
  }
  return caught
}

type Batch = { statements: Statement[]; callback(error: Error): void }

function isBatch(asked: unknown): asked is Batch {
  return typeof asked === 'object' && asked !== null && 'statements' in asked
}
