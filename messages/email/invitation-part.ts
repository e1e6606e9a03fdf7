// An event as the invitation of one person (iTIP, RFC 5546): mail programs put it into their calendar, move it, take it out again, and offer
// to answer. Their reply goes to an address that we signed for this one answer.
import { PRODUCT_NAME } from '#domain/company.ts'
import { placeWords } from '#domain/event-words.ts'
import { contentLine, quoted, textLine } from '#domain/ical-lines.ts'
import type { RsvpState } from '#domain/rsvp-answers.ts'
import { type CalendarPart, fileName, instant, times } from './calendar-part.ts'

export type InvitedEvent = {
  uid: string
  sequence: number
  title: string
  start_time: Date
  end_time: Date
  all_day: boolean
  location: string | null
  location_name: string | null
}

type About = {
  /** The calendar's time zone. */
  zone: string
  /** The event's page. */
  url: string
  now: Date
}

export type Invitation = About & {
  method: 'REQUEST' | 'CANCEL'
  person: { organizer: { name: string; address: string }; email: string; state: RsvpState }
}

export function invitationPart(event: InvitedEvent, { method, person, ...about }: Invitation): CalendarPart {
  const { organizer, email, state } = person
  const role = `ROLE=REQ-PARTICIPANT;PARTSTAT=${states[state]};RSVP=${method === 'REQUEST' ? 'TRUE' : 'FALSE'}`
  const people =
    contentLine(`ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.address}`) +
    contentLine(`ATTENDEE;${role}:mailto:${email}`)
  return { ...fileOf(event, about, method, people), method }
}

/** The event of somebody who said yes where no replies are read. */
export function takenHome(event: InvitedEvent, about: About): CalendarPart {
  return fileOf(event, about, 'PUBLISH', '')
}

function fileOf(event: InvitedEvent, { zone, url, now }: About, method: string, people: string): CalendarPart {
  const { uid, sequence, title } = event
  const place = placeWords(event)
  const text =
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//${PRODUCT_NAME}//Community calendar//EN\r\nMETHOD:${method}\r\nBEGIN:VEVENT\r\n` +
    `${textLine('UID', uid)}DTSTAMP:${instant(now)}\r\n${times(event, zone)}SEQUENCE:${sequence}\r\n${people}` +
    textLine('SUMMARY', title) +
    (place ? textLine('LOCATION', place) : '') +
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}\r\n${contentLine(`URL:${url}`)}` +
    'END:VEVENT\r\nEND:VCALENDAR\r\n'
  return { name: `${fileName(title)}.ics`, text }
}

const states: Record<RsvpState, string> = {
  going: 'ACCEPTED',
  maybe: 'TENTATIVE',
  no: 'DECLINED',
  waiting: 'NEEDS-ACTION',
}
