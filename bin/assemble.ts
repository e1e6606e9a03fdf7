// Puts the parts together from the settings; every command uses what it needs of it.
import type { TaskList } from 'graphile-worker'
import type pg from 'pg'
import { startEmbedded } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { createPool } from '#database/pool.ts'
import type { EmailCarrier } from '#messages/email/carrier.ts'
import { createCatcher } from '#messages/email/catcher.ts'
import { createSmtp } from '#messages/email/smtp.ts'
import { systemClock } from '#runtime/clock.ts'
import type { Config } from '#runtime/config.ts'
import { lockDataFolder } from '#runtime/data-folder.ts'
import { createLog, type Log } from '#runtime/log.ts'
import { createShutdown, type Shutdown, stopOnSignals } from '#runtime/shutdown.ts'
import { createApp } from '#server/app.ts'
import { type Listening, listen } from '#server/main.ts'
import { createSite, type Site, type SiteOptions } from '#server/site/site.ts'
import { sendAccountMail } from '#worker/jobs/send-account-mail.ts'
import { sendConfirmationMail } from '#worker/jobs/send-confirmation-mail.ts'
import { sendSupportMail } from '#worker/jobs/send-support-mail.ts'
import { sendUndoMail } from '#worker/jobs/send-undo-mail.ts'
import { sweep } from '#worker/jobs/sweep.ts'
import { startWorker } from '#worker/main.ts'

export type House = { config: Config; log: Log; shutdown: Shutdown; databaseUrl: string }

/** The log, the way out, and the database: the given one, or our own in the data folder. */
export async function openHouse(config: Config): Promise<House> {
  const log = createLog(config.logLevel)
  const shutdown = createShutdown(log)
  stopOnSignals(shutdown)
  if (config.databaseUrl) return { config, log, shutdown, databaseUrl: config.databaseUrl }

  const lock = lockDataFolder(config.dataFolder)
  shutdown.add('lock', () => lock.release())
  let stopping = false
  const embedded = await startEmbedded({
    folder: config.dataFolder,
    password: config.postgresPassword,
    onExit: (code) => {
      if (stopping) return
      log.fatal({ code }, 'the embedded PostgreSQL ended; stopping')
      console.error(`The embedded PostgreSQL ended unexpectedly. Its log: ${config.dataFolder}/postgres.log`)
      void shutdown.run().then(() => process.exit(1))
    },
  })
  shutdown.add('database', () => {
    stopping = true
    return embedded.stop()
  })
  return { config, log, shutdown, databaseUrl: embedded.url }
}

type PoolSize = { max?: number; statementTimeoutMs?: number }

export function openPool({ config, log, shutdown, databaseUrl }: House, name: string, size: PoolSize = {}): pg.Pool {
  const pool = createPool({
    url: databaseUrl,
    max: config.databaseConnections,
    name: `townbell ${name}`,
    ...size,
    onIdleError: (error) => log.warn({ err: error }, 'lost a database connection'),
  })
  shutdown.add(`${name} connections`, () => pool.end())
  return pool
}

export async function migrateHouse(house: House): Promise<string[]> {
  const pool = createPool({ url: house.databaseUrl, max: 3, name: 'townbell migrate' })
  try {
    return await migrate(pool)
  } finally {
    await pool.end()
  }
}

export async function openServer(
  house: House,
  makeSite: (options: SiteOptions) => Site = createSite,
): Promise<Listening> {
  const { config, log, shutdown } = house
  const pool = openPool(house, 'server')
  const app = createApp({ config, pool, log, clock: systemClock, site: (fetch) => makeSite({ fetch, config, log }) })
  const listening = await listen(app.fetch, config)
  shutdown.add('server', () => listening.stop())
  return listening
}

/** Each may hold a connection; one more listens and one beats. */
const JOBS_AT_ONCE = 6

export async function openWorker(house: House): Promise<void> {
  const { log, shutdown } = house
  const pool = openPool(house, 'worker', { max: JOBS_AT_ONCE + 2, statementTimeoutMs: 60_000 })
  const worker = await startWorker({ pool, tasks: jobs(house, pool), atOnce: JOBS_AT_ONCE, log })
  shutdown.add('worker', () => worker.stop())
}

function jobs({ config, log, shutdown }: House, pool: pg.Pool): TaskList {
  const carrier: EmailCarrier = config.smtpUrl ? createSmtp({ url: config.smtpUrl }) : createCatcher({ pool })
  shutdown.add('mail', () => carrier.close())
  const letters = { pool, carrier, log, ...config }
  return {
    'send-account-mail': sendAccountMail(letters),
    'send-confirmation-mail': sendConfirmationMail(letters),
    'send-undo-mail': sendUndoMail(letters),
    'send-support-mail': sendSupportMail(letters),
    sweep: sweep(pool),
  }
}
