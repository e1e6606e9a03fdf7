// Deadlines of everything that is going on over one connection, watched by a single timer. A timer for each line sent and
// received took a thirtieth of the time that a mail takes.

export type Deadlines = {
  /** Starts a deadline and returns the function that cancels it. */
  begin(timeoutMs: number): () => void
  /** Stops the timer for good. */
  end(): void
}

/** `onTimeout` is called once a deadline has passed. */
export function createDeadlines(onTimeout: () => void): Deadlines {
  const open = new Set<{ at: number }>()
  let timer: NodeJS.Timeout | undefined
  let timerAt = Number.POSITIVE_INFINITY
  return {
    begin(timeoutMs) {
      const deadline = { at: performance.now() + timeoutMs }
      open.add(deadline)
      if (deadline.at < timerAt) setTimer(deadline.at)
      return () => void open.delete(deadline)
    },
    end: () => clearTimeout(timer),
  }

  function setTimer(at: number) {
    clearTimeout(timer)
    timerAt = at
    timer = setTimeout(check, at - performance.now())
  }

  /** The deadline that the timer was set for has usually been cancelled by now. */
  function check() {
    timerAt = Number.POSITIVE_INFINITY
    const next = Math.min(...Array.from(open, ({ at }) => at))
    if (next <= performance.now()) onTimeout()
    else if (open.size > 0) setTimer(next)
  }
}
