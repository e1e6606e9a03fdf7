import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventWhen, mailingWords, type NextMailing, type UpcomingEvent } from './upcoming.ts'

// Monday evening in Austin, already Tuesday in London.
const place = { zone: 'America/Chicago', now: new Date('2026-11-17T01:00:00Z') }

const event: UpcomingEvent = {
  id: '1',
  title: 'HOA meeting',
  category: 'Event',
  start_time: '2026-11-17T00:30:00Z',
  all_day: false,
  event_date: '2026-11-16',
}

test('an event says its day in the calendar’s zone, and its time unless it takes the whole day', () => {
  assert.equal(eventWhen(event, place), 'Today, 6:30 PM')
  const later = { ...event, event_date: '2026-11-28', all_day: true }
  assert.equal(eventWhen(later, place), 'Sat 28')
  assert.equal(
    eventWhen({ ...event, event_date: '2026-11-17', start_time: '2026-11-17T14:00:00Z' }, place),
    'Tomorrow, 8:00 AM',
  )
})

test('the next mailing says the day, the hour, the events and the people', () => {
  const next: NextMailing = { calendar_id: '1', at: '2026-11-17T14:00:00Z', events: 2, emails: 46, texts: 1 }
  assert.equal(mailingWords(next, place), 'tomorrow 8:00 AM, 2 events, 47 people')
  assert.equal(
    mailingWords({ ...next, at: '2026-11-28T14:00:00Z', events: 1, emails: 0 }, place),
    'Sat, Nov 28, 8:00 AM, 1 event, 1 person',
  )
  assert.equal(mailingWords(next, { ...place, isWaiting: true }), 'within 10 minutes, 2 events, 47 people')
  assert.equal(mailingWords({ ...next, at: null }, place), null)
})
