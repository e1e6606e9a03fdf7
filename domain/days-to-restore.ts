import { days } from './durations.ts'
import { KEPT_WHEN_DELETED_MS } from './limits.ts'

/** Returns the days left to restore something, including the current one. */
export function daysLeft(deletedAt: string, now: Date): number {
  const left = new Date(deletedAt).getTime() + KEPT_WHEN_DELETED_MS - now.getTime()
  // Clocks differ by seconds, and the text must not say 31 or 0.
  return Math.ceil(Math.min(Math.max(left, 1), KEPT_WHEN_DELETED_MS) / days(1))
}
