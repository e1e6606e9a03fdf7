/**
 * Returns the most milliseconds of CPU time that this thread spends in one turn of its event loop while `work` runs: for so long
 * nobody else is answered. CPU time, because a busy machine makes a turn look longer than it is.
 */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  let longest = 0
  let last = cpuMs()
  // Turns of less than a millisecond count together. To ask after each turn would keep the thread busy while it waits.
  const asking = setInterval(() => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  try {
    const result = await work()
    return { result, ms: Math.max(longest, cpuMs() - last) }
  } finally {
    clearInterval(asking)
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
