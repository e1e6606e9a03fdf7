// Counts requests for /metrics. Labels come from short lists of our own, never from what a caller sent: no path, no id.
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { errorCodes, isAppError } from '#domain/errors.ts'
import type { Answered } from './request-log.ts'

/** Which part answers, by the beginning of the path; what is none of these is a page. */
const surfaces: [prefix: string, surface: string][] = [
  ['/auth/v1', 'auth'],
  ['/rest/v1', 'rest'],
  ['/functions/v1', 'functions'],
  ['/webhooks', 'webhooks'],
  ['/feed/', 'feeds'],
  ['/assets/', 'files'],
  ['/health', 'probes'],
  ['/ready', 'probes'],
  ['/metrics', 'probes'],
]

/** Upper bounds in seconds. */
export const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type Durations = { buckets: number[]; sum: number; count: number }
export type RequestCounts = {
  /** By surface and class: `auth 4xx`. */
  requests: Map<string, number>
  durations: Map<string, Durations>
  /** By surface and error code: `auth invalid_credentials`. */
  refusals: Map<string, number>
}

export function createRequestCounts(): RequestCounts {
  return { requests: new Map(), durations: new Map(), refusals: new Map() }
}

export function countRequests(counts: RequestCounts) {
  return createMiddleware(async (c, next) => {
    const started = performance.now()
    await next()
    const { path } = c.req
    const { status } = c.res
    countRequest(counts, { path, status, ms: performance.now() - started })
    if (status >= 400 && status < 500) {
      const code = refusalOf(c, status)
      if (code) add(counts.refusals, `${surfaceOf(path)} ${code}`)
    }
  })
}

export function countRequest(
  counts: RequestCounts,
  { path, status, ms }: Pick<Answered, 'path' | 'status' | 'ms'>,
): void {
  const surface = surfaceOf(path)
  add(counts.requests, `${surface} ${Math.floor(status / 100)}xx`)
  addDuration(counts.durations, surface, ms / 1000)
}

function surfaceOf(path: string): string {
  for (const [prefix, surface] of surfaces) if (path.startsWith(prefix)) return surface
  return /^\/calendar\/.+\.(ics|rss|json)$/.test(path) ? 'feeds' : 'site'
}

/** Only codes of our own list. Some functions answer a refusal themselves; a limit is then known by its status. */
function refusalOf(c: Context, status: number): string | undefined {
  if (isAppError(c.error) && c.error.code in errorCodes) return c.error.code
  return status === 429 ? 'over_request_rate_limit' : undefined
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function addDuration(durations: Map<string, Durations>, surface: string, seconds: number): void {
  let known = durations.get(surface)
  if (!known) {
    known = { buckets: durationBuckets.map(() => 0), sum: 0, count: 0 }
    durations.set(surface, known)
  }
  const at = durationBuckets.findIndex((bound) => seconds <= bound)
  if (at >= 0) known.buckets[at] = (known.buckets[at] ?? 0) + 1
  known.sum += seconds
  known.count += 1
}
