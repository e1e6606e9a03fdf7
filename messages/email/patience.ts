// How long a connection waits: whatever goes on has its own time, and one timer looks after all of it. A timer each, set and taken
// back for every line, was a thirtieth of what a mail takes (docs/decisions/speed-mailings.md).

export type Patience = {
  /** Answers what to call when it is over. */
  begin(timeoutMs: number): () => void
  end(): void
}

/** `lost` is called once something has lasted longer than it may. */
export function createPatience(lost: () => void): Patience {
  const dues = new Set<{ at: number }>()
  let timer: NodeJS.Timeout | undefined
  let looksAt = Number.POSITIVE_INFINITY
  return {
    begin(timeoutMs) {
      const due = { at: performance.now() + timeoutMs }
      dues.add(due)
      if (due.at < looksAt) lookAt(due.at)
      return () => void dues.delete(due)
    },
    end: () => clearTimeout(timer),
  }

  function lookAt(at: number) {
    clearTimeout(timer)
    looksAt = at
    timer = setTimeout(look, at - performance.now())
  }

  /** What the timer was set for is mostly over by now. */
  function look() {
    looksAt = Number.POSITIVE_INFINITY
    const next = Math.min(...Array.from(dues, ({ at }) => at))
    if (next <= performance.now()) lost()
    else if (dues.size > 0) lookAt(next)
  }
}
