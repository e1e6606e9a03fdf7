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
}

test('the form says who gets the event, and when', () => {
  const words = (changed: Partial<typeof event>, to: Partial<typeof mailer> = {}) =>
    mailerWords({ ...mailer, ...to }, { ...event, ...changed })
  assert.deepEqual(words({}), { isNow: false, words: '47 emails and 1 text, Friday, Nov 20, 8:00 AM' })
  assert.equal(words({}, { emails: 1, texts: 0 }).words, '1 email, Friday, Nov 20, 8:00 AM')
  assert.equal(words({}, { notifyAt: '17:30:00' }).words, '47 emails and 1 text, Friday, Nov 20, 5:30 PM')
  assert.equal(words({ included: false }).words, 'Nobody is notified; it only shows on the calendar.')
  assert.equal(words({ notified: 46 }).words, 'Sent to 46 people.')
})

test('on its day, after the hour of the mail, it goes out now, where the calendar is', () => {
  const today = { ...event, day: '2026-11-17' }
  assert.equal(mailerWords(mailer, today).isNow, true)
  assert.match(mailerWords(mailer, today).words, /^47 emails and 1 text\. /)
  assert.equal(mailerWords(mailer, { ...today, now: new Date('2026-11-17T13:59:00Z') }).isNow, false)
  assert.equal(
    mailerWords(mailer, { ...today, zone: 'Pacific/Honolulu', now: new Date('2026-11-17T17:00:00Z') }).isNow,
    false,
  )
})
