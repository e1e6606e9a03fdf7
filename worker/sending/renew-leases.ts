// A lease is short, so that others soon take over from a dead worker; a living one renews it while it waits for a carrier.
import { seconds } from '#domain/durations.ts'
import type { Log } from '#runtime/log.ts'
import type { Claimed, Ledger } from './ledger.ts'

export function renewLeasesOf(ledger: Ledger, rows: Claimed[], log: Log): { stop(): void } {
  const timer = setInterval(() => {
    // Rows that have ended are skipped by their state.
    ledger.renew(rows).catch((error) => log.warn({ err: error }, 'could not renew leases'))
  }, seconds(10))
  return { stop: () => clearInterval(timer) }
}
