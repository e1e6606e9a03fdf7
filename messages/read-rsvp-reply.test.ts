import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRsvpReply, repliedAnswer } from './read-rsvp-reply.ts'
import { replyAddress, returnAddress } from './verp.ts'

const linkSecret = 'a link secret of forty characters or so.'
const answerId = 'a0000000-0000-4000-8000-00000000000a'
const signed = replyAddress('bounces@town.example', linkSecret, answerId)

type Reply = {
  to?: string
  from?: string
  method?: string
  attendee?: string
  status?: string
  encoding?: 'base64' | '7bit'
  more?: string
}

/** A reply as Gmail and Outlook write it: alternatives, the calendar folded and often in base64. */
function reply(given: Reply = {}): string {
  const { to = signed, from = 'Gail <Gail@example.org>', method = 'REPLY', attendee = 'gail@example.org' } = given
  const { status = 'ACCEPTED', encoding = '7bit', more = '' } = given
  const calendar = `BEGIN:VCALENDAR\r\nPRODID:-//Google Inc//Google Calendar//EN\r\nVERSION:2.0\r\nMETHOD:${method}\r\nBEGIN:VEVENT
DTSTART:20261120T180000Z\r\nDTEND:20261120T190000Z\r\nDTSTAMP:20261118T000000Z\r\nORGANIZER;CN=Barton Hills:mailto:${to}\r\nUID:e1\\,2@town.example
ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=${status};CN=Ga\r\n il Guest;X-NUM-GUESTS=0:mailto:${attendee}\r\n${more}SEQUENCE:3\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
  const body = encoding === 'base64' ? Buffer.from(calendar).toString('base64').replace(/.{76}/g, '$&\r\n') : calendar
  return `From: ${from}\r\nTo: "Barton Hills" <${to}>\r\nSubject: Accepted: Porch concert\r\nMIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nGail has accepted.\r\n--b
Content-Type: text/calendar; charset="UTF-8"; method=${method}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n--b--\r\n`
}

const found = { email: 'gail@example.org', uid: 'e1,2@town.example', sequence: 3, answer: 'going' }

test('the reply of a calendar program is read, however it is encoded', () => {
  assert.deepEqual(readRsvpReply(reply()), found)
  assert.deepEqual(readRsvpReply(reply({ encoding: 'base64' })), found)
  assert.equal(readRsvpReply(reply({ status: 'TENTATIVE' }))?.answer, 'maybe')
  assert.equal(readRsvpReply(reply({ status: 'DECLINED' }))?.answer, 'no')
  for (const from of [
    'Gail@example.org',
    '"Lee, Gail \\"G\\"" <gail@example.org>',
    'gail@example.org <gail@example.org>',
  ])
    assert.deepEqual(readRsvpReply(reply({ from })), found, from)
  assert.deepEqual(readRsvpReply(`Auto-Submitted: auto-generated\r\n${reply()}`), found, 'Google Calendar')
})

test('only the address that we signed says which answer a reply is for', () => {
  assert.equal(repliedAnswer(reply(), linkSecret), answerId)
  const elsewhere = reply({ to: 'bounces@town.example' })
  assert.equal(repliedAnswer(elsewhere, linkSecret, signed.toUpperCase()), answerId)
  const forged = signed.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'))
  for (const to of ['bounces@town.example', forged, returnAddress('bounces@town.example', linkSecret, answerId)])
    assert.equal(repliedAnswer(reply({ to }), linkSecret), null, to)
})

test('a reply that is forged, forwarded, of another kind or of several people is none', () => {
  const forged: Reply[] = [
    { from: 'mallory@example.org, Gail <gail@example.org>' },
    { from: 'Gail <gail@example.org>, mallory@example.org' },
    { from: 'Mallory <mallory@example.org> <gail@example.org>' },
    { from: 'mallory@example.org\r\nFrom: gail@example.org' },
    { from: 'gail@example.org\r\nAuto-Submitted: auto-replied' },
    { from: 'Mallory <mallory@example.org>' },
    { attendee: 'mallory@example.org' },
    { from: 'mallory@example.org', attendee: '' },
    { method: 'REQUEST' },
    { method: 'CANCEL' },
    { status: 'NEEDS-ACTION' },
    { status: 'DELEGATED' },
    { more: 'ATTENDEE;PARTSTAT=DECLINED:mailto:bob@example.org\r\n' },
  ]
  assert.ok(readRsvpReply(reply()))
  for (const one of forged) assert.equal(readRsvpReply(reply(one)), null, JSON.stringify(one))
  for (const raw of ['', 'x', '\n\n', reply().slice(0, 300), reply().replaceAll(':', '')])
    assert.equal(readRsvpReply(raw), null)
})
