import { days } from './durations.ts'
import { KEPT_WHEN_DELETED_MS } from './limits.ts'

/** How many days are left to restore something, the one that has begun among them. */
export function daysLeft(deletedAt: string, now: Date): number {
  const left = new Date(deletedAt).getTime() + KEPT_WHEN_DELETED_MS - now.getTime()
  // Clocks differ by seconds, and nobody should read 31 or 0.
  return Math.ceil(Math.min(Math.max(left, 1), KEPT_WHEN_DELETED_MS) / days(1))
}
