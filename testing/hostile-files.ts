// Files that are short to send and long to read, for the tests that nobody can stop the server with one.
import { IMPORT_BYTES_MAX } from '#domain/limits.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const repeated = (count: number, lines: (index: number) => string[]) => numbers(count).flatMap(lines)
const calendar = (lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (uid: string, ...lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'SUMMARY:Fair',
  ...lines,
  'END:VEVENT',
]
/** Cut to what may be sent. */
const filled = (start: string, repeat: string, end = '') =>
  start + repeat.repeat(Math.floor((IMPORT_BYTES_MAX - start.length - end.length) / repeat.length)) + end

const start = 'DTSTART:20270705T180000Z'
const dailyChange = [
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0413',
  'RRULE:FREQ=DAILY',
  'END:STANDARD',
]

/** A zone whose clock changes each day, by many rules; it is compared with real zones in each of 20 years. */
export function zoneFile(bytes: number): string {
  const changes = repeated(Math.floor(bytes / `${dailyChange.join('\r\n')}\r\n`.length), () => dailyChange)
  const events = repeated(20, (index) => event(`${index}`, `DTSTART;TZID=Elm:${2020 + index}0105T100000`))
  return calendar(['BEGIN:VTIMEZONE', 'TZID:Elm', ...changes, 'END:VTIMEZONE', ...events])
}

/** Series with long rules that match nothing for two centuries, and an exception at the end of these. */
export function ruleFile(count: number): string {
  const rule = `RRULE:FREQ=YEARLY;BYYEARDAY=${numbers(110).join()};BYMONTH=12`
  const exception = ['RECURRENCE-ID:21990101T100000Z', 'DTSTART:21990101T100000Z']
  return calendar(
    repeated(count, (index) => [
      ...event(`${index}`, 'DTSTART:19700101T100000Z', rule),
      ...event(`${index}`, ...exception),
    ]),
  )
}

const two = (number: number) => String(number).padStart(2, '0')
const skipped = numbers(6000).map((n) => `2027${two((n % 12) + 1)}${two((n % 28) + 1)}T${two(n % 24)}${two(n % 60)}00`)

/** iCalendar files by what is wrong with them; none of them can be imported. */
export const hostileCalendars: Record<string, () => string> = {
  'a zone of 91 kB': () => zoneFile(91_000),
  'a zone of 1 MB': () => zoneFile(1_067_000),
  'rules that count through two centuries': () =>
    calendar(
      repeated(9000, (index) =>
        event(`${index}`, 'DTSTART:19700101T100000Z', 'RRULE:FREQ=DAILY;COUNT=1000;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO'),
      ),
    ),
  'short lines': () => filled('BEGIN:VCALENDAR\n', 'A:\n', event('1', start).join('\n')),
  'skipped dates': () =>
    calendar(
      repeated(50, (index) =>
        event(`${index}`, start, 'RRULE:FREQ=DAILY', `EXDATE;TZID=America/Chicago:${skipped.join().slice(0, 99_007)}`),
      ),
    ),
}

/** iCalendar files that are odd, and imported. */
export const oddCalendars: Record<string, () => string> = {
  'names of zones': () =>
    calendar(
      repeated(50, (index) =>
        event(
          `${index}`,
          start,
          'RRULE:FREQ=DAILY',
          ...numbers(1900).map((n) => `EXDATE;TZID=America/B${index}_${n}:20270101T0000`),
        ),
      ),
    ),
  'rules of 17 kB': () => ruleFile(26),
  'folded lines': () => `BEGIN:VCALENDAR${'\n '.repeat(IMPORT_BYTES_MAX / 3)}\n${event('1', start).join('\n')}\n`,
  commas: () => calendar(event('1', start, ...repeated(52, () => [`CATEGORIES:${','.repeat(99_000)}`]))),
  'thousands of exceptions': () =>
    calendar([
      ...event('1', start, 'RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31'),
      ...repeated(1900, (n) =>
        event('1', `RECURRENCE-ID:${2028 + (n % 150)}0101T180000Z`, `DTSTART:${2028 + (n % 150)}0102T180000Z`),
      ),
    ]),
}

export const hostileTables: Record<string, () => string> = {
  commas: () => filled('', ','),
  rows: () => filled('', 'a\n').slice(0, IMPORT_BYTES_MAX / 2),
}
export const oddTables: Record<string, () => string> = {
  'a huge cell': () => `Title,Date\n"${filled('', 'a\u0301😀 ').slice(0, IMPORT_BYTES_MAX / 3)}",2027-07-04\n`,
  quotes: () => filled('Title,Date\nSoup,2027-07-04\n', '"').slice(0, IMPORT_BYTES_MAX / 2),
}

/** The reply of a calendar program, in which one line is long. */
export const hostileReply = (to: string, attendee: string) =>
  `From: <gus@example.org>\nTo: <${to}>\nContent-Type: text/calendar; method=REPLY\n\nMETHOD:REPLY\nATTENDEE${attendee}\n`

const pieces = [
  'a',
  ' ',
  '\n',
  '.',
  '>',
  ')',
  '<',
  '<@',
  'a@',
  'a.',
  '1 ',
  '(1',
  '-1',
  '; ',
  '="',
  '""',
  '&#',
  '<a href="',
  ' href=',
  '\\',
  ',',
  '*_',
  'https://',
  'www.',
  '=3D',
  '--b\n',
  'Asia/',
  ':mailto:',
] as const
const around = [
  ['', ''],
  ['', '!'],
  ['a@', ' x'],
  ['<', '\t<'],
  ['https://a', 'x'],
  ['', '@'],
  ['Asia/', '!'],
] as const

/** Texts that repeat something until they have the given length, for the test that no pattern begins anew at each repetition. */
export const repetitions: Record<string, (length: number) => string> = Object.fromEntries(
  pieces.flatMap((piece) =>
    around.map(([before, after]) => [
      JSON.stringify(`${before}${piece}…${after}`),
      (length: number) => before + piece.repeat(length / piece.length) + after,
    ]),
  ),
)
