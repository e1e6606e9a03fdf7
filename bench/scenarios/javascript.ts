import { javascriptByRoute } from '../javascript.ts'
import { type Scenario, value } from '../scenario.ts'

export const scenario: Scenario = {
  question: 'How much JavaScript, gzipped, does the first visit to a route bring?',
  sizes: ['S'],
  seconds: 0,
  mostRounds: 1,
  targets: [
    { says: 'public calendar ≤ 135 kB', value: value('kb', 'routes/public-calendar'), atMost: 135 },
    { says: 'dashboard ≤ 190 kB', value: value('kb', 'routes/dashboard'), atMost: 190 },
  ],
  async open() {
    return Object.entries(javascriptByRoute())
      .filter(([id]) => id.startsWith('routes/'))
      .map(([name, kb]) => ({ name, measure: async () => ({ kb, errors: 0 }) }))
  },
}
