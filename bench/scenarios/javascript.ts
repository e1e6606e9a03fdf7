import { budgets } from '../budgets.ts'
import { javascriptByRoute } from '../javascript.ts'
import { code } from '../measured-code.ts'
import { type Scenario, value } from '../scenario.ts'

export const scenario: Scenario = {
  question: 'How much JavaScript, gzipped, does the first visit to a route bring?',
  code: code.screens,
  sizes: ['S'],
  seconds: 0,
  mostRounds: 1,
  targets: [
    { ...budgets.javascript.limits.publicPages, value: value('kb', 'routes/public-calendar') },
    { ...budgets.javascript.limits.memberCalendar, value: value('kb', 'routes/member-calendar') },
  ],
  async open() {
    return Object.entries(javascriptByRoute())
      .filter(([id]) => id.startsWith('routes/'))
      .map(([name, kb]) => ({ name, measure: async () => ({ kb, errors: 0 }) }))
  },
}
