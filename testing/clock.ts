import type { Clock } from '#runtime/clock.ts'

export type MovableClock = Clock & {
  /** Goes on from there at the usual pace. */
  moveTo(instant: Date): void
}

/** Starts at the machine's time. */
export function movableClock(): MovableClock {
  let lead = 0
  return {
    now: () => new Date(Date.now() + lead),
    moveTo(instant) {
      lead = instant.getTime() - Date.now()
    },
  }
}
