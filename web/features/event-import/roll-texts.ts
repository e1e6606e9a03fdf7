import type { Doubt, PastRange } from '../../../domain/roll-forward.ts'

export const rollTexts = {
  range: 'Which events?',
  ranges: { year: 'The last 12 months', school: 'The last school year', own: 'Other dates' } satisfies Record<
    PastRange | 'own',
    string
  >,
  none: 'There are no events in this time.',
  all: (count: number) => `All ${count}`,
  day: (title: string) => `New day: ${title}`,
  /** "October 14, 2025, the second Tuesday" */
  was: (day: string, ordinal: string) => `Was ${day}, ${ordinal}`,
  dates: (count: number, first: string, last: string) => `${count} dates, ${first} – ${last}`,
  doubts: {
    cancelled: 'It was cancelled.',
    alert: 'It was an alert.',
    running: 'It still has dates to come.',
  } satisfies Record<Doubt, string>,
  already: (title: string, day: string) => `Already there: ${title}, ${day}`,
  also: (day: string) => `It was also the last one of its month: that would be ${day}.`,
  endless: (count: number) =>
    count === 1 ? '1 repeating event goes on by itself.' : `${count} repeating events go on by themselves.`,
  tooMany: (count: number) => `Only the first ${count} events are shown. Choose a shorter time for the rest.`,
  mailer: 'Include in Mailer, as last year',
  mailerOff: 'Nobody is notified; the events only show on the calendar.',
  mailerOn: 'Nothing is sent now. Recipients are notified on the day of each event that was in the mailer before.',
  incomplete: 'Each event needs a day after today.',
  handOver: 'Handing the calendar on?',
  handOverHint: 'Invite the next owner under People, so that they find next year prepared.',
  people: 'Open People',
} as const
