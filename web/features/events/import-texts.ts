import type { ImportProblem } from '#domain/event-import/problems.ts'
import { CALENDAR_EVENTS_MAX, CALENDAR_SERIES_MAX, IMPORT_BYTES_MAX, IMPORT_EVENTS_MAX } from '#domain/limits.ts'
import { ruleProblemTexts } from '#domain/texts/recurrence.ts'
import { failure } from '#domain/texts/toast.ts'

/** Why an entry of a file or feed is skipped. */
export const importProblemTexts = {
  ...ruleProblemTexts,
  noTitle: 'It has no title.',
  noStart: 'It has no start time.',
  badTime: "We can't read its date or time.",
  unknownZone: "We don't know its time zone.",
  endsBefore: 'It ends before it starts.',
  tooLong: 'It lasts longer than 31 days.',
  outOfRange: 'It is before 1970 or after 2199.',
  private: 'It is marked as private.',
  range: 'It changes several dates of a repeating event at once.',
  past: 'It ended more than a year ago.',
  older: 'The calendar already has a newer version.',
  deletedHere: 'It was deleted from this calendar.',
  tooMany: `You can import up to ${IMPORT_EVENTS_MAX} events at once.`,
  tooManySeries: `A calendar can have at most ${CALENDAR_SERIES_MAX} repeated events.`,
  tooManyDates: 'It has more dates than you can import at once.',
} as const satisfies Record<ImportProblem, string>

const events = (count: number) => (count === 1 ? '1 event' : `${count} events`)

export const eventImportTexts = {
  title: 'Import events',
  description: "From a calendar file (.ics) or a spreadsheet (CSV). You'll see what changes before anything is saved.",
  file: 'File',
  fileHint: `Most calendar apps can export .ics. Repeating events keep repeating. Up to ${IMPORT_BYTES_MAX / 1024 ** 2} MB and ${IMPORT_EVENTS_MAX.toLocaleString('en-US')} events; a calendar holds ${CALENDAR_EVENTS_MAX.toLocaleString('en-US')}.`,
  columns: {
    title: 'Title column',
    date: 'Date column',
    start: 'Start time column',
    end_date: 'End date column',
    end: 'End time column',
    location_name: 'Place column',
    location: 'Address column',
    link_url: 'Link column',
    description: 'Description column',
    category: 'Category column',
  },
  noColumn: 'None',
  order: 'Date format',
  orders: { mdy: 'Month/day/year', dmy: 'Day/month/year' },
  mailer: 'Include in Mailer',
  mailerHint: 'Recipients are notified on the day of each event. Otherwise events only show on the calendar.',
  check: 'Check the file',
  checking: 'Checking...',
  accept: (count: number) => `Import ${events(count)}`,
  accepting: 'Importing...',
  results: {
    added: (count: number) => `${events(count)} will be added`,
    changed: (count: number) => `${events(count)} will be changed`,
    removed: (count: number) => `${events(count)} will be removed`,
    unchanged: (count: number) => `${events(count)} already up to date`,
    skipped: (count: number) => `${events(count)} skipped`,
  },
  became: {
    added: (count: number) => `${events(count)} added`,
    changed: (count: number) => `${events(count)} changed`,
    removed: (count: number) => `${events(count)} removed`,
    unchanged: (count: number) => `${events(count)} already up to date`,
    skipped: (count: number) => `${events(count)} skipped`,
  },
  kinds: { added: 'New', changed: 'Changed', removed: 'Removed', unchanged: 'Unchanged', skipped: 'Skipped' },
  list: 'See details',
  more: (count: number) => `and ${count} more`,
  untitled: 'Untitled',
  repeated: 'repeats',
  nothing: 'Nothing to import.',
  done: (added: number, changed: number) => ({
    title: changed === 0 ? `${events(added)} added` : `${events(added)} added, ${changed} changed`,
  }),
  failed: failure("The events couldn't be imported"),
} as const
