// Tells whether reading takes longer than its text grows, also on a busy machine.

const [SHORT, LONG] = [4000, 16_000]
/** Milliseconds: systems count CPU time in steps of about this. */
const STEP = 4
/** As often as both lengths are measured before a verdict; a verdict of too slow takes all of them. */
const [TRIES_MIN, TRIES] = [3, 15]

/**
 * Says how many milliseconds each took if four times the text takes more than six times as long, or a text of `max` characters longer than
 * the shortest that can be measured. Compares the least of several times: other work on the machine, compiling and the collection of garbage
 * only ever add to one.
 */
export function growsFasterThanText(
  read: (text: string) => unknown,
  text: (length: number) => string,
  max = LONG,
): string | undefined {
  const [short, long] = [max === LONG ? text(SHORT) : '', text(max)]
  let [before, after] = [Infinity, Infinity]
  for (let tries = 1; tries <= TRIES; tries++) {
    after = Math.min(
      after,
      cpuOf(() => read(long)),
    )
    if (after <= 6 * STEP) return undefined
    before = Math.min(
      before,
      cpuOf(() => read(short)),
    )
    if (tries >= TRIES_MIN && after <= 6 * Math.max(before, STEP)) return undefined
  }
  return `${before} ms, then ${after} ms`
}

function cpuOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
