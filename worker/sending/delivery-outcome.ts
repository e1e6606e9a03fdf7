// Decides what happens to a delivery after an attempt: sent, planned again, or ended.
import { hours, minutes } from '#domain/durations.ts'
import type { Outcome } from '#messages/outcome.ts'
import type { Claimed, Settlement } from './ledger.ts'

/**
 * Retries 1, 6, 11, 26 and 86 minutes after the first attempt, then every hour, until the day of the event is over. Greylisting takes five or
 * ten minutes.
 */
export function retryDelay(attempts: number): number {
  return [minutes(1), minutes(5), minutes(5), minutes(15)][attempts - 1] ?? hours(1)
}

export function settlementOf(row: Claimed, outcome: Outcome, now: Date): Settlement {
  switch (outcome.kind) {
    case 'sent':
      return { state: 'sent', providerId: outcome.providerId }
    case 'stopped':
      // The database did not allow it and has recorded why, or another worker has the row.
      return { state: 'planned', refused: true, unused: true }
    case 'unknown':
      // The second copy has the same Message-ID, so that a mail program shows it once.
      return retry(minutes(1), outcome.code, false, false)
    case 'refused': {
      const { failure, code, isCarrier, isBadAddress, retryAfterMs } = outcome
      if (failure === 'permanent') return { state: isBadAddress ? 'bounced' : 'failed', error: code, refused: true }
      if (isCarrier || failure === 'alarm') return retry(retryAfterMs ?? minutes(1), code, true, true)
      return retry(Math.max(retryAfterMs ?? 0, retryDelay(row.attempts)), code, true, false)
    }
  }

  function retry(delay: number, error: string, refused: boolean, unused: boolean): Settlement {
    const nextAttemptAt = new Date(now.getTime() + delay)
    // A day-of mail is worthless tomorrow.
    if (row.expires_at && nextAttemptAt >= row.expires_at) return { state: 'expired', error, refused }
    return { state: 'planned', error, nextAttemptAt, refused, unused }
  }
}

/** A mailbox may take mail from chosen senders only; so many in a row are their provider's opinion of us. */
const REFUSALS_IN_A_ROW = 3

export type Refusals = {
  /** Counts the outcome, and returns whether the domain of the address should be left alone for a while. */
  count(address: string, outcome: Outcome): boolean
}

/** Counts policy refusals in a row by domain. Only an accepted mail forgets them, so after a rest one refusal is enough. */
export function createRefusals(): Refusals {
  const inARow = new Map<string, number>()
  return {
    count(address, outcome) {
      const domain = domainOf(address)
      if (outcome.kind === 'sent') inARow.delete(domain)
      if (outcome.kind !== 'refused' || !outcome.isPolicy) return false
      const refused = (inARow.get(domain) ?? 0) + 1
      inARow.set(domain, refused)
      return refused >= REFUSALS_IN_A_ROW
    },
  }
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
