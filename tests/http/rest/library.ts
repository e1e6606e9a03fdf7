// A sample database of a publisher behind the data API, and two clients for it: raw requests, and the
// official client over a real port.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { after, before } from 'node:test'
import { serve } from '@hono/node-server'
import type { PostgrestClient } from '@supabase/postgrest-js'
import { createClient } from '@supabase/supabase-js'
import { createPool } from '#database/pool.ts'
import { createRest, type Rest, type RestOptions } from '#server/rest/rest.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'

export type Answer = { status: number; headers: Headers; text: string; body: Json }
/** The parsed body. */
export type Json = ReturnType<typeof JSON.parse>
export type Person = { role: string; claims?: object }

export const guest: Person = { role: 'anon' }
export const reader: Person = { role: 'authenticated', claims: { sub: 'ann', role: 'authenticated' } }

type Client = PostgrestClient<Json, { PostgrestVersion: '14' }, Json, Json>

export type Library = {
  database: TestDatabase
  rest: Rest
  port: Server
  /** Takes method and path as one line, such as `GET /books?id=eq.1`, and headers and body as options. */
  request(line: string, options?: { as?: Person; headers?: Record<string, string>; body?: unknown }): Promise<Answer>
  client(as?: Person): Client
  /** Queries as the owner of the database, around the API. */
  look(sql: string): Promise<Json[]>
  /** Logged server errors. */
  faults: object[]
}

type LibraryOptions = Partial<RestOptions> & { statementTimeoutMs?: number; asksOnce?: boolean }

/** Opens one library per test file. Reads are sent twice: the second uses a cached plan and must return the same. */
export function openLibrary(options: LibraryOptions = {}): Library {
  const library = {} as Library
  before(async () => Object.assign(library, await connect(options)))
  after(async () => {
    library.port.close()
    await library.rest.close()
    await library.database.close()
  })
  return library
}

async function connect({ statementTimeoutMs, asksOnce, ...options }: LibraryOptions): Promise<Library> {
  const database = await testDatabase({ max: 4 })
  await database.pool.query(readFileSync(new URL('library.sql', import.meta.url), 'utf8'))
  const pool = statementTimeoutMs ? createPool({ url: database.url, max: 2, statementTimeoutMs }) : database.pool
  const faults: object[] = []
  const log = { info: () => undefined, warn: () => undefined, error: (details: object) => void faults.push(details) }
  const rest = createRest({ pool, schemas: ['library', 'archive'], maxRows: 1000, maxBody: 1_000_000, log, ...options })
  const send = (request: Request, as: Person) =>
    rest.handle(request, { role: as.role, claims: JSON.stringify(as.claims ?? { role: as.role }), session: null })
  const port = serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => send(below(request), personOf(request)),
  }) as Server
  await once(port, 'listening')
  const url = `http://127.0.0.1:${(port.address() as { port: number }).port}`
  return {
    port,
    database: pool === database.pool ? database : { ...database, close: () => pool.end().then(database.close) },
    rest,
    faults,
    async request(line, { as = reader, headers = {}, body } = {}) {
      const [method = '', ...rest] = line.split(' ')
      const path = rest.join(' ')
      const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
      const asked = { ...(sent && { 'content-type': 'application/json' }), ...headers }
      const url = `http://library.test${path}`
      const askOnce = () => send(new Request(url, { method, headers: asked, body: sent }), as).then(answerOf)
      const answer = await askOnce()
      if (asksOnce || !['GET', 'HEAD'].includes(method)) return answer
      const again = await askOnce()
      assert.deepEqual(
        [again.status, again.text, [...again.headers]],
        [answer.status, answer.text, [...answer.headers]],
        line,
      )
      return answer
    },
    client(as = reader) {
      const options = {
        global: { headers: { [PERSON]: JSON.stringify(as) } },
        db: { retry: false },
        auth: { persistSession: false },
      }
      return createClient(url, 'key', options).schema('library' as 'public') as unknown as Client
    },
    look: async (sql) => (await database.pool.query(sql)).rows,
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  const json = response.headers.get('content-type')?.includes('json') && text !== ''
  return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : undefined }
}

/** The real server authenticates callers (http/identity.ts); here a header names the person. */
const PERSON = 'x-person'

function personOf(request: Request): Person {
  return JSON.parse(request.headers.get(PERSON) ?? '{"role":"anon"}')
}

function below(request: Request): Request {
  const url = new URL(request.url)
  url.pathname = url.pathname.slice('/rest/v1'.length)
  return new Request(url, request)
}

/** An error body has these four keys and no others. */
export function assertError(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text)
  assert.deepEqual(Object.keys(answer.body).sort(), ['code', 'details', 'hint', 'message'])
  assert.equal(answer.body.code, code, answer.text)
}
