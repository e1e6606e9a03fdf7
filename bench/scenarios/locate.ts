import { type Ask, load } from '../load.ts'
import { code } from '../measured-code.ts'
import type { Product } from '../product.ts'
import { type Scenario, value } from '../scenario.ts'
import { timed } from '../timed.ts'

export const scenario: Scenario = {
  question: 'How long does somebody wait who looks for a calendar among 100,000?',
  code: code.dataApi,
  sizes: ['L'],
  targets: [
    { says: 'a rare word ≤ 10 ms', value: value('p50', 'a rare word'), atMost: 10 },
    { says: 'a broad word ≤ 40 ms', value: value('p50', 'a broad word'), atMost: 40 },
    { says: 'the first page ≤ 3 ms', value: value('p50', 'the first page'), atMost: 3 },
  ],
  async open(bench) {
    const product = await bench.product(bench.sizes[0]!)
    const times = bench.amount(10, 1)
    const contender = (name: string, words: string) => ({
      name,
      measure: (seconds: number) => load({ ...product, asks: [search(product, words)], seconds, connections: 1 }),
    })
    return [
      contender('a rare word', 'beekeepers'),
      contender('a broad word', 'garden'),
      contender('two words', 'beekeepers texas'),
      contender('no match', 'zeppelin'),
      contender('the first page', ''),
      {
        name: 'a rare word, in SQL without the index',
        measure: () => timed(times, () => product.pool.query(withoutIndex)),
      },
    ]
  },
}

function search({ headers }: Product, words: string): Ask {
  return {
    path: '/rest/v1/rpc/search_calendars',
    method: 'POST',
    headers: { ...headers.guest, 'content-type': 'application/json' },
    body: JSON.stringify({ p_query: words, p_limit: 100, p_offset: 0 }),
  }
}

/** The search as it would be if row-level security prevented the use of its index. */
const withoutIndex = `
  select id, name from public.calendars
  where not disabled and allow_guest_users and lower(name || ' ' || city || ' ' || state) like '%beekeepers%'
  order by state, city, name limit 100`
