import type { Sample } from './scenario.ts'

/** So often one after another; the first, which warms, does not count. */
export async function timed(times: number, work: () => Promise<unknown>): Promise<Sample> {
  await work()
  const took: number[] = []
  for (let n = 0; n < times; n++) {
    const began = performance.now()
    await work()
    took.push(performance.now() - began)
  }
  took.sort((a, b) => a - b)
  return { p50: took[Math.floor(times / 2)] ?? 0, p99: took.at(-1) ?? 0, errors: 0 }
}
