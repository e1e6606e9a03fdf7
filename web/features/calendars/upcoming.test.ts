import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventWhen, mailingWords, type Upcoming, type UpcomingEvent } from './upcoming.ts'

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
  const upcoming: Upcoming = {
    calendar_id: '1',
    events: [],
    mailing_day: '2026-11-17',
    mailing_time: '08:00:00',
    mailing_events: 2,
    mailing_texts: 1,
    paused: false,
    has_events: true,
    has_test: false,
  }
  assert.equal(mailingWords(upcoming, 47, place), 'tomorrow 8:00 AM, 2 events, 47 people')
  assert.equal(
    mailingWords({ ...upcoming, mailing_day: '2026-11-28', mailing_events: 1 }, 1, place),
    'Sat, Nov 28, 8:00 AM, 1 event, 1 person',
  )
  assert.equal(mailingWords({ ...upcoming, mailing_day: null }, 47, place), null)
})
