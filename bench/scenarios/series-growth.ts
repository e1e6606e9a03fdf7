import { load } from '../load.ts'
import { memberMonths } from '../requests.ts'
import { ratio, type Scenario } from '../scenario.ts'

const small = 'Townbell, 10,000 events, 100 series'
const large = 'Townbell, 1,000,000 events, 10,000 series'

export const scenario: Scenario = {
  question:
    'Does a month with repeated events take longer to read when the town has a million events and ten thousand series?',
  sizes: ['RS', 'RL'],
  targets: [
    {
      says: 'one by one ≤ 1.25 × the time',
      value: ratio('p50', `${large}, 1 connection`, `${small}, 1 connection`),
      atMost: 1.25,
    },
    // Unlike the others, not stretched by what else the machine does.
    { says: 'PostgreSQL works ≤ 1.15 × as long', value: ratio('postgresCpu', large, small), atMost: 1.15 },
    { says: 'all at once ≥ 0.92 ×', value: ratio('perSecond', large, small), atLeast: 0.92 },
  ],
  async open(bench) {
    const contenders = []
    for (const [name, size] of [
      [small, bench.sizes[0]!],
      [large, bench.sizes.at(-1)!],
    ] as const) {
      const town = await bench.town(size)
      const asks = await memberMonths(town)
      contenders.push(
        { name, measure: (seconds: number) => load({ ...town, asks, seconds }) },
        {
          name: `${name}, 1 connection`,
          measure: (seconds: number) => load({ ...town, asks, seconds, connections: 1 }),
        },
      )
    }
    return contenders
  },
}
