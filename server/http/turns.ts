// Limits concurrent work per caller, so that no client can block the site. Each kind of work has its places, and callers get them in turn.

import { availableParallelism } from 'node:os'
import { seconds } from '#domain/durations.ts'
import { createAllowance, createFairSemaphore, type FairOptions, type FairSemaphore } from '#runtime/fair-semaphore.ts'

export type Turns = Record<
  'requests' | 'reports' | 'guestQueries' | 'memberQueries' | 'pages' | 'feeds' | 'pictures' | 'passwords',
  FairSemaphore
>

/**
 * Free-form queries of the data API take at most three quarters of the connections, and guests' a quarter. The rest is for pages,
 * sign-in and everything else, whose statements are ours and short. What a network may use is divided by the number of server
 * processes, over which its connections are spread. On a slow machine everything takes longer, and callers may (`timeLimitFactor`).
 */
export function createTurns(connections: number, { processes = 1, timeLimitFactor = 1 } = {}): Turns {
  const part = (whole: number) => whole / processes
  const places = (whole: number) => Math.max(1, Math.floor(part(whole)))
  const allowance = (share: number, burst: number) =>
    createAllowance({ share: part(share) * timeLimitFactor, burstMs: part(burst) * timeLimitFactor })
  const createSemaphore = (options: FairOptions) =>
    createFairSemaphore({ waitMs: seconds(5) * timeLimitFactor, ...options })
  const guests = Math.max(1, Math.floor(connections / 4))
  const members = Math.max(1, Math.floor(connections / 2))
  /**
   * What visitors of one network make us do that isn't cached: one allowance for all of it, because it all needs the same processors.
   * A school sits behind one address: the burst is enough for hundreds of pages.
   */
  const visitors = allowance(0.25, seconds(10))
  /**
   * Counts by network, and only until a request yields to others: nobody waits for a slow client, or for all that another network has sent.
   * Each counts alike, so that a flood of cheap requests is slowed down as well.
   */
  const starts = (perSecond: number, burst: number) =>
    createSemaphore({
      places: 8,
      perKey: 1,
      allowance: allowance(1, seconds(burst / perSecond)),
      costMs: seconds(1) / perSecond,
      waiting: places(5 * perSecond),
      waitingInAll: 10_000,
    })
  return {
    /** Every request, of any kind. A page and its files are forty on the first visit, and three on the next. A school sits behind one address. */
    requests: starts(50, 1000),
    /** Reports of providers. Twilio reports each text two or three times, and does not repeat a report that got 429. The whole rate in each process. A wrong signature costs a hash. */
    reports: starts(500 * processes, 5000 * processes),
    /** Shared by network. A guest's query takes milliseconds, so that a school of guests notices nothing of one place. */
    guestQueries: createSemaphore({ places: guests, perKey: 1, allowance: visitors, waiting: 256 }),
    /**
     * Shared by network, and there by person: accounts cost nothing. Two at a time, so that an import doesn't stop the neighbors, but in the
     * long run half the time of one, because PostgreSQL has no more processors than we do.
     */
    memberQueries: createSemaphore({
      places: members,
      perKey: places(members / 2),
      allowance: allowance(0.5, seconds(10)),
      waiting: 256,
      waitingPerPerson: 64,
    }),
    /** Shared by network, and only what isn't cached. */
    pages: createSemaphore({ places: 3, perKey: 1, allowance: visitors }),
    feeds: createSemaphore({ places: 2, perKey: 1, allowance: visitors }),
    pictures: createSemaphore({ places: 2, perKey: 1, allowance: visitors }),
    /** Shared by network. Each takes a processor. */
    passwords: createSemaphore({
      places: places(Math.min(4, availableParallelism())),
      perKey: 1,
      allowance: allowance(0.25, seconds(2)),
    }),
  }
}
