/** Lets so many in at once; the others wait in order. */
export type Turnstile = { enter(): Promise<void>; leave(): void }

export function createTurnstile(places: number): Turnstile {
  let free = places
  const waiting: (() => void)[] = []
  return {
    enter() {
      if (free > 0) {
        free--
        return Promise.resolve()
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
    leave() {
      const next = waiting.shift()
      if (next) next()
      else free++
    },
  }
}
