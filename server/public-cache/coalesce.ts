/**
 * Lets many callers share one look-up: while one runs, callers wait for the next. A look-up always starts after the call that it
 * answers, so no caller gets a result from before their call.
 */
export function coalesce<Result>(lookUp: () => Promise<Result>): () => Promise<Result> {
  let next: Promise<Result> | null = null
  let last: Promise<unknown> = Promise.resolve()

  return () => {
    next ??= schedule()
    return next
  }

  function schedule(): Promise<Result> {
    // Waits a turn, so that all requests that have arrived join.
    const result = last.then(turn).then(() => {
      next = null
      return lookUp()
    })
    // Callers see a failure; the next look-up starts all the same.
    last = result.catch(() => {})
    return result
  }
}

/** Coalesces look-ups of different keys into one. */
export function coalesceByKey<Result>(lookUp: (keys: string[]) => Promise<Map<string, Result>>) {
  const keys = new Set<string>()
  const results = coalesce(() => {
    const wanted = [...keys]
    keys.clear()
    return lookUp(wanted)
  })
  return async function find(key: string): Promise<Result | null> {
    keys.add(key)
    return (await results()).get(key) ?? null
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
