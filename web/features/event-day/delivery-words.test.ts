import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryWords } from './delivery-words.ts'

const zone = 'America/Chicago'
const now = new Date('2026-11-16T20:00:00Z')
const event = {
  event_date: '2026-11-17',
  end_time: '2026-11-18T01:00:00Z',
  include_in_mailer: true,
  status: 'scheduled' as const,
}
const mailer = { notifyAt: '08:00:00', emails: 46, texts: 1 }
const words = (more: Partial<Parameters<typeof deliveryWords>[0]>) =>
  deliveryWords({ event, mailer, sent: 0, sentAt: null, zone, now, ...more })?.words ?? null

test('an event that was sent says to how many, and when if that is known', () => {
  assert.equal(words({ sent: 46, sentAt: '2026-11-17T14:00:00Z' }), 'Sent to 46 people at 8:00 AM')
  assert.equal(words({ sent: 1, sentAt: '2026-11-16T00:05:00Z' }), 'Sent to 1 person on Nov 15 at 6:05 PM')
  assert.equal(words({ sent: 2 }), 'Sent to 2 people')
})

test('one to come says who gets it and when', () => {
  assert.equal(words({}), 'Goes to 47 people tomorrow at 8:00 AM')
  assert.equal(words({ event: { ...event, event_date: '2026-11-20' } }), 'Goes to 47 people on Nov 20 at 8:00 AM')
  assert.equal(words({ now: new Date('2026-11-17T13:00:00Z') }), 'Goes to 47 people today at 8:00 AM')
  assert.equal(words({ now: new Date('2026-11-17T15:00:00Z') }), 'Goes out within 10 minutes')
  assert.equal(words({ waitsUntil: '2026-11-17T15:10:00Z' }), 'Goes out at 9:10 AM')
  assert.match(words({ event: { ...event, include_in_mailer: false } }) ?? '', /^Nobody is notified/)
})

test('nothing is promised for an event that is over or does not take place', () => {
  assert.equal(words({ now: new Date('2026-11-18T02:00:00Z') }), 'Nobody was notified.')
  assert.equal(words({ event: { ...event, status: 'cancelled' } }), 'Nobody was notified.')
})
