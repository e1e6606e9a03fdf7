import pg from 'pg'
import { shareConnections } from './fair-connections.ts'
import { followPrimary, hostsOf, tryEachHost, wantsPrimary } from './hosts.ts'

export type PoolOptions = {
  url: string
  /** Four connections are best on two cores; more only queue inside PostgreSQL. */
  max?: number
  /** The number of connections that stay open when idle. */
  min?: number
  name?: string
  /** 0 for no limit. */
  statementTimeoutMs?: number
  /** How long to wait for a connection; short where a visitor waits. */
  connectTimeoutMs?: number
  /** The address is of a pooler that gives each transaction any connection (PgBouncer in transaction mode), so nothing lives longer than one. */
  perTransaction?: boolean
  /** Lets a process end while connections are idle: for commands and tests. */
  allowExitOnIdle?: boolean
  onIdleError?: (error: Error) => void
}

/**
 * What a connection sets for itself, and the user of pooled ones must have. Compiling a plan (jit) takes most of a second, and pays off
 * only for queries that take longer.
 */
const userSettings = {
  timezone: 'UTC',
  jit: 'off',
  statement_timeout: '15s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
}

/** Returns the commands that give the user of a pooled connection what it lacks; the time zone is the first. Other limits are fine, none is not. */
export async function missingSettings(client: pg.Pool | pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ command: string }>(missingSettingsQuery, [JSON.stringify(userSettings)])
  return rows.map(({ command }) => command)
}

const missingSettingsQuery = `
  select format('alter role %I set %s = %L', session_user, name, value) as command
  from json_each_text($1) with ordinality as wanted (name, value, place)
  where case name
    when 'timezone' then current_setting(name) !~ '^(Etc/)?UTC$'
    when 'jit' then current_setting(name) <> 'off'
    else current_setting(name) = '0'
  end
  order by place`

/** By pool, how many hosts its address names. */
const hostCounts = new WeakMap<pg.Pool, number>()

/** A connection of its own to where the pool's are, as a pool of one, which finds the primary as that one does. */
export function besidePool(pool: pg.Pool, name: string): pg.Pool {
  const own = new pg.Pool({ ...pool.options, max: 1, min: 0, application_name: name })
  tryEachHost(own, hostCounts.get(pool) ?? 1)
  own.on('error', () => {})
  return own
}

const pooledPerTransaction = new WeakSet<pg.Pool>()

/** Returns whether two transactions of the pool may run on different connections, where nothing can be prepared. */
export const isPerTransaction = (pool: pg.Pool) => pooledPerTransaction.has(pool)

export function createPool(options: PoolOptions): pg.Pool {
  const {
    url,
    max = 4,
    min = 0,
    name = 'townbell',
    statementTimeoutMs = 15_000,
    connectTimeoutMs = 5_000,
    allowExitOnIdle = false,
    perTransaction = false,
    onIdleError,
  } = options
  const urls = hostsOf(url)
  const pool = new pg.Pool({
    ...(urls.length > 1 || wantsPrimary(url) ? followPrimary(urls) : { connectionString: urls[0] as string }),
    max,
    min,
    allowExitOnIdle,
    application_name: name,
    // A pooler takes no settings for a connection; there the user has them (docs/operations.md).
    ...(perTransaction
      ? {}
      : {
          statement_timeout: statementTimeoutMs,
          lock_timeout: Math.min(5_000, statementTimeoutMs),
          idle_in_transaction_session_timeout: 30_000,
          options: '-c TimeZone=UTC -c jit=off',
        }),
    // PostgreSQL enforces its timeout itself, unless its machine hangs: then we give up the connection.
    query_timeout: statementTimeoutMs && statementTimeoutMs + 5_000,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  })
  tryEachHost(pool, urls.length)
  hostCounts.set(pool, urls.length)
  if (perTransaction) pooledPerTransaction.add(pool)
  shareConnections(pool)
  // Without a listener a connection that PostgreSQL drops while idle would end the process.
  const lost = (error: Error) => onIdleError?.(error)
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}
