// Limits concurrent work per caller, so that no client can block the site. Each kind of work has its places, and callers get them in turn.

import { availableParallelism } from 'node:os'
import { seconds } from '#domain/durations.ts'
import { createFairSemaphore, type FairSemaphore } from '#runtime/fair-semaphore.ts'

export type Turns = Record<
  'guestQueries' | 'memberQueries' | 'pages' | 'feeds' | 'pictures' | 'passwords',
  FairSemaphore
>

/**
 * Free-form queries of the data API take at most three quarters of the connections, and guests' a quarter. The rest is for pages,
 * sign-in and everything else, whose statements are ours and short. What a network may use is divided by the number of server
 * processes, over which its connections are spread.
 */
export function createTurns(connections: number, processes = 1): Turns {
  const part = (whole: number) => whole / processes
  const places = (whole: number) => Math.max(1, Math.floor(part(whole)))
  const guests = Math.max(1, Math.floor(connections / 4))
  const members = Math.max(1, Math.floor(connections / 2))
  return {
    /** By network. A guest's query takes milliseconds, so that a school of guests notices nothing of one place. */
    guestQueries: createFairSemaphore({
      places: guests,
      perKey: 1,
      share: part(0.25),
      burstMs: part(seconds(5)),
      waiting: 256,
    }),
    /**
     * By network, and there by person: accounts cost nothing. Two at a time, so that an import doesn't stop the neighbors, but in the
     * long run half the time of one, because PostgreSQL has no more processors than we do.
     */
    memberQueries: createFairSemaphore({
      places: members,
      perKey: places(members / 2),
      share: part(0.5),
      burstMs: part(seconds(10)),
      waiting: 256,
      waitingPerPerson: 64,
    }),
    /**
     * By network, and only what isn't cached. What they use up is the one thread that answers everybody; waiting for the database costs
     * nothing. A school sits behind one address: the burst is enough for a hundred pages.
     */
    pages: createFairSemaphore({ places: 3, perKey: 1, share: part(0.25), burstMs: part(seconds(5)), used: threadMs }),
    feeds: createFairSemaphore({ places: 2, perKey: 1, share: part(0.125), burstMs: part(seconds(2)), used: threadMs }),
    /** By network. Drawing one takes a processor for a moment; a preview is asked for once per link that is shared. */
    pictures: createFairSemaphore({ places: 2, perKey: 1, share: part(0.125), burstMs: part(seconds(5)) }),
    /** By network. Each takes a processor. */
    passwords: createFairSemaphore({
      places: places(Math.min(4, availableParallelism())),
      perKey: 1,
      share: part(0.25),
      burstMs: part(seconds(2)),
    }),
  }
}

/** The processor time of this thread. It doesn't grow while other programs have the processor. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
