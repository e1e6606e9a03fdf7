import { ruleProblemTexts } from './recurrence.ts'
import { failure } from './toast.ts'

/** Why an entry of a file or feed is left out. */
export const importProblemTexts = {
  ...ruleProblemTexts,
  noTitle: 'It has no title.',
  noStart: 'It does not say when it begins.',
  badTime: 'Its date or time cannot be read.',
  unknownZone: 'Its time zone is not known.',
  endsBefore: 'It ends before it begins.',
  tooLong: 'It lasts longer than 31 days.',
  outOfRange: 'It is before 1970 or after 2199.',
  private: 'It is marked as private.',
  range: 'It changes several dates of a repeated event at once.',
  past: 'It was over more than a year ago.',
  older: 'There is a newer version of it in the calendar.',
  deletedHere: 'It was deleted here.',
  tooMany: 'At most 5000 events can be imported at once.',
  tooManySeries: 'A calendar can have at most 1000 repeated events.',
  tooManyDates: 'Its dates are more than can be imported at once.',
} as const

export type ImportProblem = keyof typeof importProblemTexts

export const fileProblemTexts = {
  unreadable: 'This is not a calendar file that can be read. It must be iCalendar (.ics) or CSV.',
  empty: 'There is no event in this file.',
  tooLarge: 'The file is too large. It can have 5 MB at most.',
  columns: 'Choose the columns with the title and the date.',
} as const

export const fileRefusals = {
  forbidden: 'Only admins of the calendar can import events.',
  invalid: 'The events could not be imported as they are. Please check the file again.',
}

const events = (count: number) => (count === 1 ? '1 event' : `${count} events`)

export const eventImportTexts = {
  open: 'Import events',
  title: 'Import events',
  description: 'From a calendar file (.ics) or a table (CSV). You see what would happen before anything does.',
  file: 'File',
  fileHint: 'Most calendar programs can export .ics. Repeated events stay repeated.',
  columns: {
    title: 'Column with the title',
    date: 'Column with the date',
    start: 'Column with the start time',
    end_date: 'Column with the last date',
    end: 'Column with the end time',
    location_name: 'Column with the place',
    location: 'Column with the address',
    description: 'Column with the description',
    category: 'Column with the category',
  },
  noColumn: 'None',
  order: 'Dates are written as',
  orders: { mdy: 'Month/day/year', dmy: 'Day/month/year' },
  mailer: 'Include in Mailer',
  mailerHint: 'New events are then told to all recipients on their day. Without it they only stand in the calendar.',
  check: 'Check the file',
  checking: 'Checking...',
  accept: (count: number) => `Import ${events(count)}`,
  accepting: 'Importing...',
  results: {
    added: (count: number) => `${events(count)} will be added`,
    changed: (count: number) => `${events(count)} will be changed`,
    removed: (count: number) => `${events(count)} will be removed`,
    unchanged: (count: number) => `${events(count)} already there as they are`,
    skipped: (count: number) => `${events(count)} left out`,
  },
  became: {
    added: (count: number) => `${events(count)} added`,
    changed: (count: number) => `${events(count)} changed`,
    removed: (count: number) => `${events(count)} removed`,
    unchanged: (count: number) => `${events(count)} stayed as they were`,
    skipped: (count: number) => `${events(count)} left out`,
  },
  kinds: { added: 'New', changed: 'Changed', removed: 'Removed', unchanged: 'The same', skipped: 'Left out' },
  list: 'Each event',
  more: (count: number) => `and ${count} more`,
  untitled: 'Without a title',
  repeated: 'repeats',
  nothing: 'Nothing would change.',
  done: (added: number, changed: number) => ({
    title: changed === 0 ? `${events(added)} added` : `${events(added)} added, ${changed} changed`,
  }),
  failed: failure('The events could not be imported'),
} as const
