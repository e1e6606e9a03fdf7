/** Returns the same random numbers for the same seed (mulberry32). */
export type Dice = {
  next(): number
  pick<T>(list: readonly T[]): T
  maybe(chance: number): boolean
  times<T>(most: number, one: () => T): T[]
}

export function diceOf(seed: number): Dice {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
    maybe: (chance) => next() < chance,
    times: (most, one) => Array.from({ length: Math.floor(next() * (most + 1)) }, one),
  }
}
