import type { ImportProblem } from '../../../domain/event-import/problems.ts'
import {
  CALENDAR_EVENTS_MAX,
  CALENDAR_SERIES_MAX,
  IMPORT_BYTES_MAX,
  IMPORT_EVENTS_MAX,
} from '../../../domain/limits.ts'
import { ruleProblemTexts } from '../../../domain/texts/recurrence.ts'
import { failure } from '../../../domain/texts/toast.ts'

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
  description: "You'll see what changes before anything is saved, and you can undo the whole import later.",
  from: 'Where are your events now?',
  sources: {
    google: 'Google Calendar',
    teamup: 'Teamup',
    outlook: 'Outlook',
    apple: 'Apple Calendar',
    file: 'A file',
    address: 'A web address',
    past: 'Last year, on this calendar',
  },
  steps: {
    google: [
      'On a computer, open calendar.google.com, then Settings (the gear).',
      'Choose “Import & export”, then Export. Google saves a .zip file.',
      'Open the .zip file and choose the .ics file of your calendar below.',
    ],
    teamup: [
      'Open your Teamup calendar in a browser, then the menu at the top right.',
      'Choose Export, the dates you need, and iCalendar or CSV.',
      'Choose the saved file below.',
    ],
    outlook: [
      'In Outlook for Windows or Mac, open the calendar.',
      'Choose File, then Save Calendar (on a Mac: Export), with the whole calendar and full details.',
      'Choose the .ics file below. On outlook.com, publish the calendar and use “A web address” instead.',
    ],
    apple: [
      'On a Mac, open Calendar and select your calendar on the left.',
      'Choose File, Export, Export.',
      'Choose the .ics file below. On an iPhone, make the calendar public and use “A web address” instead.',
    ],
    file: [
      'Calendar files (.ics) keep repeating events, places and links.',
      'Spreadsheets (CSV) need a column for the title and one for the date.',
    ],
    address: [
      'Google: Settings, your calendar, “Secret address in iCal format”.',
      'Teamup: Settings, iCalendar Feeds.',
      'Outlook: Settings, Shared calendars, Publish a calendar, the ICS link.',
      'Apple: share the calendar as a public calendar and copy its link.',
    ],
    past: [
      'Events of last year are proposed again, on the same weekday of the month.',
      'Pictures, “Who’s coming” and lists of helpers come along, without the names.',
    ],
  },
  address: 'Address',
  addressHint: 'We check it now, and again every few hours. Nothing is imported until you accept it.',
  connect: 'Save and check',
  connecting: 'Checking...',
  ownerConnects: 'Only the owner of this calendar can connect it to an address.',
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
  category: 'Category for all events',
  ownCategory: 'As in the file',
  mailer: 'Include in Mailer',
  mailerHint: 'Recipients are notified on the day of each event. Otherwise events only show on the calendar.',
  noFile: 'Choose a file',
  noColumns: 'Say which columns have the title and the date',
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
  first: 'First:',
  list: 'See details',
  more: (count: number) => `and ${count} more`,
  untitled: 'Untitled',
  repeated: 'repeats',
  nothing: 'Nothing to import.',
  done: (added: number, changed: number) => ({
    title: changed === 0 ? `${events(added)} added` : `${events(added)} added, ${changed} changed`,
  }),
  earlier: 'Earlier imports',
  undoHint:
    'Undo removes the events of an import that nobody has changed since. What it changed in older events stays. Nobody is notified.',
  undo: 'Undo import',
  brought: (count: number, source: 'file' | 'feed' | 'copy') =>
    `${events(count)} from ${{ feed: 'the external calendar', file: 'a file', copy: 'last year' }[source]}`,
  wasUndone: (removed: number) => `Undone, ${events(removed)} removed`,
  undone: (removed: number, kept: number, titles: string[]) => ({
    title: `Import undone, ${events(removed)} removed`,
    ...(kept > 0 && {
      body: `${events(kept)} changed since ${kept === 1 ? 'stays' : 'stay'}: ${titles.join(', ')}${kept > titles.length ? '…' : ''}`,
    }),
  }),
  undoFailed: failure("The import couldn't be undone"),
  failed: failure("The events couldn't be imported"),
} as const
