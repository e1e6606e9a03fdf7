// Puts the parts together from the settings; every command uses what it needs of it.
import type { TaskList } from 'graphile-worker'
import type pg from 'pg'
import { keepEmbedded } from '#database/embedded-kept.ts'
import { migrate } from '#database/migrate.ts'
import { createPool } from '#database/pool.ts'
import { createTemplateService } from '#messages/template-service/service.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import type { Config } from '#runtime/config.ts'
import { lockDataFolder } from '#runtime/data-folder.ts'
import { createLog, type Log } from '#runtime/log.ts'
import { createShutdown, type Shutdown, stopOnSignals } from '#runtime/shutdown.ts'
import { createApp } from '#server/app.ts'
import { type Listening, listen } from '#server/main.ts'
import { createSite, type Site, type SiteOptions } from '#server/site/site.ts'
import { planDayOf } from '#worker/jobs/plan-day-of.ts'
import { sendAccountMail } from '#worker/jobs/send-account-mail.ts'
import { sendConfirmationMail } from '#worker/jobs/send-confirmation-mail.ts'
import { sendConfirmationText } from '#worker/jobs/send-confirmation-text.ts'
import { sendMailing } from '#worker/jobs/send-mailing.ts'
import { sendSupportMail } from '#worker/jobs/send-support-mail.ts'
import { sendUndoMail } from '#worker/jobs/send-undo-mail.ts'
import { sweep } from '#worker/jobs/sweep.ts'
import { startWorker } from '#worker/main.ts'
import { openSending, type Sending } from '#worker/sending/sending.ts'
import { type Carriers, openCarriers } from './carriers.ts'

export type House = { config: Config; log: Log; shutdown: Shutdown; databaseUrl: string; clock: Clock }

/** The log, the way out, and the database: the given one, or our own in the data folder. */
export async function openHouse(config: Config): Promise<House> {
  const log = createLog(config.logLevel)
  const shutdown = createShutdown(log)
  stopOnSignals(shutdown)
  const clock = systemClock
  if (config.databaseUrl) return { config, log, shutdown, databaseUrl: config.databaseUrl, clock }

  const lock = lockDataFolder(config.dataFolder)
  shutdown.add('lock', () => lock.release())
  const embedded = await keepEmbedded({
    folder: config.dataFolder,
    password: config.postgresPassword,
    onLost: (how) => log.error({ how }, 'the embedded PostgreSQL ended; starting it again'),
    onBack: (ms) => log.warn({ ms }, 'the embedded PostgreSQL is back'),
    onFailure: (error, retryMs) => log.error({ err: error, retryMs }, 'the embedded PostgreSQL does not start'),
  })
  shutdown.add('database', () => embedded.stop())
  return { config, log, shutdown, databaseUrl: embedded.url, clock }
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
  const { config, log, shutdown, clock } = house
  const pool = openPool(house, 'server')
  const now = () => clock.now().getTime()
  const app = createApp({ config, pool, log, clock, site: (fetch) => makeSite({ fetch, config, log, now }) })
  const listening = await listen(app.fetch, config)
  shutdown.add('server', () => listening.stop())
  return listening
}

/** Each may hold a connection; one more listens and one beats. */
const JOBS_AT_ONCE = 6

export async function openWorker(house: House): Promise<void> {
  const { config, log, shutdown, clock } = house
  const pool = openPool(house, 'worker', { max: JOBS_AT_ONCE + 2, statementTimeoutMs: 60_000 })
  const carriers = openCarriers(config, pool, clock)
  shutdown.add('mail', () => carriers.letters.close())
  const sending = await openSending({
    ...carriers,
    pool,
    clock,
    log,
    sender: { ...config, bounceAddress: config.bounceAddress ?? config.mailFrom, dkim: carriers.dkim },
    templates: createTemplateService(config),
    carrierFillsTemplates: config.mailCarrier === 'sendgrid',
    rates: { email: config.mailRate, sms: config.smsRate },
    dataFolder: config.dataFolder,
    isOwnDatabase: config.databaseUrl === undefined,
  })
  const worker = await startWorker({ pool, tasks: jobs(house, pool, carriers, sending), atOnce: JOBS_AT_ONCE, log })
  shutdown.add('worker', () => worker.stop())
  // Before the worker, which waits for its jobs: they end after the message they are sending.
  shutdown.add('sending', () => sending.stop())
  sending.watch()
}

function jobs({ config, log, clock }: House, pool: pg.Pool, carriers: Carriers, sending: Sending): TaskList {
  const letters = { pool, carrier: carriers.letters, log, clock, ...config }
  return {
    'plan-day-of': planDayOf({ pool, clock }),
    'send-mailing': sendMailing(sending),
    'send-account-mail': sendAccountMail(letters),
    'send-confirmation-mail': sendConfirmationMail(letters),
    'send-confirmation-text': sendConfirmationText({ pool, carrier: carriers.texts, log, clock }),
    'send-undo-mail': sendUndoMail(letters),
    'send-support-mail': sendSupportMail(letters),
    sweep: sweep(pool),
  }
}
