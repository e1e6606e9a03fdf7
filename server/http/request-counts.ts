// Counts requests for /metrics. Labels come from short lists of our own, never from what a caller sent: no path, no id.
import { errorCodes } from '#domain/errors.ts'
import type { FinishedRequest } from './request-context.ts'

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
  /** Keyed by surface and class: `auth 4xx`. */
  requests: Map<string, number>
  durations: Map<string, Durations>
  /** Keyed by surface and error code: `auth invalid_credentials`. */
  refusals: Map<string, number>
}

export function createRequestCounts(): RequestCounts {
  return { requests: new Map(), durations: new Map(), refusals: new Map() }
}

export function countRequest(counts: RequestCounts, { path, status, ms, errorCode }: FinishedRequest): void {
  const surface = surfaceOf(path)
  add(counts.requests, `${surface} ${Math.floor(status / 100)}xx`)
  addDuration(counts.durations, surface, ms / 1000)
  const refusal = status >= 400 && status < 500 && refusalOf(errorCode, status)
  if (refusal) add(counts.refusals, `${surface} ${refusal}`)
}

function surfaceOf(path: string): string {
  for (const [prefix, surface] of surfaces) if (path.startsWith(prefix)) return surface
  return /^\/calendar\/.+\.(ics|rss|json)$/.test(path) ? 'feeds' : 'site'
}

/** Returns only codes of our own list. Some functions answer a refusal themselves; a rate limit then shows in the status. */
function refusalOf(code: string | undefined, status: number): string | undefined {
  if (code !== undefined && code in errorCodes) return code
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
