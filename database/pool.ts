import pg from 'pg'
import { shareConnections } from './fair-connections.ts'
import { followPrimary, hostsOf, tryEachHost } from './hosts.ts'

export type PoolOptions = {
  url: string
  /** Four connections are best on two cores; more only queue inside PostgreSQL. */
  max?: number
  /** The number of connections that stay open when idle. */
  min?: number
  name?: string
  /** 0 for no limit. */
  statementTimeoutMs?: number
  /** Lets a process end while connections are idle: for commands and tests. */
  allowExitOnIdle?: boolean
  onIdleError?: (error: Error) => void
}

export function createPool(options: PoolOptions): pg.Pool {
  const {
    url,
    max = 4,
    min = 0,
    name = 'townbell',
    statementTimeoutMs = 15_000,
    allowExitOnIdle = false,
    onIdleError,
  } = options
  const urls = hostsOf(url)
  const pool = new pg.Pool({
    ...(urls.length > 1 ? followPrimary(urls) : { connectionString: urls[0] as string }),
    max,
    min,
    allowExitOnIdle,
    application_name: name,
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.min(5_000, statementTimeoutMs),
    // PostgreSQL enforces its timeout itself, unless its machine hangs: then we give up the connection.
    query_timeout: statementTimeoutMs && statementTimeoutMs + 5_000,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
    options: '-c TimeZone=UTC',
    keepAlive: true,
  })
  if (urls.length > 1) tryEachHost(pool, urls.length)
  shareConnections(pool)
  // Without a listener a connection that PostgreSQL drops while idle would end the process.
  const lost = (error: Error) => onIdleError?.(error)
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}
