// Slows down a network that sends more requests than people do, so that a flood of cheap requests leaves the server to the others.
import { LRUCache } from 'lru-cache'
import { seconds } from '#domain/durations.ts'

export type RequestRate = {
  /** What a network may send in the long run, and at once. */
  perSecond: number
  burst: number
  waitMs?: number
  now?: () => number
}

/** Networks whose requests are remembered. */
const NETWORKS_MAX = 10_000

/** Returns a function that takes one request of a network, and returns how many ms it has to wait; null if that would be too long. */
export function createRequestRate({
  perSecond,
  burst,
  waitMs = seconds(5),
  now = performance.now.bind(performance),
}: RequestRate): (network: string) => number | null {
  const interval = seconds(1) / perSecond
  /** The instant until which a network has used up what it may send. */
  const usedUntil = new LRUCache<string, number>({ max: NETWORKS_MAX })
  return (network) => {
    const at = now()
    const until = Math.max(usedUntil.get(network) ?? -Infinity, at - burst * interval) + interval
    if (until - at > waitMs) return null
    usedUntil.set(network, until)
    return Math.max(0, until - at)
  }
}
