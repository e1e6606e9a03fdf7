// Puts the parts together: server and worker, each with its connections, over one house.
import type { TaskList } from 'graphile-worker'
import type pg from 'pg'
import { createTemplateService } from '#messages/template-service/service.ts'
import type { Config } from '#runtime/config.ts'
import { createApp } from '#server/app.ts'
import { type Listening, listen } from '#server/main.ts'
import { createSite, type Site, type SiteOptions } from '#server/site/site.ts'
import { createFetchText } from '#worker/feeds/fetch-text.ts'
import { checkFeeds } from '#worker/jobs/check-feeds.ts'
import { extendSeries } from '#worker/jobs/extend-series.ts'
import { fetchFeed } from '#worker/jobs/fetch-feed.ts'
import { planDayOf } from '#worker/jobs/plan-day-of.ts'
import { planNotices } from '#worker/jobs/plan-notices.ts'
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
import { type House, openPool } from './house.ts'

export async function openServer(
  house: House,
  makeSite: (options: SiteOptions) => Site = createSite,
): Promise<Listening> {
  const { config, log, shutdown, clock } = house
  // One connection stays, so that the first visitor after a quiet night waits for none, and `townbell restore` sees us.
  const pool = openPool(house, 'server', { min: 1 })
  pool.query('select').catch((error) => log.warn({ err: error }, 'the database is away'))
  const now = () => clock.now().getTime()
  const app = createApp({
    config,
    pool,
    log,
    clock,
    site: (fetch, stateOf) => makeSite({ fetch, stateOf, config, log, now }),
  })
  const listening = await listen(app, config)
  shutdown.add('server', () => listening.stop())
  return listening
}

/** A job of a mailing holds a connection to the carrier; two more are for everything else. */
const jobsAtOnce = ({ mailConnections }: Config) => Math.max(6, mailConnections + 2)

export async function openWorker(house: House): Promise<void> {
  const { config, log, shutdown, clock } = house
  const atOnce = jobsAtOnce(config)
  // Each may hold a connection; one more listens and one beats.
  const pool = openPool(house, 'worker', { max: atOnce + 2, statementTimeoutMs: 60_000 })
  const carriers = openCarriers(config, pool, clock)
  shutdown.add('mail', () => carriers.letters.close())
  const sending = await openSending({
    ...carriers,
    pool,
    clock,
    log,
    sender: { ...config, dkim: carriers.dkim },
    templates: createTemplateService(config),
    carrierFillsTemplates: config.mailCarrier === 'sendgrid',
    rates: { email: config.mailRate, sms: config.smsRate },
    dataFolder: config.dataFolder,
    isOwnDatabase: config.databaseUrl === undefined,
  })
  const worker = await startWorker({ pool, tasks: jobs(house, pool, carriers, sending), atOnce, log })
  shutdown.add('worker', () => worker.stop())
  // Before the worker, which waits for its jobs: they end after the message they are sending.
  shutdown.add('sending', () => sending.stop())
  sending.watch()
}

function jobs({ config, log, clock }: House, pool: pg.Pool, carriers: Carriers, sending: Sending): TaskList {
  const letters = { pool, carrier: carriers.letters, log, clock, ...config }
  return {
    'plan-day-of': planDayOf({ pool, clock }),
    'plan-notices': planNotices({ pool, clock }),
    'extend-series': extendSeries({ pool, clock }),
    'check-feeds': checkFeeds({ pool, clock }),
    'fetch-feed': fetchFeed({ pool, clock, log, fetchText: createFetchText() }),
    'send-mailing': sendMailing(sending),
    'send-account-mail': sendAccountMail(letters),
    'send-confirmation-mail': sendConfirmationMail(letters),
    'send-confirmation-text': sendConfirmationText({ pool, carrier: carriers.texts, log, clock }),
    'send-undo-mail': sendUndoMail(letters),
    'send-support-mail': sendSupportMail(letters),
    sweep: sweep(pool),
  }
}
