import { load } from '../load.ts'
import { code } from '../measured-code.ts'
import { eachMember, memberMonths } from '../requests.ts'
import type { Samples, Scenario } from '../scenario.ts'

export const scenario: Scenario = {
  question: 'What does the dashboard of ten calendars with their counts cost, beside one month?',
  code: code.dataApi,
  sizes: ['M'],
  targets: [
    {
      says: 'one request, ≤ 2 × the CPU of a month',
      value: (all) => cpu(all, 'dashboard') / cpu(all, 'month'),
      atMost: 2,
    },
  ],
  async open(bench) {
    const product = await bench.product(bench.sizes[0]!)
    const dashboards = await eachMember(product, () => ({ path: '/rest/v1/rpc/get_my_calendars' }))
    const months = await memberMonths(product)
    return [
      { name: 'dashboard', measure: (seconds) => load({ ...product, asks: dashboards, seconds }) },
      { name: 'month', measure: (seconds) => load({ ...product, asks: months, seconds }) },
    ]
  },
}

function cpu(all: Samples, name: string): number {
  return (all[name]?.nodeCpu ?? Number.NaN) + (all[name]?.postgresCpu ?? Number.NaN)
}
