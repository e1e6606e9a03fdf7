// The open streams of this process: their bounds, what each is told, and when it ends. A stream says only that something changed, and
// before it says even that, its reader's access is checked again.
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { seconds } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import type { Log } from '#runtime/log.ts'
import type { Change } from './change-listener.ts'
import type { Access, Subject } from './stream-access.ts'

/** `all`: of this process. */
type StreamLimits = { perNetwork: number; perPerson: number; all: number }

type Stream = {
  subject: Subject
  counted: string[]
  outgoing: ServerResponse
  /** What was last sent; undefined while its access is still being read. */
  version?: number
}

type Options = {
  read: (subjects: Subject[]) => Promise<Map<string, Access>>
  limits: StreamLimits
  log: Log
  heartbeatMs?: number
}

/** Changes that come at the same time are told together. */
const PAUSE_MS = 200
/** Proxies close what is silent for a minute. */
const HEARTBEAT_MS = seconds(25)
const RETRY_AFTER = 30

export function createOpenStreams({ read, limits, log, heartbeatMs = HEARTBEAT_MS }: Options) {
  const byCalendar = new Map<string, Set<Stream>>()
  const counts = new Map<string, number>()
  const changed = new Map<string, Set<Change['what']>>()
  let open = 0
  let isTelling = false
  const heartbeat = setInterval(beat, heartbeatMs).unref()

  /** Takes a place, or refuses. The place is free again when the response has ended. */
  function take(subject: Subject, network: string | null, outgoing: ServerResponse): Stream {
    if (open >= limits.all) throw refuse(503, 'unavailable', 'Too many people follow calendars live right now.')
    const counted: [string, number][] = []
    if (network !== null) counted.push([`network ${network}`, limits.perNetwork])
    if (subject.userId) counted.push([`person ${subject.userId}`, limits.perPerson])
    if (counted.some(([key, max]) => (counts.get(key) ?? 0) >= max))
      throw refuse(429, 'over_request_rate_limit', 'Too many streams are open from here. Close one, or wait.')
    const stream: Stream = { subject, counted: counted.map(([key]) => key), outgoing }
    for (const key of stream.counted) counts.set(key, (counts.get(key) ?? 0) + 1)
    const streams = byCalendar.get(subject.calendarId) ?? new Set()
    byCalendar.set(subject.calendarId, streams.add(stream))
    open++
    outgoing.once('close', () => leave(stream))
    return stream
  }

  function leave(stream: Stream): void {
    const { counted, subject } = stream
    const { calendarId } = subject
    const streams = byCalendar.get(calendarId)
    streams?.delete(stream)
    if (streams?.size === 0) byCalendar.delete(calendarId)
    for (const key of counted) {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
    open--
  }

  function start(stream: Stream, { version }: Access): void {
    stream.version = version
    write(stream, `retry: 3000\n\n${message('open', { version })}`)
  }

  function change({ calendarId, what }: Change): void {
    if (!byCalendar.has(calendarId)) return
    changed.set(calendarId, (changed.get(calendarId) ?? new Set()).add(what))
    void tellAll()
  }

  /** Anything may have changed. */
  function changeAll(): void {
    for (const calendarId of byCalendar.keys()) {
      change({ calendarId, what: 'events' })
      change({ calendarId, what: 'mailings' })
    }
  }

  async function tellAll(): Promise<void> {
    if (isTelling) return
    isTelling = true
    while (changed.size > 0) {
      const now = new Map(changed)
      changed.clear()
      await tell(now).catch((error) => log.warn({ err: error }, 'could not tell the streams of a change'))
      await sleep(PAUSE_MS, undefined, { ref: false })
    }
    isTelling = false
  }

  async function tell(now: Map<string, Set<Change['what']>>): Promise<void> {
    const streams = [...now.keys()].flatMap((calendarId) => [...(byCalendar.get(calendarId) ?? [])])
    if (streams.length === 0) return
    const access = await read([...new Map(streams.map(({ subject }) => [subject.key, subject])).values()])
    for (const stream of streams) {
      const { subject, outgoing, version } = stream
      const found = access.get(subject.key)
      const kinds = now.get(subject.calendarId) ?? new Set()
      // It is being opened, and its access may have been read before the change.
      if (version === undefined) for (const what of kinds) change({ calendarId: subject.calendarId, what })
      else if (!found) outgoing.end()
      else {
        if (found.version !== version) write(stream, message('events', { version: found.version }))
        stream.version = found.version
        if (found.seesMailings && kinds.has('mailings')) write(stream, message('mailings', {}))
      }
    }
  }

  function beat(): void {
    for (const [calendarId, streams] of byCalendar) {
      for (const stream of streams) {
        // The last heartbeat has not been read.
        if (stream.outgoing.writableLength > 0) stream.outgoing.destroy()
        else if (stream.version !== undefined) write(stream, ': still here\n\n')
      }
      change({ calendarId, what: 'access' })
    }
  }

  return {
    take,
    start,
    change,
    changeAll,
    get count() {
      return open
    },
    stop() {
      clearInterval(heartbeat)
      changed.clear()
      for (const streams of byCalendar.values()) for (const { outgoing } of streams) outgoing.end()
    },
  }
}

function write({ outgoing }: Stream, text: string): void {
  if (!outgoing.writableEnded && !outgoing.destroyed) outgoing.write(text)
}

const message = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

function refuse(status: 429 | 503, code: 'over_request_rate_limit' | 'unavailable', text: string): AppError {
  return new AppError(code, status, text, { retryAfter: RETRY_AFTER })
}
