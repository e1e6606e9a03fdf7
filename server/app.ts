// The URL table, on one screen. Each line says which surface answers, and what stands before it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Hono } from 'hono'
import type pg from 'pg'
import { seconds } from '#domain/durations.ts'
import { ANSWER_ROWS_MAX } from '#domain/limits.ts'
import { createTemplateService } from '#messages/template-service/service.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Config } from '#runtime/config.ts'
import type { Log } from '#runtime/log.ts'
import { createAuth } from './auth/auth.ts'
import { createCaptcha } from './captcha/captcha.ts'
import { createFeeds } from './feeds/feeds.ts'
import { functionLimits } from './functions/context.ts'
import { createFunctions } from './functions/functions.ts'
import { createOneClick } from './functions/one-click.ts'
import { createHealth } from './health.ts'
import { anyOrigin } from './http/any-origin.ts'
import { createAskedAgain } from './http/asked-again.ts'
import { calendarStates, type StateOf } from './http/calendar-states.ts'
import { answerError } from './http/errors.ts'
import { type IdentityVariables, identify, requireKey } from './http/identity.ts'
import { inviteTries } from './http/invite-tries.ts'
import { networkReader } from './http/network.ts'
import { createRepeats, type Repeat } from './http/repeats.ts'
import { countRequest, countRequests, createRequestCounts } from './http/request-counts.ts'
import { type Answered, logRequest, requestLog } from './http/request-log.ts'
import { secureAnswers } from './http/security-headers.ts'
import { createTokens } from './http/tokens.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createRest } from './rest/rest.ts'
import { mailboxPage } from './site/mailbox.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

/**
 * Everything that is a page, given the app itself as its `fetch`: pages reach data only through the HTTP surface. Only what a kept
 * page is held against is read straight from the database, by the reader that feeds use.
 */
export type Site = (request: Request) => Response | Promise<Response>
export type AppOptions = {
  config: Config
  pool: pg.Pool
  log: Log
  clock: Clock
  site: (fetch: typeof globalThis.fetch, stateOf: StateOf) => Site
}

export function createApp({ config, pool, log, clock, site }: AppOptions) {
  const tokens = createTokens({ secret: config.jwtSecret, issuer: `${config.siteUrl}/auth/v1`, clock })
  const rest = createRest({
    pool,
    schemas: ['public'],
    mountedAt: '/rest/v1',
    maxRows: ANSWER_ROWS_MAX,
    maxBody: 1024 * 1024,
    // A screen's query takes milliseconds; a few that take long would hold every connection.
    timeoutsMs: { anon: seconds(3), authenticated: seconds(8) },
    regularExpressions: false,
    beforeCall: inviteTries({ ...config, pool }),
    log,
  })
  const identified = identify(config.publishableKey, tokens.verify)
  const captcha = createCaptcha({ ...config, pool, clock, settings: config.captchaSettings })
  const stateOf = calendarStates(pool)
  const templates = createTemplateService(config)
  const mailbox = config.mailbox ? mailboxPage({ ...config, pool, clock }) : undefined

  const { metricsToken, dataFolder } = config
  const counts = createRequestCounts()
  const tell = (answered: Answered) => {
    logRequest(log, answered)
    if (metricsToken) countRequest(counts, answered)
  }
  const repeats = createRepeats({ stateOf, now: () => clock.now().getTime(), tell })
  const askedAgain = createAskedAgain({ ...config, ...tokens, ...rest, mountedAt: '/rest/v1/', tell })

  const app = new Hono<IdentityVariables>()
  app.onError((error, c) => answerError(error, c, log))
  app.use(repeats.learn, requestLog(log, networkReader(config.trustedProxies)), secureAnswers(config))

  if (metricsToken) {
    app.use(countRequests(counts))
    app.route('/', createMetrics({ pool, counts, metricsToken, dataFolder }))
  }
  app.route('/', createHealth(pool))

  app.use('/auth/v1/*', anyOrigin, exceptLinks(requireKey(config.publishableKey)))
  app.route('/auth/v1', createAuth({ ...config, pool, tokens, clock, log, captcha: captcha.require }))

  app.use('/rest/v1/*', anyOrigin, identified)
  app.all('/rest/v1/*', async (c) => {
    c.set('secured', 'data')
    return rest.handle(c.req.raw, { ...c.get('identity'), network: c.get('network') })
  })

  app.use('/functions/v1/*', anyOrigin, identified)
  app.route('/functions/v1', createFunctions({ ...config, pool, clock, captcha, templates }))
  app.route('/opt-out/one-click', createOneClick({ ...config, pool, clock, captcha, sizes: functionLimits }))

  // A browser shows pictures without saying who asks; our own pages say it for calendars that are not public.
  app.use('/event-images/*', (c, next) => (c.req.header('authorization') ? identified(c, next) : next()))
  app.route('/', createFeeds({ ...config, pool, clock, stateOf }))

  app.route('/webhooks', createWebhooks({ ...config, pool, clock, log }))

  if (mailbox) app.route('/dev', mailbox)

  // A page asks for its visitor, so what it asks is counted as theirs.
  const visitors = new AsyncLocalStorage<string>()
  const ask: typeof fetch = async (input, init) =>
    app.fetch(new Request(input, init), { network: visitors.getStore(), outgoing: unread })
  const page = site(ask, stateOf)
  app.all('*', async (c) => {
    const answer = await visitors.run(c.get('network'), () => page(c.req.raw))
    c.set('secured', 'page')
    return answer
  })
  const repeat: Repeat = (incoming, outgoing, otherwise) =>
    askedAgain(incoming, outgoing, () => repeats.repeat(incoming, outgoing, otherwise))
  return Object.assign(app, { repeat })
}

/** Headers for browsers, on answers that never reach one. */
const unread = { setHeader() {} }

/** A link in a mail, and a probe, arrive without the key. */
function exceptLinks(guard: ReturnType<typeof requireKey>): ReturnType<typeof requireKey> {
  const open = new Set(['/auth/v1/verify', '/auth/v1/health', '/auth/v1/.well-known/jwks.json'])
  return (c, next) => (open.has(c.req.path) ? next() : guard(c, next))
}
