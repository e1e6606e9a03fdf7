// Sends one job's part of a mailing on any channel: claims deliveries in batches, reads the content, and sends to one recipient after
// another. Deliveries that can no longer be sent, or not now, are settled here.
import { JOB_SIZE } from './dispatch.ts'
import { type Channel, type Claimed, type Mailing, type Settlement, UNSENT } from './ledger.ts'
import { renewLeasesOf } from './renew-leases.ts'
import { createSendRate } from './send-rate.ts'
import type { Sending } from './sending.ts'

/** Every event of the mailing was removed or is over, or every one that this recipient wanted. */
export const NOTHING_LEFT: Settlement = {
  state: 'cancelled',
  error: 'its events are over or were removed',
  refused: true,
}

export type BatchSender<Content> = {
  /** How many deliveries to claim at once; all of them wait while the carrier is slow. */
  batch: number
  perSecond?: number | undefined
  /** Reads the content for a batch; null when nothing is left to send. */
  content(rows: Claimed[]): Promise<Content | null>
  /** `next`: the delivery after this one, if it follows immediately. */
  send(row: Claimed, content: Content, next?: Claimed): Promise<void>
}

/** How many of a batch are left when the next is claimed, so that connections do not all wait for a claim at the same time. */
const AHEAD = 10

type Batch<Content> = { rows: Claimed[]; content: Content | null; leases: { stop(): void } }

export async function sendInBatches<Content>(
  sending: Sending,
  mailing: Mailing,
  sender: BatchSender<Content>,
): Promise<void> {
  const { ledger, position, progress, pool, log } = sending
  const rate = createSendRate(pool, mailing.channel, sender.perSecond)
  let left = mailing.count ?? JOB_SIZE
  // The first batch is small: nothing leaves on this connection until it is claimed.
  let coming = claim(AHEAD)
  try {
    for (let batch = await coming; batch; batch = await coming) {
      const { rows, content, leases } = batch
      try {
        await rate.reserve(rows.length)
        for (const [at, row] of rows.entries()) {
          if (at === Math.max(0, rows.length - AHEAD)) coming = claim(sender.batch)
          if (content === null) ledger.settle(row, NOTHING_LEFT)
          else if (!canSend(sending, mailing.channel)) ledger.settle(row, UNSENT)
          else {
            await rate.turn()
            await sender.send(row, content, rate.isFree ? rows[at + 1] : undefined)
          }
        }
      } finally {
        leases.stop()
        progress.announce(mailing.calendarId)
      }
    }
  } finally {
    await coming.then(
      (batch) => batch?.leases.stop(),
      () => {},
    )
    await ledger.flushed()
  }

  /** Resolves to undefined when there is nothing to send, or not now. */
  function claim(count: number): Promise<Batch<Content> | undefined> {
    const claimed = claimBatch(count)
    // A rejection is handled where the batch is awaited; this avoids an unhandled rejection before that.
    claimed.catch(() => {})
    return claimed
  }

  async function claimBatch(count: number): Promise<Batch<Content> | undefined> {
    if (left <= 0 || !canSend(sending, mailing.channel)) return undefined
    const rows = await ledger.claim(mailing, Math.min(count, left, rate.most))
    if (rows.length === 0) return undefined
    left -= rows.length
    const leases = renewLeasesOf(ledger, rows, log)
    try {
      await position.advance()
      return { rows, content: await sender.content(rows), leases }
    } catch (error) {
      leases.stop()
      for (const row of rows) ledger.settle(row, UNSENT)
      throw error
    }
  }
}

export function canSend({ isStopping, restUntil }: Sending, channel: Channel): boolean {
  return !isStopping() && performance.now() >= restUntil[channel]
}
