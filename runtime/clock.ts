/** Gives the time instead of `new Date()`, so that tests can run on any day. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
