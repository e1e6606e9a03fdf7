// The URL table of all traffic, on one screen: which surface answers, and what comes before it.
import { getRequestListener } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import type pg from 'pg'
import { type Replicas, readingFromOne } from '#database/replicas.ts'
import { seconds } from '#domain/durations.ts'
import { isAppError } from '#domain/errors.ts'
import { ANSWER_ROWS_MAX } from '#domain/limits.ts'
import { createTemplateService } from '#messages/template-service/service.ts'
import { asService, callerKey, currentCaller, shareOf } from '#runtime/caller.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Config } from '#runtime/config.ts'
import type { Log } from '#runtime/log.ts'
import type { Siblings } from '#runtime/processes.ts'
import { createApiDocs } from './api-docs/api-docs.ts'
import { createAuth } from './auth/auth.ts'
import { createPasswords } from './auth/passwords.ts'
import { createCaptcha } from './captcha/captcha.ts'
import { callLimits } from './data-api/call-limits.ts'
import { createDataApi } from './data-api/data-api.ts'
import { guestSettings } from './data-api/guest-settings.ts'
import { createFeeds } from './feeds/feeds.ts'
import { createFunctions, functionDescriptions } from './functions/functions.ts'
import { createOneClick } from './functions/one-click.ts'
import { createPlainForms } from './functions/plain-forms.ts'
import { createHealth } from './health.ts'
import { identifyProgram } from './http/access-tokens.ts'
import { anyOrigin } from './http/cors.ts'
import { answerError } from './http/errors.ts'
import { createIdentify, type IdentityVariables, identified, requireKey } from './http/identity.ts'
import { forwardMoved } from './http/moved-calendars.ts'
import { networkReader } from './http/network.ts'
import type { FinishedRequest } from './http/request-context.ts'
import { countRequest, createRequestCounts } from './http/request-counts.ts'
import { createRequestHandler, type Handler, type Row } from './http/request-handler.ts'
import { logRequest } from './http/request-log.ts'
import { dataHeaders, secureByDefault } from './http/security-headers.ts'
import { requireDataScope } from './http/token-scope.ts'
import { createTokens } from './http/tokens.ts'
import { createTurns } from './http/turns.ts'
import { notOffered } from './http/url-table.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createOperator } from './operator/operator.ts'
import { createCalendarVersions } from './public-cache/calendar-version.ts'
import { createPublicCache, type PublicCache } from './public-cache/public-response-cache.ts'
import { createRest } from './rest/rest.ts'
import { mailboxPage } from './site/mailbox.ts'
import type { InTurn } from './site/pages.ts'
import { createCalendarStreams, STREAM_PATH } from './streams/calendar-stream.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

/** Everything that is a page. Pages read data through `fetch`, which is the app itself, so one permission model serves all. */
export type Site = (request: Request) => Response | Promise<Response>
export type AppOptions = {
  config: Config
  pool: pg.Pool
  /** Has a connection to spare, which listens for changes. */
  listenOn?: pg.Pool
  log: Log
  clock: Clock
  /** The servers beside this one, where it is one of several in a program. */
  siblings?: Siblings | undefined
  replicas?: Replicas | undefined
  site: (fetch: typeof globalThis.fetch, cache: PublicCache, inTurn: InTurn) => Site
}

export function createApp({ config, pool, listenOn = pool, log, clock, siblings, replicas, site }: AppOptions) {
  const { metricsToken, dataFolder, timeLimitFactor } = config
  const tokens = createTokens({ secret: config.jwtSecret, issuer: `${config.siteUrl}/auth/v1`, clock })
  const identify = createIdentify(config.publishableKey, tokens.verify, identifyProgram({ ...config, pool, clock }))
  const captcha = createCaptcha({ ...config, pool, clock, settings: config.captchaSettings })
  const calendarVersion = createCalendarVersions(pool)
  const cache = createPublicCache({ calendarVersion, now: () => clock.now().getTime() })
  const templates = createTemplateService(config)
  const counts = createRequestCounts()
  const processes = siblings?.count ?? 1
  const turns = createTurns(pool.options.max, { processes, timeLimitFactor })
  const docs = createApiDocs({ ...config, pool, functions: functionDescriptions })
  const rest = createRest({
    pool,
    schemas: ['public'],
    mountedAt: '/rest/v1',
    maxRows: ANSWER_ROWS_MAX,
    maxBody: 1024 * 1024,
    // A screen's query takes milliseconds. Strangers and members choose their own. What members import may take longer.
    timeoutsMs: { anon: seconds(0.8) * timeLimitFactor, authenticated: seconds(8) * timeLimitFactor },
    readTimeoutsMs: { authenticated: seconds(3) * timeLimitFactor },
    ownTimeoutMs: seconds(3) * timeLimitFactor,
    limits: {
      anon: { listDepth: 1, listRows: 100, filters: 50, fullText: false },
      authenticated: { fullText: false },
    },
    inTurn: ({ isOwn, userId, network = '' }, work) => {
      if (isOwn) return work()
      const queries = userId ? turns.memberQueries : turns.guestQueries
      return queries.run(shareOf(network), work, userId)
    },
    regularExpressions: false,
    beforeCall: callLimits({ ...config, pool }),
    guestSettings,
    authorize: ({ token }, access) => requireDataScope(token, access),
    log,
  })

  const headers = dataHeaders(config)
  const streams = createCalendarStreams({ ...config, pool, listenOn, identify, headers, processes, clock, log })

  const web = new Hono<IdentityVariables>()
  web.onError((error, c) => answerError(error, c, log))
  web.use(shareContext, secureByDefault(config), forwardMoved(pool))
  if (metricsToken)
    web.route(
      '/',
      createMetrics({ pool, counts, streams: streams.count, metricsToken, dataFolder, siblings, replicas }),
    )
  web.route('/', createHealth(pool))
  web.use('/auth/v1/*', exceptLinks(requireKey(config.publishableKey)))
  web.route('/auth/v1', createAuth({ ...config, pool, tokens, clock, log, turns, captcha: captcha.require }))
  web.route('/', docs.pages)
  web.use('/functions/v1/*', identified(identify, pool))
  web.route(
    '/functions/v1',
    createFunctions({ ...config, pool, clock, captcha, templates, passwords: createPasswords(turns.passwords) }),
  )
  web.use('/operator/v1/*', identified(identify, pool))
  web.route(
    '/operator/v1',
    createOperator({
      ...config,
      config,
      pool,
      clock,
      captcha,
      templates,
      log,
      passwords: createPasswords(turns.passwords),
    }),
  )
  web.all('/realtime/v1/*', notOffered('Realtime', 'Follow /functions/v1/calendar-stream, and read again.'))
  web.all('/storage/v1/*', notOffered('Storage', 'Pictures of events are added with /functions/v1/add-event-image.'))
  web.all('/graphql/v1/*', notOffered('GraphQL', 'Use /rest/v1.'))
  web.route('/', createPlainForms({ ...config, pool, clock, captcha }))
  web.route('/opt-out/one-click', createOneClick({ ...config, pool, clock, captcha }))
  web.use('/event-images/*', exceptGuests(identified(identify, pool)))
  web.route('/', createFeeds({ ...config, pool, clock, cache, calendarVersion, turns }))
  web.route('/webhooks', createWebhooks({ ...config, pool, clock, log }))
  if (config.mailbox) web.route('/dev', mailboxPage({ ...config, pool, clock }))
  web.all('*', async (c) => page(c.req.raw))

  const throughHono: Handler = {
    handle: (incoming, outgoing, context) =>
      getRequestListener((request) => web.fetch(request, context), { hostname: config.host })(incoming, outgoing),
    fetch: (request, context) => web.fetch(request, context),
  }
  const dataApi = createDataApi({ rest, identify, openApi: docs.dataOpenApi, headers, log })

  const { requests: turn, reports } = turns
  /** Where a request goes by its path, and what comes before. All but the data API and the streams have their address in Hono's table above. */
  const table: Row[] = [
    { path: '/rest/v1', turn, before: anyOrigin, handler: dataApi },
    { path: '/auth/v1', turn, before: anyOrigin, handler: throughHono },
    { path: STREAM_PATH, turn, before: anyOrigin, handler: streams.handler },
    { path: '/functions/v1', turn, before: anyOrigin, handler: throughHono },
    { path: '/realtime/v1', turn, before: anyOrigin, handler: throughHono },
    { path: '/storage/v1', turn, before: anyOrigin, handler: throughHono },
    { path: '/graphql/v1', turn, before: anyOrigin, handler: throughHono },
    { path: '/webhooks', turn: reports, before: cache.serve, handler: throughHono },
    { path: '/', turn, before: cache.serve, handler: throughHono },
  ]
  const finished = (request: FinishedRequest) => {
    logRequest(log, request)
    if (metricsToken) countRequest(counts, request)
  }
  const networkOf = networkReader(config.trustedProxies)
  const app = createRequestHandler({
    table,
    networkOf,
    ...(replicas && { reading: (fresh, work) => readingFromOne(pool, fresh, work) }),
    finished,
    log,
  })

  /** A page's own reads are counted as its visitor's; but others may wait for the page, so that the reads have no turn of their own. */
  const read: typeof globalThis.fetch = async (input, init) => {
    const { id, network } = currentCaller() ?? { id: '', network: '' }
    return asService(() => app.fetch(new Request(input, init), { id, network }))
  }
  const page = site(read, cache, (work) => turns.pages.run(callerKey(), work))
  return { ...app, routes: web.routes, paths: table.map(({ path }) => path), turns, stopStreams: streams.stop }
}

const shareContext: MiddlewareHandler<IdentityVariables> = async (c, next) => {
  c.set('requestId', c.env.id)
  c.set('network', c.env.network)
  await next()
  if (isAppError(c.error)) c.env.errorCode = c.error.code
}

type Guard = MiddlewareHandler<IdentityVariables>

/** A link in a mail, and a probe, arrive without the key. */
function exceptLinks(guard: Guard): Guard {
  const open = new Set(['/auth/v1/verify', '/auth/v1/health', '/auth/v1/.well-known/jwks.json'])
  return (c, next) => (open.has(c.req.path) ? next() : guard(c, next))
}

/** A browser shows pictures without saying who asks; our own pages say it for calendars that are not public. */
function exceptGuests(guard: Guard): Guard {
  return (c, next) => (c.req.header('authorization') ? guard(c, next) : next())
}
