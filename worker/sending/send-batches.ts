// One job's share of a mailing, whatever the channel: claims a few rows at a time, reads what is to be said, sends to one after
// another. Rows that cannot be sent any more, or not now, are given back here.
import { JOB_SIZE } from './dispatch.ts'
import type { Channel, Claimed, Mailing, Settlement } from './ledger.ts'
import { renewLeasesOf } from './renew-leases.ts'
import { createSendRate } from './send-rate.ts'
import type { Sending } from './sending.ts'

/** Its events were removed, or those that this person wanted to hear of. */
export const NOTHING_LEFT: Settlement = { state: 'cancelled', error: 'its events were removed', refused: true }

export type Share<Content> = {
  /** How many rows to hold at once: all of them wait while a carrier thinks. */
  batch: number
  perSecond?: number | undefined
  /** Asked for each batch; null when there is nothing to tell any more. */
  content(rows: Claimed[]): Promise<Content | null>
  /** `next`: the row after this one, where it comes at once. */
  send(row: Claimed, content: Content, next?: Claimed): Promise<void>
}

/** The next batch is claimed when so many of this one are left: connections that wait for theirs wait together, and nothing leaves. */
const AHEAD = 10

type Batch<Content> = { rows: Claimed[]; content: Content | null; leases: { stop(): void } }

export async function sendInBatches<Content>(sending: Sending, mailing: Mailing, share: Share<Content>): Promise<void> {
  const { ledger, position, pool, log } = sending
  const pace = createSendRate(pool, mailing.channel, share.perSecond)
  let left = JOB_SIZE
  // The first are few: nothing leaves on this connection until they are claimed.
  let coming = claim(AHEAD)
  try {
    for (let batch = await coming; batch; batch = await coming) {
      const { rows, content, leases } = batch
      try {
        await pace.reserve(rows.length)
        for (const [at, row] of rows.entries()) {
          if (at === Math.max(0, rows.length - AHEAD)) coming = claim(share.batch)
          if (content === null) ledger.settle(row, NOTHING_LEFT)
          else if (!canSend(sending, mailing.channel))
            ledger.settle(row, { state: 'planned', refused: true, unused: true })
          else {
            await pace.turn()
            await share.send(row, content, pace.isFree ? rows[at + 1] : undefined)
          }
        }
      } finally {
        leases.stop()
      }
    }
  } finally {
    await coming.then(
      (batch) => batch?.leases.stop(),
      () => {},
    )
    await ledger.flushed()
  }

  /** Undefined when there is nothing to send, or not now. */
  function claim(count: number): Promise<Batch<Content> | undefined> {
    const claimed = claimBatch(count)
    // Whoever awaits it hears of it.
    claimed.catch(() => {})
    return claimed
  }

  async function claimBatch(count: number): Promise<Batch<Content> | undefined> {
    if (left <= 0 || !canSend(sending, mailing.channel)) return undefined
    const rows = await ledger.claim(mailing, Math.min(count, left, pace.most))
    if (rows.length === 0) return undefined
    left -= rows.length
    const leases = renewLeasesOf(ledger, rows, log)
    try {
      await position.advance()
      return { rows, content: await share.content(rows), leases }
    } catch (error) {
      leases.stop()
      throw error
    }
  }
}

export function canSend({ isStopping, restUntil }: Sending, channel: Channel): boolean {
  return !isStopping() && performance.now() >= restUntil[channel]
}
