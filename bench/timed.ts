import type { Sample } from './scenario.ts'

/** Times repeated runs. The first is a warm-up and does not count, nor does the preparation before each. */
export async function timed(
  times: number,
  work: () => Promise<unknown>,
  before: () => Promise<unknown> = async () => {},
): Promise<Sample> {
  const took: number[] = []
  for (let n = 0; n <= times; n++) {
    await before()
    const began = performance.now()
    await work()
    if (n > 0) took.push(performance.now() - began)
  }
  took.sort((a, b) => a - b)
  return { p50: took[Math.floor(times / 2)] ?? 0, p99: took[Math.floor(times * 0.99)] ?? 0, errors: 0 }
}
