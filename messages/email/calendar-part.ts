// The event of a mail as a file, so that mail programs offer to add it. In UTC, which needs no description of a time zone.
import { PRODUCT_NAME } from '#domain/company.ts'
import { addDays, dayInZone } from '#domain/dates.ts'
import { eventLink } from '#domain/event-place.ts'
import { placeWords } from '#domain/event-words.ts'
import { contentLine, textLine } from '#domain/ical-lines.ts'
import type { DayOfEvent } from '../templates/day-of/data.ts'

/** `method` is that of an invitation; other files are published. */
export type CalendarPart = { name: string; text: string; method?: 'REQUEST' | 'CANCEL' }

/** The UID of feeds, so that an event which somebody has already is not added twice. */
export type FiledEvent = DayOfEvent & { uid: string; sequence: number }

export function calendarPart(
  event: FiledEvent,
  { zone, url, now }: { zone: string; url: string; now: Date },
): CalendarPart {
  const { title, description, uid, sequence, category } = event
  const place = placeWords(event)
  const link = eventLink(event)
  const text =
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//${PRODUCT_NAME}//Community calendar//EN\r\nMETHOD:PUBLISH\r\nBEGIN:VEVENT\r\n` +
    `${textLine('UID', uid)}DTSTAMP:${instant(now)}\r\n${times(event, zone)}` +
    (sequence > 0 ? `SEQUENCE:${sequence}\r\n` : '') +
    textLine('SUMMARY', title) +
    (description ? textLine('DESCRIPTION', description) : '') +
    (place ? textLine('LOCATION', place) : '') +
    `CATEGORIES:${category}\r\n${contentLine(`URL:${url}`)}` +
    (link ? contentLine(`CONFERENCE;VALUE=URI:${link}`) : '') +
    'END:VEVENT\r\nEND:VCALENDAR\r\n'
  return { name: `${fileName(title)}.ics`, text }
}

type Timed = Pick<DayOfEvent, 'all_day' | 'start_time' | 'end_time'>

export function times({ all_day, start_time, end_time }: Timed, zone: string): string {
  if (!all_day) return `DTSTART:${instant(start_time)}\r\nDTEND:${instant(end_time)}\r\n`
  const [first, last] = [dayInZone(start_time, zone), dayInZone(new Date(end_time.getTime() - 1), zone)]
  return `DTSTART;VALUE=DATE:${day(first)}\r\nDTEND;VALUE=DATE:${day(addDays(last < first ? first : last, 1))}\r\n`
}

const day = (date: string) => date.replaceAll('-', '')
export const instant = (date: Date) => `${date.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** Plain ASCII: file names in headers have no other letters that all mail programs read. */
export function fileName(title: string): string {
  const name = title
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 -]/g, '')
    .trim()
    .replace(/[ -]+/g, '-')
  return name.slice(0, 40).toLowerCase() || 'event'
}
