// Which releases of PostgreSQL Townbell takes, and how many minor ones a server lacks. Every minor release mends security holes and keeps the data.
import { days } from '#domain/durations.ts'

export const OLDEST_MAJOR = 15
export const NEWEST_MAJOR = 18

/** The newest minor release of each major version on the day below. Add to it with each release of Townbell. */
const newestMinors: Record<number, number> = { 15: 20, 16: 16, 17: 12, 18: 6 }
const KNOWN_UNTIL = Date.UTC(2026, 10, 12)

/** From `server_version_num`. */
export const majorOf = (version: number) => Math.floor(version / 10_000)
export const nameOf = (version: number) => `${majorOf(version)}.${version % 10_000}`

/**
 * Returns how many minor releases came out since this one, at least: PostgreSQL publishes them on the second Thursday of February, May,
 * August and November, and sometimes one between. A major version gets its last in November five years after its first.
 */
export function missingReleases(version: number, now: Date): number {
  const major = majorOf(version)
  const newest = newestMinors[major]
  if (newest === undefined) return 0
  const last = Date.UTC(major + 2012, 11, 1)
  const until = Math.min(now.getTime() - PACKAGED_WITHIN_MS, last)
  return Math.max(0, newest + scheduled(KNOWN_UNTIL, until) - (version % 10_000))
}

/** Distributions need some days. */
const PACKAGED_WITHIN_MS = days(7)

function scheduled(after: number, until: number): number {
  let count = 0
  for (let month = new Date(after).getUTCFullYear() * 12; ; month += 1) {
    const day = secondThursday(month)
    if (day > until) return count
    if (month % 3 === 1 && day > after) count++
  }
}

/** `month` counts from January of the year 0. */
function secondThursday(month: number): number {
  const first = Date.UTC(Math.floor(month / 12), month % 12, 1)
  return first + days(((11 - new Date(first).getUTCDay()) % 7) + 7)
}
