// Reads the same months from a small and from a large database, to see whether reading takes longer.
import { budgets } from './budgets.ts'
import type { SizeName } from './data.ts'
import { load } from './load.ts'
import { code } from './measured-code.ts'
import { memberMonths } from './requests.ts'
import { ratio, type Scenario } from './scenario.ts'

type Growth = { question: string; small: { size: SizeName; has: string }; large: { size: SizeName; has: string } }

export function monthGrowth({ question, small, large }: Growth): Scenario {
  const [before, after] = [`Townbell, ${small.has}`, `Townbell, ${large.has}`]
  const alone = (name: string) => `${name}, 1 connection`
  return {
    question,
    code: code.dataApi,
    sizes: [small.size, large.size],
    targets: [{ ...budgets.monthRead.limits.growth, value: ratio('p50', alone(after), alone(before)) }],
    async open(bench) {
      const contenders = []
      for (const [name, size] of [
        [before, bench.sizes[0]!],
        [after, bench.sizes.at(-1)!],
      ] as const) {
        const product = await bench.product(size)
        const asks = await memberMonths(product)
        contenders.push(
          { name, measure: (seconds: number) => load({ ...product, asks, seconds }) },
          { name: alone(name), measure: (seconds: number) => load({ ...product, asks, seconds, connections: 1 }) },
        )
      }
      return contenders
    },
  }
}
