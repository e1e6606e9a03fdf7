import pg from 'pg'

export type PoolOptions = {
  url: string
  /** Four connections are best on two cores ; more only queue inside PostgreSQL. */
  max?: number
  /** So many stay open while nobody asks. */
  min?: number
  name?: string
  /** 0 for as long as it takes. */
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
  const pool = new pg.Pool({
    connectionString: url,
    max,
    min,
    allowExitOnIdle,
    application_name: name,
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.min(5_000, statementTimeoutMs),
    // PostgreSQL keeps time itself, unless it hangs with its machine: then the connection is given up here.
    query_timeout: statementTimeoutMs && statementTimeoutMs + 5_000,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
    options: '-c TimeZone=UTC',
    keepAlive: true,
  })
  // Without a listener a connection that PostgreSQL drops while idle would end the process.
  const lost = (error: Error) => onIdleError?.(error)
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}
