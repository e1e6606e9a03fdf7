// Run as somebody: the role and the claims of a caller, set inside the transaction that does the work.
import type pg from 'pg'
import { runBatch, type Statement, type TextRow } from './batch.ts'
import { runShared } from './sharing.ts'
import { withClient } from './with-client.ts'

export type { Statement, TextRow } from './batch.ts'
export type Scope = {
  role: string
  /** JSON text; policies read it through auth.uid(). */
  claims: string
  /** The caller's session: if it has ended, nothing is done, though their token may be good for minutes more. */
  session?: string | undefined
  readOnly?: boolean
  /** Less patience than the pool has: callers choose their own queries. */
  timeoutMs?: number | undefined
  settings?: Record<string, string>
}

/**
 * Role, claims and statement in one Sync: one round trip, one implicit transaction.
 * With `check`, the transaction is explicit and commits only if check does not throw, at the cost of a second round trip.
 */
export async function runScoped(
  pool: pg.Pool,
  scope: Scope,
  statement: Statement,
  check?: (rows: TextRow[]) => void,
): Promise<TextRow[]> {
  const become = becomeStatement(scope)
  if (!check && statement.quick) return runShared(pool, scope.role, [become, statement])
  return withClient(pool, async (client) => {
    if (!check) return runBatch(client, scope.role, [become, statement])
    try {
      const rows = await runBatch(client, scope.role, [{ text: 'begin', values: [] }, become, statement])
      check(rows)
      await client.query('commit')
      return rows
    } catch (error) {
      await rollBack(client)
      throw error
    }
  })
}

/** Several statements that stand or fall together, as the database owner (the service itself) or as `scope`. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  scope?: Scope,
): Promise<T> {
  return withClient(pool, async (client) => {
    await client.query('begin')
    try {
      if (scope) {
        const { text, values } = becomeStatement(scope)
        await client.query(text, values)
      }
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await rollBack(client)
      throw error
    }
  })
}

/** Why the work failed is what the caller hears, also where the connection is lost and nothing can be rolled back. */
async function rollBack(client: pg.PoolClient): Promise<void> {
  await client.query('rollback').catch((error) => client.emit('error', error))
}

function becomeStatement({ role, claims, session, readOnly, timeoutMs, settings = {} }: Scope): Statement {
  const values = ['role', role, 'request.jwt.claims', claims, 'transaction_read_only', readOnly ? 'on' : 'off']
  if (timeoutMs !== undefined) values.push('statement_timeout', String(timeoutMs))
  for (const [name, value] of Object.entries(settings)) values.push(name, value)
  const calls = []
  for (let i = 1; i < values.length; i += 2) calls.push(`set_config($${i}, $${i + 1}, true)`)
  // First, while we are still the owner: callers may not look at sessions.
  if (session !== undefined) calls.unshift(`private.check_session($${values.push(session)}::uuid)`)
  return { text: `select ${calls.join(', ')}`, values }
}
