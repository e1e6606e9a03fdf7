import { bareNode } from '../anchors/bare.ts'
import { pgbench } from '../anchors/pgbench.ts'
import { sameSql } from '../anchors/same-sql.ts'
import { budgets } from '../budgets.ts'
import { usersOf } from '../data.ts'
import { load } from '../load.ts'
import { code } from '../measured-code.ts'
import { monthPeers } from '../peers.ts'
import { memberMonths, spread } from '../requests.ts'
import { ratio, type Scenario } from '../scenario.ts'

const BARE = 'bare Node, the same SQL'

export const scenario: Scenario = {
  question: 'How many months a second do members read through /rest/v1, beside others and bare Node with the same SQL?',
  code: code.dataApi,
  sizes: ['M'],
  targets: [
    { ...budgets.monthRead.limits.bareNode, value: ratio('perSecond', 'Townbell', BARE) },
    { ...budgets.monthRead.limits.postGraphile, value: ratio('perSecond', 'Townbell', 'PostGraphile') },
    { ...budgets.monthRead.limits.lite, value: ratio('perSecond', 'Townbell', '@supabase/lite') },
  ],
  async open(bench) {
    const product = await bench.product(bench.sizes[0]!)
    const asks = await memberMonths(product)
    const identities = await Promise.all(spread(usersOf(product.size)).map((user) => product.identity(user)))
    const statements = await sameSql(product.pool, asks, identities)
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const bare = statements.map((each) => ({ statements: each, headers }))
    return [
      { name: 'Townbell', measure: (seconds) => load({ ...product, asks, seconds }) },
      ...pgbench(bench, product, statements),
      await bareNode(bench, product, BARE, bare),
      ...(await monthPeers(bench, product, asks)),
      { name: 'Townbell, 1 connection', measure: (seconds) => load({ ...product, asks, seconds, connections: 1 }) },
    ]
  },
}
