import type pg from 'pg'
import { AppError } from '#domain/errors.ts'
import { outageOf } from './errors.ts'

/** Runs `work` with a client of the pool. A client in an unknown state (failed rollback, lost or silent connection) is discarded. */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const lost = (error: Error) => {
    broken = error
  }
  client.on('error', lost)
  try {
    return await work(client)
  } catch (error) {
    if (outageOf(error) === 'away') broken ??= error as Error
    throw explained(error)
  } finally {
    client.off('error', lost)
    client.release(broken)
  }
}

/** Translates the code that private.check_session raises. */
function explained(error: unknown): unknown {
  return (error as { code?: unknown }).code === 'TB030'
    ? new AppError('session_not_found', 401, 'The session has ended. Please sign in again.')
    : error
}
