// What every command shares: settings, log, shutdown and database.
import type pg from 'pg'
import { canBeReached, isDemo, wayOut } from '#database/demo.ts'
import { superviseEmbedded } from '#database/embedded-supervisor.ts'
import { createPool } from '#database/pool.ts'
import { openReplicas, type Replicas } from '#database/replicas.ts'
import { seconds } from '#domain/durations.ts'
import { setUpCarrierNetwork } from '#runtime/carrier-network.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { type Config, ConfigError } from '#runtime/config.ts'
import { lockDataFolder } from '#runtime/data-folder.ts'
import { createLog, type Log } from '#runtime/log.ts'
import { createShutdown, type Shutdown, stopOnSignals } from '#runtime/shutdown.ts'

export type AppContext = {
  config: Config
  log: Log
  shutdown: Shutdown
  databaseUrl: string
  /** Which embedded PostgreSQL runs, for people. */
  postgres?: string
  clock: Clock
}

/** Opens the database of DATABASE_URL, or starts the embedded one in the data folder. */
export async function openContext(config: Config, log: Log = createLog(config.logLevel)): Promise<AppContext> {
  const shutdown = createShutdown(log)
  stopOnSignals(shutdown, log)
  setUpCarrierNetwork(config.carrierNetwork)
  const clock = systemClock
  if (config.databaseUrl) return { config, log, shutdown, databaseUrl: config.databaseUrl, clock }

  const lock = lockDataFolder(config.dataFolder)
  shutdown.add('lock', () => lock.release())
  const embedded = await superviseEmbedded({
    folder: config.dataFolder,
    password: config.postgresPassword,
    onLost: (how) => log.error({ how }, 'the embedded PostgreSQL ended; starting it again'),
    onRestarted: (ms) => log.warn({ ms }, 'the embedded PostgreSQL is back'),
    onFailure: (error, retryMs) => log.error({ err: error, retryMs }, 'the embedded PostgreSQL does not start'),
  })
  shutdown.add('database', () => embedded.stop())
  return { config, log, shutdown, databaseUrl: embedded.url, postgres: embedded.postgres, clock }
}

/** Joins the database that another process has opened. */
export function joinContext(config: Config, databaseUrl: string): AppContext {
  const log = createLog(config.logLevel)
  const shutdown = createShutdown(log)
  stopOnSignals(shutdown, log)
  setUpCarrierNetwork(config.carrierNetwork)
  return { config, log, shutdown, databaseUrl, clock: systemClock }
}

type PoolOptions = { url?: string; max?: number; min?: number; statementTimeoutMs?: number; perTransaction?: boolean }

export function openPool(
  { config, log, shutdown, databaseUrl }: AppContext,
  name: string,
  options: PoolOptions = {},
): pg.Pool {
  let ending = false
  const pool = createPool({
    url: databaseUrl,
    max: config.databaseConnections,
    name: `townbell ${name}`,
    statementTimeoutMs: seconds(15) * config.timeLimitFactor,
    ...options,
    onIdleError: (error) => ending || log.warn({ err: error }, 'lost a database connection'),
  })
  shutdown.add(`${name} connections`, () => {
    // The database may stop before the connections are closed, which needs no warning.
    ending = true
    return pool.end()
  })
  return pool
}

/** The replicas that guests read from, if there are any. */
export function openReaders(context: AppContext, primary: pg.Pool): Replicas | undefined {
  const { config, log, shutdown } = context
  if (config.databaseReplicaUrls.length === 0) return undefined
  const opened = openReplicas({
    primary,
    replicas: config.databaseReplicaUrls.map((url) => {
      const name = new URL(url).host
      return { name, pool: openPool(context, `reader of ${name}`, { url }) }
    }),
    maxLagMs: seconds(config.databaseReplicaLag),
    answerMs: seconds(config.timeLimitFactor),
    onChange: (state) => log.warn(state, state.inUse ? 'guests read from a replica' : 'a replica is left out'),
  })
  shutdown.add('replicas', async () => opened.stop())
  return opened
}

/** Jobs that post to webhooks run in four queues of their own, and wait for servers elsewhere. */
const WEBHOOK_JOBS = 4

/**
 * The number of jobs that a worker runs at once, which is also the number of its connections. One job per connection to the mail carrier, two more
 * While jobs wait for a webhook, their connections are free for listening and the heartbeat.
 */
export const jobsAtOnce = ({ mailConnections }: Config) => Math.max(6, mailConnections + 2) + WEBHOOK_JOBS

/** Stops before anybody can sign in as one of the demo's people. */
export async function refuseDemo({ config, databaseUrl, log }: AppContext): Promise<void> {
  if (!canBeReached(config)) return
  const pool = createPool({ url: databaseUrl, max: 1, name: 'townbell start', connectTimeoutMs: seconds(30) })
  try {
    if (await isDemo(pool)) throw new ConfigError(`This is the database of the demo town. ${wayOut(config)}`)
  } catch (error) {
    // A server starts without its database, and waits for it.
    if (error instanceof ConfigError) throw error
    log.warn({ err: error }, 'the database is away')
  } finally {
    await pool.end()
  }
}
