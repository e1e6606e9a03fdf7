import { budgets } from '../budgets.ts'
import { peakMb, residentMb } from '../cpu.ts'
import { calendarId } from '../data.ts'
import { load } from '../load.ts'
import { code } from '../measured-code.ts'
import { eachMember, guestMonths, memberMonths, spread } from '../requests.ts'
import { type Scenario, value } from '../scenario.ts'

export const scenario: Scenario = {
  question: 'How much memory do server and worker, in one process, hold after they were busy?',
  code: code.everything,
  sizes: ['M'],
  seconds: 20,
  targets: [{ ...budgets.memory.limits.resident, value: value('mb') }],
  async open(bench) {
    const product = await bench.product(bench.sizes[0]!)
    const asks = [
      ...(await memberMonths(product)),
      ...guestMonths(product),
      ...(await eachMember(product, () => ({ path: '/rest/v1/rpc/get_my_calendars' }))),
      ...spread(product.size.calendars).flatMap((calendar) => [
        { path: `/calendar/${calendarId(calendar)}?month=${product.month}`, headers: { 'accept-encoding': 'br' } },
        { path: `/calendar/${calendarId(calendar)}.ics`, headers: { 'accept-encoding': 'gzip' } },
      ]),
      ...['/', '/about', '/locate-calendar', '/pricing'].map((path) => ({ path })),
    ]
    return [
      {
        name: 'Townbell',
        async measure(seconds) {
          const { perSecond = 0, errors } = await load({ ...product, asks, seconds })
          bench.say(`at its highest ${Math.round(peakMb(product.costs.node))} MB`)
          return { perSecond, mb: residentMb(product.costs.node), errors }
        },
      },
    ]
  },
}
