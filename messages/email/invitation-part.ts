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

export type Invitation = {
  method: 'REQUEST' | 'CANCEL'
  /** The calendar's time zone. */
  zone: string
  organizer: { name: string; address: string }
  attendee: string
  state: RsvpState
  /** The event's page. */
  url: string
  now: Date
}

export function invitationPart(event: InvitedEvent, invitation: Invitation): CalendarPart {
  const { method, zone, organizer, attendee, state, url, now } = invitation
  const { uid, sequence, title } = event
  const place = placeWords(event)
  const person = `ROLE=REQ-PARTICIPANT;PARTSTAT=${states[state]};RSVP=${method === 'REQUEST' ? 'TRUE' : 'FALSE'}`
  const text =
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//${PRODUCT_NAME}//Community calendar//EN\r\nMETHOD:${method}\r\nBEGIN:VEVENT\r\n` +
    `${textLine('UID', uid)}DTSTAMP:${instant(now)}\r\n${times(event, zone)}SEQUENCE:${sequence}\r\n` +
    contentLine(`ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.address}`) +
    contentLine(`ATTENDEE;${person}:mailto:${attendee}`) +
    textLine('SUMMARY', title) +
    (place ? textLine('LOCATION', place) : '') +
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}\r\n${contentLine(`URL:${url}`)}` +
    'END:VEVENT\r\nEND:VCALENDAR\r\n'
  return { name: `${fileName(title)}.ics`, text, method }
}

const states: Record<RsvpState, string> = {
  going: 'ACCEPTED',
  maybe: 'TENTATIVE',
  no: 'DECLINED',
  waiting: 'NEEDS-ACTION',
}
