import { load } from '../load.ts'
import { code } from '../measured-code.ts'
import { guestMonths, memberMonths } from '../requests.ts'
import { ratio, type Scenario } from '../scenario.ts'

export const scenario: Scenario = {
  question: 'Does a guest wait longer for a public calendar than a member for theirs, among 100,000 calendars?',
  code: code.dataApi,
  sizes: ['L'],
  targets: [{ says: 'no slower than the member', value: ratio('perSecond', 'guest', 'member'), atLeast: 1 }],
  async open(bench) {
    const product = await bench.product(bench.sizes[0]!)
    const [guests, members] = [guestMonths(product), await memberMonths(product)]
    return [
      { name: 'guest', measure: (seconds) => load({ ...product, asks: guests, seconds }) },
      { name: 'member', measure: (seconds) => load({ ...product, asks: members, seconds }) },
    ]
  },
}
