/**
 * Returns the most milliseconds of CPU time that this thread spends in one turn of its event loop while `work` runs: for so long
 * nobody else is answered. CPU time, because a busy machine makes a turn look longer than it is.
 */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  let longest = 0
  let isDone = false
  let last = cpuMs()
  const turn = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    const result = await work()
    return { result, ms: Math.max(longest, cpuMs() - last) }
  } finally {
    isDone = true
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
