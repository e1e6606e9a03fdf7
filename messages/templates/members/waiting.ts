import { TRIAL_CONTACTS } from '#domain/limits.ts'
import type { Letter } from '../letter.ts'

export const waiting = (calendar: string, count: number, url: string): Letter => ({
  subject: count === 1 ? `1 person waits to follow ${calendar}` : `${count} people wait to follow ${calendar}`,
  heading: 'Your free plan is full',
  before: [
    `${count === 1 ? '1 person wants' : `${count} people want`} to follow “${calendar}” by email, but all ${TRIAL_CONTACTS} places of the free plan are taken.`,
    'Remove addresses you no longer need, or ask us for a larger plan. Whoever waits is asked in order, by itself.',
  ],
  button: { label: 'See your recipients', url },
  after: ["We don't write more than once a day about this."],
  reason: `You're getting this email because you own “${calendar}”.`,
})
