// GET /functions/v1/calendar-stream?calendar_id=…: server-sent events that say when a calendar or its mailings changed. Readers then read
// again as usual, so that the stream itself contains nothing. On Node's own response, which stays open after the request is logged.
import type { ServerResponse } from 'node:http'
import type pg from 'pg'
import { AppError } from '#domain/errors.ts'
import { isUuid } from '#domain/uuid.ts'
import { asService, shareOf } from '#runtime/caller.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import { isLoopback } from '#runtime/loopback.ts'
import { describeError } from '#server/http/errors.ts'
import { type Identify, requireSession } from '#server/http/identity.ts'
import { nodeRequest } from '#server/http/node-request.ts'
import type { RequestContext } from '#server/http/request-context.ts'
import type { Handler } from '#server/http/request-handler.ts'
import { STREAM_LIMITS } from '#server/http/stream-limits.ts'
import { createChangeListener } from './change-listener.ts'
import { createOpenStreams } from './open-streams.ts'
import { readAccess, subjectOf } from './stream-access.ts'

export const STREAM_PATH = '/functions/v1/calendar-stream'

type Options = {
  pool: pg.Pool
  /** Has a connection to spare, which listens. */
  listenOn: pg.Pool
  identify: Identify
  /** Headers of every response. */
  headers: Record<string, string>
  processes: number
  /** Streams of this process; 0: none. */
  streamsMax: number
  clock: Clock
  log: Log
}

export function createCalendarStreams(options: Options) {
  const { pool, listenOn, identify, headers, processes, streamsMax, clock, log } = options
  const streams = createOpenStreams({
    read: (subjects) => asService(() => readAccess(pool, subjects, clock.now())),
    limits: {
      perNetwork: Math.ceil(STREAM_LIMITS.perNetwork / processes),
      perPerson: Math.ceil(STREAM_LIMITS.perPerson / processes),
      all: streamsMax,
    },
    log,
  })
  const listener = createChangeListener({
    pool: listenOn,
    onChange: streams.change,
    onReconnect: streams.changeAll,
    log,
  })
  let stopped = false

  async function open(request: ReturnType<typeof nodeRequest>, outgoing: ServerResponse, { network }: RequestContext) {
    if (request.method !== 'GET') throw new AppError('method_not_allowed', 405, 'This function answers GET only')
    if (stopped) throw new AppError('unavailable', 503, 'This server is being replaced.', { retryAfter: 1 })
    const identity = await identify(request)
    // EventSource does not connect again after this.
    if (streamsMax === 0) return void outgoing.writeHead(204, headers).end()
    const calendarId = new URL(request.url).searchParams.get('calendar_id')?.toLowerCase() ?? ''
    if (!isUuid(calendarId)) throw new AppError('validation_failed', 400, 'calendar_id must be the id of a calendar')
    const subject = subjectOf(identity, calendarId)
    const stream = streams.take(subject, isLoopback(network) ? null : shareOf(network), outgoing)
    await asService(() => listener.ready())
    const access = (await readAccess(pool, [subject], clock.now())).get(subject.key)
    if (!access) {
      if (identity.session) await requireSession(pool, identity.session)
      throw new AppError('not_found', 404, "This calendar doesn't exist, or you can't see it")
    }
    for (const [name, value] of Object.entries({ ...headers, ...streamHeaders })) outgoing.setHeader(name, value)
    if (!outgoing.destroyed) streams.start(stream, access)
  }

  const handler: Handler = {
    async handle(incoming, outgoing, context) {
      try {
        await open(nodeRequest(incoming), outgoing, context)
      } catch (error) {
        const { status, headers: own, body } = describeError(error, STREAM_PATH, context, log)
        outgoing.writeHead(status, { ...headers, ...own }).end(JSON.stringify(body))
      }
    },
    /** Pages have no use for it. */
    async fetch(_request, context) {
      const { body, ...init } = describeError(
        new AppError('not_offered', 404, 'Not for pages'),
        STREAM_PATH,
        context,
        log,
      )
      return Response.json(body, init)
    },
  }

  return {
    handler,
    count: () => streams.count,
    /** Ends all streams, whose readers then connect to another process. */
    stop() {
      stopped = true
      streams.stop()
      listener.stop()
    },
  }
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // nginx would collect it.
  'x-accel-buffering': 'no',
  // The reader's next request may go to another process.
  connection: 'close',
}
