import { minutes } from '#domain/durations.ts'

/** Apart from calendar-stream.ts, which is loaded later than what polls. */
export const stream = { isOpen: false }

/** Returns how often to poll what a stream announces: hardly, while one is open. */
export const pollEvery = (ms: number): number => (stream.isOpen ? minutes(1) : ms)
