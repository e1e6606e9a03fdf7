/** Limits how many tasks run at once; the others wait in order. */
export type Semaphore = {
  acquire(): Promise<void>
  release(): void
  /** Holds a place while `work` runs. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Returns how many wait for a place. */
  waiting(): number
  /** Returns whether nobody has a place. */
  isFree(): boolean
}

export function createSemaphore(places: number): Semaphore {
  let free = places
  const queue: (() => void)[] = []

  async function acquire(): Promise<void> {
    if (free > 0) free--
    else await new Promise<void>((resolve) => queue.push(resolve))
  }

  function release(): void {
    const next = queue.shift()
    if (next) next()
    else free++
  }

  return {
    acquire,
    release,
    async run(work) {
      await acquire()
      try {
        return await work()
      } finally {
        release()
      }
    },
    waiting: () => queue.length,
    isFree: () => free === places,
  }
}
