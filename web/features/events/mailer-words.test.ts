import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailerWords } from './mailer-words.ts'

const mailer = { notifyAt: '08:00:00', emails: 47, texts: 1 }
const event = {
  day: '2026-11-20',
  included: true,
  zone: 'America/Chicago',
  now: new Date('2026-11-17T19:34:00Z'),
  notified: 0,
  isJoining: true,
}

test('the form says who gets the event, and when', () => {
  const words = (changed: Partial<typeof event>, to: Partial<typeof mailer> = {}) =>
    mailerWords({ ...mailer, ...to }, { ...event, ...changed })
  assert.deepEqual(words({}), { soon: null, words: '47 emails and 1 text, Friday, Nov 20, 8:00 AM' })
  assert.equal(words({}, { emails: 1, texts: 0 }).words, '1 email, Friday, Nov 20, 8:00 AM')
  assert.equal(words({}, { notifyAt: '17:30:00' }).words, '47 emails and 1 text, Friday, Nov 20, 5:30 PM')
  assert.equal(words({ included: false }).words, 'Nobody is notified; it only shows on the calendar.')
  assert.equal(words({ notified: 46 }).words, 'Sent to 46 people.')
})

test('on its day, after the hour of the mail or just before it, it leaves ten minutes after a click, unless one chooses', () => {
  const today = { ...event, day: '2026-11-17' }
  const said = mailerWords(mailer, today)
  assert.equal(said.words, '47 emails and 1 text')
  assert.deepEqual(said.soon, {
    title: "It's past 8:00 AM, so this goes out in 10 minutes",
    later: 'At 1:44 PM. You can undo it until then.',
    now: 'Send now',
  })
  assert.deepEqual(mailerWords(mailer, { ...today, included: false }).soon, said.soon, 'the choice stays')
  assert.deepEqual(mailerWords(mailer, { ...today, now: new Date('2026-11-17T13:55:00Z') }).soon, {
    title: "It's almost 8:00 AM, so this goes out in 10 minutes",
    later: 'At 8:05 AM. You can undo it until then.',
    now: 'Send at 8:00 AM',
  })
  const late = mailerWords(mailer, { ...today, now: new Date('2026-11-18T05:55:00Z') }).soon
  assert.equal(late?.later, 'Its day is over by then, so nobody is notified.')
})

test('the form says that an event is over already, on the calendar’s clock', () => {
  const said = (time: string, day = '2026-11-17') =>
    mailerWords(mailer, { ...event, day: '2026-11-17', end: { day, time } }).words
  assert.equal(said('13:34'), 'It is over already, so nobody is notified.')
  assert.equal(said('13:35'), '47 emails and 1 text')
  assert.equal(said('09:00', '2026-11-18'), '47 emails and 1 text')
  assert.equal(said(''), '47 emails and 1 text')
})

test('there is nothing to choose before that, elsewhere, on another day, or for an event that is on its way already', () => {
  const soonOf = (more: object) => mailerWords(mailer, { ...event, day: '2026-11-17', ...more }).soon
  assert.notEqual(soonOf({}), null)
  assert.equal(soonOf({ now: new Date('2026-11-17T13:49:00Z') }), null)
  assert.equal(soonOf({ zone: 'Pacific/Honolulu', now: new Date('2026-11-17T17:00:00Z') }), null)
  assert.equal(soonOf({ day: '2026-11-16' }), null)
  assert.equal(soonOf({ notified: 3 }), null)
  assert.equal(soonOf({ isJoining: false }), null)
})
