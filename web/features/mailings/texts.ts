import { clockTime, longDay, shortDay } from '#domain/date-words.ts'
import { dayInZone } from '#domain/dates.ts'
import type { Timing } from '#domain/recipient-choices.ts'
import { failure } from '#domain/texts/toast.ts'
import type { Mailing, Sending } from './queries.ts'

// Words of the ledger, and of the switch for messages in this browser.

export const ledgerTexts = {
  open: 'Mailings',
  title: 'Mailings',
  mailings: 'Mailings',
  loading: 'Loading mailings',
  loadFailed: failure('Failed to load mailings'),
  empty: 'Nothing sent yet',
  emptyBody: 'Your first email goes out on the day of your first event.',
  emptyAction: 'Open the calendar',
  older: 'Show older',
  progress: (mailing: string) => `Progress of ${mailing}`,
  waitsForReview: 'Waiting for review',
  reviewBody:
    'Your first mail to people who have not confirmed waits for a short review. People who confirmed already get theirs. Messages whose day passes first are dropped.',
  refused: 'Not sent after review',
  tooLate: 'Not sent: it was over',
} as const

const alertNames = { alert: 'Alert', update: 'Update', all_clear: 'All clear' } as const

export function nameOf({ kind, sequence, alert_kind }: Pick<Mailing, 'kind' | 'sequence' | 'alert_kind'>): string {
  if (kind === 'alert') return alertNames[alert_kind ?? 'alert']
  // A page that was opened before an upgrade doesn't know the newest kind.
  const name = kindTexts[kind] ?? kindTexts.day_of
  if (sequence === 1) return name
  return kind === 'day_of' ? `Events added that day (${sequence})` : `${name} ${sequence}`
}

const kindTexts: Record<Exclude<Mailing['kind'], 'alert'>, string> = {
  day_of: 'Events of the day',
  test: 'Test',
  change: 'Update',
  evening: 'The evening before',
  hour: 'One hour before',
  weekly: 'The week ahead',
  digest: 'Daily digest',
  message: 'Message to guests',
}

export const stateTexts: Record<Mailing['state'], string> = {
  waiting: 'Not yet sent',
  planned: 'Waiting',
  sending: 'Sending',
  finished: 'Finished',
  held: 'On hold',
  cancelled: 'Cancelled',
}

/** Names a mailing after its events; one without events after its kind. */
export function titleOf(mailing: Mailing): string {
  const { titles, events } = mailing
  if (titles.length === 0) return nameOf(mailing)
  return events > titles.length ? `${titles.join(', ')} and ${events - titles.length} more` : titles.join(', ')
}

/** "Nov 17, 8:00 AM", or the day of a mailing that has not left. */
function whenOf({ started_at, day }: Mailing, zone: string): string {
  return started_at ? `${shortDay(dayInZone(started_at, zone))}, ${clockTime(started_at, zone)}` : longDay(day)
}

/** Says what kind it is, unless its title does, and when it left. */
export function subtitleOf(mailing: Mailing, zone: string): string {
  return mailing.titles.length > 0 ? `${nameOf(mailing)}, ${whenOf(mailing, zone)}` : whenOf(mailing, zone)
}

/** "46 emails, 1 text" */
export function channelsOf({ emails, texts, pushes }: Mailing): string {
  return [
    ...(emails > 0 ? [`${emails} ${emails === 1 ? 'email' : 'emails'}`] : []),
    ...(texts > 0 ? [`${texts} ${texts === 1 ? 'text' : 'texts'}`] : []),
    ...(pushes > 0 ? [`${pushes} ${pushes === 1 ? 'browser' : 'browsers'}`] : []),
  ].join(', ')
}

export const barTexts = {
  sent: (count: number, total: number, isConfirmed: boolean) =>
    `${count} of ${total} ${isConfirmed ? 'delivered' : 'sent'}`,
  failed: (count: number) => `${count} failed`,
  skipped: (count: number) => `${count} skipped`,
  waiting: (count: number) => `${count} waiting`,
} as const

export const sendingTexts = {
  on: 'Sending is on',
  onBody: 'Planned messages go out on their day. Pausing drops those whose day passes meanwhile.',
  paused: 'Sending is paused',
  preview: 'Preview',
  pause: 'Pause sending',
  pausing: 'Pausing...',
  resume: 'Resume sending',
  resuming: 'Resuming...',
  pausedDone: { title: 'Sending paused', body: 'Nothing is sent while paused. Messages whose day passes are dropped.' },
  resumedDone: { title: 'Sending resumed', body: 'Waiting messages go out now.' },
  pauseFailed: failure('Failed to change sending'),
  test: 'Send me a test',
  testing: 'Sending...',
  tested: (email: string) => ({ title: 'Test on its way', body: `We're sending it to ${email}.` }),
  testFailed: failure('Failed to send the test'),
} as const

/** Says why sending is paused, in the server's words. */
export function pauseReason({ sending_paused_reason }: Sending): string {
  return sending_paused_reason ?? ''
}

/** Says why a mailing waits, in our words and then in the server's. */
export function reviewText({ review_reason }: Mailing): string {
  return `${ledgerTexts.reviewBody} ${review_reason ?? ''}`
}

/** Says who can resume sending. */
export function resumeText(pausedBy: NonNullable<Sending['sending_paused_by']>, canResume: boolean): string {
  if (pausedBy === 'review')
    return canResume
      ? 'Alerts still reach everyone who confirmed. Clean up your list first: you can resume once yourself.'
      : 'Alerts still reach everyone who confirmed. Only the owner can resume, and only once; after that, write to support.'
  return pausedBy === 'admin' ? 'Any admin can resume it.' : 'Only our support can resume it.'
}

export const emailTexts = {
  label: 'Email me on the day of each event',
  hint: "Alerts and changes too. Admins can't see your address.",
  noCalendars: "You don't belong to a calendar yet.",
  on: (calendar: string) => ({ title: 'Emails are on', body: `You get the emails of ${calendar}.` }),
  off: (calendar: string) => ({ title: 'Emails are off', body: `You don't get the emails of ${calendar} anymore.` }),
  failed: failure('Failed to change your emails'),
  when: 'When',
  timings: {
    day_of: "On the day, at the calendar's hour",
    evening: 'The evening before',
    hour: 'One hour before',
    weekly: 'Once a week',
    digest: 'In one daily email',
  } satisfies Record<Timing, string>,
  more: 'More choices',
  moreHint: 'Which kinds of events, a pause, your language, and when: the page that followers have.',
  reminderSaved: { title: 'Reminder changed', body: 'It applies from the next mail on.' },
} as const

export const textChoiceTexts = {
  add: 'Get texts, too',
  title: (calendar: string) => `Texts from ${calendar}`,
  lead: 'We text you once and ask for YES. Without it nothing follows.',
  ask: 'Send the text',
  on: (phone: string) => `Texts go to ${phone}.`,
  waiting: (phone: string) => `Reply YES to our text to ${phone}.`,
  stopped: (phone: string) => `${phone} replied STOP. Text START to the same number to get texts again.`,
  stop: 'Stop texts',
  asked: {
    title: 'Reply YES',
    body: 'Texts start when you reply YES to ours. No text came? A number is asked three times a day at most.',
  },
  off: (calendar: string) => ({ title: 'Texts are off', body: `You don't get texts from ${calendar} anymore.` }),
  failed: failure('Failed to change your texts'),
} as const

export const pushTexts = {
  label: 'Notify me in this browser',
  hint: 'On the day of an event, for all your calendars.',
  blockedHint: 'Your browser blocks notifications from this site. Allow them in its settings first.',
  on: { title: 'Notifications are on', body: 'This browser will notify you on the day of each event.' },
  off: { title: 'Notifications are off', body: "This browser won't notify you anymore." },
  denied: { title: 'Notifications are blocked', body: "Your browser didn't allow them." },
  failed: failure('Failed to change notifications in this browser'),
} as const
