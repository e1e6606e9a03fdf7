import { pgbench } from '../anchors/pgbench.ts'
import { sameSql } from '../anchors/same-sql.ts'
import { usersOf } from '../data.ts'
import { load } from '../load.ts'
import { code } from '../measured-code.ts'
import { eachMember, spread } from '../requests.ts'
import { ratio, type Scenario, value } from '../scenario.ts'

const small = 'SQL, 10,000 events'
const large = 'SQL, 5,000,000 events'

export const scenario: Scenario = {
  question: 'How long does it take to read what is next in all my ten calendars, among five million events?',
  code: code.dataApi,
  sizes: ['S', 'L'],
  targets: [
    { says: '≤ 2 × the time at 10,000 events', value: ratio('p50', large, small), atMost: 2 },
    { says: '≤ 1.5 ms in SQL', value: value('p50', large), atMost: 1.5 },
  ],
  async open(bench) {
    const contenders = []
    for (const [name, size] of [
      [small, bench.sizes[0]!],
      [large, bench.sizes.at(-1)!],
    ] as const) {
      const product = await bench.product(size)
      const since = `start_time=gte.${product.month}-10T00:00:00Z`
      const path = `/rest/v1/events?select=id,calendar_id,title,start_time,end_time,category&${since}&order=start_time.asc&limit=50`
      const asks = await eachMember(product, () => ({ path }))
      const identities = await Promise.all(spread(usersOf(product.size)).map((user) => product.identity(user)))
      const statements = await sameSql(product.pool, asks, identities)
      contenders.push(...pgbench(bench, product, statements, { name, clients: 1 }), {
        name: name.replace('SQL', 'Townbell'),
        measure: (seconds: number) => load({ ...product, asks, seconds, connections: 1 }),
      })
    }
    return contenders
  },
}
