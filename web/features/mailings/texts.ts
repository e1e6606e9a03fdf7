import { failure } from '#domain/texts/toast.ts'
import type { Mailing, Outcome } from './queries.ts'

// Words of the ledger, and of the switch for messages in this browser.

export const ledgerTexts = {
  open: 'Mailings',
  title: 'Mailings',
  tabs: 'Mailings and recipients',
  mailings: 'Mailings',
  recipients: 'Recipients',
  loading: 'Loading mailings',
  loadingRecipients: 'Loading recipients',
  loadFailed: failure('Failed to load mailings'),
  tryAgain: 'Try again',
  done: 'Done',
  empty: 'Nothing sent yet',
  emptyBody: 'Events in the mailer go out on their day. You can send yourself a test to see what people will get.',
  noRecipients: 'Nobody yet. Add people under Manage Recipients, on My Calendars.',
  progress: (mailing: string) => `Progress of ${mailing}`,
  progressCount: (settled: number, total: number) => `${settled} of ${total} done`,
  more: (count: number) => `Show ${count} more`,
} as const

export function nameOf({ kind, sequence }: Pick<Mailing, 'kind' | 'sequence'>): string {
  const numbered = (name: string) => (sequence === 1 ? name : `${name} ${sequence}`)
  if (kind === 'test') return numbered('Test')
  if (kind === 'change') return numbered('Notice of changes')
  if (kind === 'alert') return numbered('Alert')
  if (kind === 'evening') return numbered('The evening before')
  if (kind === 'weekly') return numbered('The week ahead')
  if (kind === 'digest') return numbered('In the mail for all calendars')
  return sequence === 1 ? 'Events of the day' : `Events added that day (${sequence})`
}

export const stateTexts: Record<Mailing['state'], string> = {
  waiting: 'Not yet sent',
  planned: 'Waiting',
  sending: 'Sending',
  finished: 'Finished',
  held: 'On hold',
  cancelled: 'Cancelled',
}

type Count = Exclude<keyof Mailing, 'id' | 'day' | 'kind' | 'sequence' | 'state'>

/** Always shown, also when they are nought. */
export const countTexts = [
  ['total', 'Total'],
  ['planned', 'Planned'],
  ['sent', 'Sent'],
  ['delivered', 'Delivered'],
  ['bounced', 'Bounced'],
  ['failed', 'Failed'],
  ['opted_out', 'Opted out'],
] as const satisfies [Count, string][]

/** Shown when there are any. */
export const rareCountTexts = [
  ['expired', 'Too late'],
  ['cancelled', 'Cancelled'],
  ['uncertain', 'Uncertain'],
] as const satisfies [Count, string][]

export const outcomeTexts: Record<Outcome['state'], string> = {
  planned: 'Planned',
  claimed: 'Planned',
  committing: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  bounced: 'Bounced',
  failed: 'Failed',
  opted_out: 'Opted out',
  expired: 'Too late',
  cancelled: 'Cancelled',
  uncertain: 'Uncertain',
}

export const NOTHING_YET = 'Nothing sent yet'

export const sendingTexts = {
  on: 'Sending is on',
  onBody: 'What is planned goes out on its day.',
  paused: 'Sending is paused',
  pause: 'Pause sending',
  pausing: 'Pausing...',
  resume: 'Resume sending',
  resuming: 'Resuming...',
  pausedDone: { title: 'Sending paused', body: 'What is planned waits, and lapses with its day.' },
  resumedDone: { title: 'Sending resumed', body: 'What waited goes out now.' },
  pauseFailed: failure('Failed to change sending'),
  test: 'Send me a test',
  testing: 'Sending...',
  tested: (email: string) => ({ title: 'Test on its way', body: `It goes to ${email}.` }),
  testFailed: failure('Failed to send the test'),
} as const

export const pushTexts = {
  label: 'Notify me in this browser',
  hint: 'On the day of an event, for all your calendars.',
  blockedHint: 'This browser blocks notifications from here. Allow them in its settings for this site first.',
  on: { title: 'Notifications are on', body: 'This browser tells you on the day of an event.' },
  off: { title: 'Notifications are off', body: 'This browser tells you nothing more.' },
  denied: { title: 'Notifications are blocked', body: 'Your browser did not allow them.' },
  failed: failure('Failed to change notifications in this browser'),
} as const
