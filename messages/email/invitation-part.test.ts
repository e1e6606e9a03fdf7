// Invitations, read back by independent parsers of mails and calendars.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import PostalMime from 'postal-mime'
import { answerOf, deliveryOf, replyAddress } from '../verp.ts'
import { type Invitation, invitationPart, takenHome } from './invitation-part.ts'
import { composeMailing } from './mailing-mime.ts'

const linkSecret = 'a link secret of forty characters or so.'
const answerId = 'a0000000-0000-4000-8000-00000000000a'
const event = {
  uid: 'e1@town.example',
  sequence: 3,
  title: 'Porch; concert, with a title that is long enough to be folded at seventy-five octets',
  start_time: new Date('2026-11-20T18:00:00Z'),
  end_time: new Date('2026-11-20T19:00:00Z'),
  all_day: false,
  location: '12 Elm Street',
  location_name: 'Porch',
}
const invitation: Invitation = {
  method: 'REQUEST',
  zone: 'America/Chicago',
  person: {
    organizer: { name: 'Barton "Hills"; North', address: replyAddress('bounces@town.example', linkSecret, answerId) },
    email: 'gail@example.org',
    state: 'going',
  },
  url: 'https://town.example/calendar/1/events/2',
  now: new Date('2026-11-18T00:00:00Z'),
}

function read(text: string) {
  assert.ok(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75))
  const calendar = new ICAL.Component(ICAL.parse(text))
  const [found, ...more] = calendar.getAllSubcomponents('vevent')
  assert.ok(found && more.length === 0)
  return { method: calendar.getFirstPropertyValue('method'), found, event: new ICAL.Event(found) }
}

test('an invitation names the event as feeds do, its number, the person, and a signed address to answer', () => {
  const { method, found, event: parsed } = read(invitationPart(event, invitation).text)
  assert.deepEqual([method, parsed.uid, parsed.sequence, parsed.summary], ['REQUEST', event.uid, 3, event.title])
  assert.equal(parsed.startDate.toJSDate().getTime(), event.start_time.getTime())
  const [attendee, ...more] = parsed.attendees
  assert.ok(attendee && more.length === 0)
  assert.equal(attendee.getFirstValue(), 'mailto:gail@example.org')
  assert.deepEqual([attendee.getParameter('partstat'), attendee.getParameter('rsvp')], ['ACCEPTED', 'TRUE'])
  const organizer = String(found.getFirstPropertyValue('organizer'))
  assert.equal(answerOf(organizer, linkSecret), answerId)
  assert.equal(answerOf(organizer, 'another secret of forty characters or so'), null)
  assert.equal(deliveryOf(organizer, linkSecret), null, 'it is no return address')
})

test('where no replies are read, it is the event alone', () => {
  const { method, found, event: parsed } = read(takenHome(event, invitation).text)
  assert.deepEqual([method, parsed.uid, parsed.attendees.length], ['PUBLISH', event.uid, 0])
  assert.equal(found.getFirstPropertyValue('organizer'), null)
  assert.equal('method' in takenHome(event, invitation), false)
})

test('a cancellation has the same UID and the status', () => {
  const {
    method,
    found,
    event: parsed,
  } = read(invitationPart({ ...event, sequence: 4 }, { ...invitation, method: 'CANCEL' }).text)
  assert.deepEqual([method, parsed.uid, parsed.sequence], ['CANCEL', event.uid, 4])
  assert.equal(found.getFirstPropertyValue('status'), 'CANCELLED')
})

test('a day-long event has dates, and somebody who waits for a place needs action', () => {
  const days = {
    all_day: true,
    start_time: new Date('2026-11-20T06:00:00Z'),
    end_time: new Date('2026-11-21T06:00:00Z'),
  }
  const { event: parsed } = read(
    invitationPart({ ...event, ...days }, { ...invitation, person: { ...invitation.person, state: 'waiting' } }).text,
  )
  assert.deepEqual([parsed.startDate.isDate, parsed.startDate.toString()], [true, '2026-11-20'])
  assert.equal(parsed.attendees[0]?.getParameter('partstat'), 'NEEDS-ACTION')
})

test('in a mail it is another form of the text, with its method', async () => {
  const letter = {
    from: { name: 'Townbell', address: 'bell@town.example' },
    subject: 'Your answer',
    html: '<p>Hello</p>',
    text: 'Hello',
    date: invitation.now,
    headers: {},
    calendarParts: [invitationPart(event, invitation)],
  }
  const raw = composeMailing(letter, []).message({
    to: 'gail@example.org',
    messageId: '<1@town.example>',
    headers: {},
    values: {},
  })
  assert.match(raw.toString(), /^Content-Type: multipart\/alternative/m)
  const mail = await PostalMime.parse(raw)
  assert.deepEqual([mail.text?.trim(), mail.html?.trim()], ['Hello', '<p>Hello</p>'])
  const [part, ...more] = mail.attachments
  assert.ok(part && more.length === 0)
  assert.deepEqual([part.mimeType, part.method], ['text/calendar', 'REQUEST'])
  const content = typeof part.content === 'string' ? part.content : new TextDecoder().decode(part.content)
  assert.equal(read(content.replace(/\r?\n/g, '\r\n')).event.uid, event.uid)
})
