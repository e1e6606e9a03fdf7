// Runs statements as a caller: role and claims are set inside the transaction that does the work.
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { literal, parameter } from './literal.ts'
import { isPerTransaction } from './pool.ts'
import { readAsGuest } from './replicas.ts'
import { withClient } from './with-client.ts'

/** One statement that can be prepared: select, insert, update, delete, merge or values. */
export type Statement = { text: string; values: unknown[] }
/** Columns in text format, unparsed. */
export type TextRow = (string | null)[]

/**
 * Whom a statement runs as; `claims` is JSON text, which policies read through auth.uid(). Only guests need no session. Everybody else
 * names theirs: if it has ended nothing is done, although their token may be valid for minutes more. Null is for the service itself and
 * for those who prove themselves otherwise, such as by the secret of a private feed.
 */
export type Caller =
  | { role: 'anon'; claims: string; session?: undefined }
  | { role: string; claims: string; session: Session | null }

export type Session = { id: string; userId: string }

export type Scope = Caller & {
  readOnly?: boolean
  /** A shorter statement timeout than the pool's: callers choose their own queries. */
  timeoutMs?: number | undefined
  settings?: Record<string, string>
}

/**
 * Sends scope and statement as one message, which PostgreSQL runs as one transaction and answers in one round trip. If setting the scope
 * fails, PostgreSQL skips the rest of the message, so the statement never runs as the owner.
 * With `check` the transaction commits only if `check` does not throw, at the cost of a second round trip.
 */
export async function runScoped(
  pool: pg.Pool,
  scope: Scope,
  statement: Statement,
  check?: (rows: TextRow[]) => void,
): Promise<TextRow[]> {
  if (scope.role === 'anon' && scope.readOnly && !check)
    return readAsGuest(pool, (reader) => runOn(reader, scope, statement))
  return runOn(pool, scope, statement, check)
}

function runOn(pool: pg.Pool, scope: Scope, { text, values }: Statement, check?: (rows: TextRow[]) => void) {
  return withClient(pool, async (client) => {
    if (isPerTransaction(pool)) return runUnprepared(client, scope, { text, values }, check)
    const name = await prepare(client, scope, text)
    const message = `${scopeSql(scope)}; execute ${name}${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`
    if (!check) return run(client, message)
    try {
      const rows = await run(client, `begin; ${message}`)
      check(rows)
      await client.query('commit')
      return rows
    } catch (error) {
      await rollBack(client)
      throw error
    }
  })
}

/** Takes three round trips instead of one. The statement is prepared without a name, which lasts until its end. */
async function runUnprepared(
  client: pg.PoolClient,
  scope: Scope,
  { text, values }: Statement,
  check?: (rows: TextRow[]) => void,
): Promise<TextRow[]> {
  try {
    await client.query(`begin; ${scopeSql(scope)}`)
    const texts = values.map(parameter)
    const { rows } = await client.query<TextRow>({ text, values: texts, rowMode: 'array', types: unparsed })
    check?.(rows)
    await client.query('commit')
    return rows
  } catch (error) {
    await rollBack(client)
    throw error
  }
}

/** Runs several statements that succeed or fail together, as the database owner (the service itself) or as `scope`. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  scope?: Scope,
): Promise<T> {
  return withClient(pool, async (client) => {
    await client.query('begin')
    try {
      if (scope) await client.query(scopeSql(scope))
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await rollBack(client)
      throw error
    }
  })
}

/** The caller gets the reason why the work failed, even where the connection is lost and nothing can be rolled back. */
async function rollBack(client: pg.PoolClient): Promise<void> {
  await client.query('rollback').catch((error) => client.emit('error', error))
}

/** Prepared statements per connection. Bounded, because strangers choose the shapes of queries. */
const MAX_PREPARED = 300
const preparedOn = new WeakMap<pg.PoolClient, LRUCache<string, string>>()
let lastNumber = 0

/** Prepares a statement once per connection and role (a plan made under row-level security belongs to a role), and returns its name. */
async function prepare(client: pg.PoolClient, scope: Scope, text: string): Promise<string> {
  const names = preparedOn.get(client) ?? new LRUCache<string, string>({ max: MAX_PREPARED })
  preparedOn.set(client, names)
  const key = `${scope.role}\n${text}`
  const known = names.get(key)
  if (known) return known
  const evicted = names.size === MAX_PREPARED ? `deallocate ${names.pop()}; ` : ''
  const name = `statement_${++lastNumber}`
  // Prepared as the caller, whose rights decide which names the statement may use.
  await client.query(`${evicted}${scopeSql(scope)}; prepare ${name} as ${text}`)
  names.set(key, name)
  return name
}

/** Returns the rows of the last statement. */
async function run(client: pg.PoolClient, message: string): Promise<TextRow[]> {
  const results: unknown = await client.query({ text: message, rowMode: 'array', types: unparsed })
  return (results as pg.QueryArrayResult<TextRow>[]).at(-1)?.rows ?? []
}

const unparsed: pg.CustomTypesConfig = { getTypeParser: () => (text: string) => text }

/** Waiting for a lock holds a connection that others need. Shorter than the statement timeout, so that the error names the lock. */
const lockTimeout = (timeoutMs = 2 * LOCK_MS) => Math.min(LOCK_MS, Math.ceil(timeoutMs / 2))
const LOCK_MS = 1_000

function scopeSql({ role, claims, session, readOnly, timeoutMs, settings }: Scope): string {
  const values: Record<string, string> = {
    role,
    'request.jwt.claims': claims,
    transaction_read_only: readOnly ? 'on' : 'off',
    ...(timeoutMs === undefined ? {} : { statement_timeout: String(timeoutMs) }),
    ...settings,
  }
  const calls = Object.entries(values).map(([name, value]) => `set_config(${literal(name)}, ${literal(value)}, true)`)
  // First, while we are still the owner: callers may not read sessions.
  if (session) calls.unshift(`private.check_session(${literal(session.id)}, ${literal(session.userId)})`)
  if (session !== null) calls.unshift(`set_config('lock_timeout', '${lockTimeout(timeoutMs)}', true)`)
  return `select ${calls.join(', ')}`
}
