// Builds the server and the worker, each with its own connections, from the context.
import type { TaskList } from 'graphile-worker'
import type pg from 'pg'
import { missingSettings } from '#database/pool.ts'
import { createTemplateService } from '#messages/template-service/service.ts'
import { ConfigError } from '#runtime/config.ts'
import type { Log } from '#runtime/log.ts'
import type { Siblings } from '#runtime/processes.ts'
import { stopForRestart } from '#runtime/shutdown.ts'
import { createApp } from '#server/app.ts'
import { type Listening, listen } from '#server/main.ts'
import { createSite, type Site, type SiteOptions } from '#server/site/site.ts'
import { createDatabaseClock } from '#worker/database-clock.ts'
import { createFetchText } from '#worker/feeds/fetch-text.ts'
import { askWaiting } from '#worker/jobs/ask-waiting.ts'
import { checkFeeds } from '#worker/jobs/check-feeds.ts'
import { extendSeries } from '#worker/jobs/extend-series.ts'
import { fetchFeed } from '#worker/jobs/fetch-feed.ts'
import { followHome } from '#worker/jobs/follow-home.ts'
import { forwardOptOut } from '#worker/jobs/forward-opt-out.ts'
import { notifySuggestions } from '#worker/jobs/notify-suggestions.ts'
import { planDayOf } from '#worker/jobs/plan-day-of.ts'
import { planNotices } from '#worker/jobs/plan-notices.ts'
import { planRecipients } from '#worker/jobs/plan-recipients.ts'
import { remindSlots } from '#worker/jobs/remind-slots.ts'
import { sendConfirmationText } from '#worker/jobs/send-confirmation-text.ts'
import { sendHeldAlerts } from '#worker/jobs/send-held-alerts.ts'
import { sendLetter } from '#worker/jobs/send-letter.ts'
import { sendMailing } from '#worker/jobs/send-mailing.ts'
import { sendOptOutText } from '#worker/jobs/send-opt-out-text.ts'
import { sendWebhook } from '#worker/jobs/send-webhook.ts'
import { sweep } from '#worker/jobs/sweep.ts'
import { startWorker } from '#worker/main.ts'
import { openSending, type Sending } from '#worker/sending/sending.ts'
import { createPost } from '#worker/webhooks/post.ts'
import { type Carriers, openCarriers } from './carriers.ts'
import { type AppContext, jobsAtOnce, openPool, openReaders } from './context.ts'

type ServerOptions = { makeSite?: (options: SiteOptions) => Site; siblings?: Siblings }

export async function openServer(
  context: AppContext,
  { makeSite = createSite, siblings }: ServerOptions = {},
): Promise<Listening> {
  const { config, log, shutdown, clock } = context
  // One connection stays open, so that the first request after a quiet night is fast and `townbell restore` sees this server.
  const pooler = config.databasePooledUrl
  const pool = openPool(context, 'server', { min: 1, ...(pooler ? { url: pooler, perTransaction: true } : {}) })
  const first = missingSettings(pool).catch((error) => log.warn({ err: error }, 'the database is away'))
  if (pooler) checkPooler((await first) ?? [], log)
  const replicas = openReaders(context, pool)
  await replicas?.check()
  const now = () => clock.now().getTime()
  const app = createApp({
    config,
    pool,
    listenOn: openPool(context, 'listener', { max: 1 }),
    log,
    clock,
    siblings,
    replicas,
    site: (fetch, cache, inTurn) => makeSite({ fetch, cache, inTurn, config, log, now }),
  })
  const listening = await listen(app.handle, config)
  shutdown.add('server', () => {
    app.stopStreams()
    return listening.stop()
  })
  return {
    ...listening,
    drain() {
      app.stopStreams()
      return listening.drain()
    },
  }
}

/** A pooled connection has the settings of its user. In another time zone days would begin at another hour. */
function checkPooler(missing: string[], log: Log): void {
  if (missing.length === 0) return
  const todo = `Run: ${missing.join('; ')}; and restart the pooler.`
  if (missing[0]?.includes('timezone'))
    throw new ConfigError(`DATABASE_POOLED_URL: its connections are not in the time zone UTC. ${todo}`)
  log.warn({ todo }, "the pooler's user lacks settings")
}

export async function openWorker(context: AppContext): Promise<void> {
  const { config, log, shutdown } = context
  const clock = createDatabaseClock({ clock: context.clock })
  const atOnce = jobsAtOnce(config)
  const pool = openPool(context, 'worker', { max: atOnce, statementTimeoutMs: 60_000 })
  const carriers = openCarriers(config, pool, clock)
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
  const worker = await startWorker({
    pool,
    clock,
    tasks: jobs({ ...context, clock }, pool, carriers, sending),
    atOnce,
    log,
    // The primary became a standby, or its name leads to one for a while. Some connections still listen there, so that jobs would hang.
    onReadOnly(error) {
      log.fatal({ err: error }, 'the database accepts no writes any more: the worker ends, to be started again')
      stopForRestart(shutdown)
    },
  })
  shutdown.add('worker', () => worker.stop())
  // Stops before the worker, which waits for its jobs: they end after the message they are sending.
  shutdown.add('sending', async () => {
    await carriers.letters.close()
    await sending.stop()
  })
  sending.watch()
}

function jobs({ config, log, clock }: AppContext, pool: pg.Pool, carriers: Carriers, sending: Sending): TaskList {
  const letters = { pool, carrier: carriers.letters, log, clock, ...config }
  return {
    'plan-day-of': planDayOf({ pool, clock, log }),
    'plan-notices': planNotices({ pool, clock }),
    'send-held-alerts': sendHeldAlerts({ pool, clock }),
    'plan-recipients': planRecipients({ pool, clock }),
    'ask-waiting': askWaiting({ pool, clock }),
    'follow-home': followHome({ pool }),
    'extend-series': extendSeries({ pool, clock }),
    'check-feeds': checkFeeds({ pool, clock }),
    'fetch-feed': fetchFeed({ pool, clock, log, fetchText: createFetchText() }),
    'send-mailing': sendMailing(sending),
    'send-letter': sendLetter(letters),
    'send-confirmation-text': sendConfirmationText({ pool, carrier: carriers.texts, log, clock }),
    'forward-opt-out': forwardOptOut(letters),
    'send-opt-out-text': sendOptOutText({ ...letters, carrier: carriers.texts }),
    'notify-suggestions': notifySuggestions({ pool }),
    'remind-slots': remindSlots({ pool, clock }),
    'send-webhook': sendWebhook({ pool, clock, log, post: createPost({ allowsThisMachine: config.mailbox }) }),
    sweep: sweep(pool, { clock, ...config.keep }),
  }
}
