import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PublicEvent } from '#domain/event-columns.ts'
import { structuredEvents } from './structured-events.ts'

const event = (more: object) =>
  ({
    id: '1',
    title: 'Concert',
    category: 'Event',
    status: 'scheduled',
    all_day: false,
    event_date: '2026-11-18',
    end_date: '2026-11-18',
    start_time: '2026-11-19T00:30:00+00:00',
    end_time: '2026-11-19T02:00:00+00:00',
    location: null,
    location_name: 'Fire hall',
    link_url: null,
    ...more,
  }) as unknown as PublicEvent

const timesIn = (time_zone: string, more: object = {}) => {
  const calendar = { id: 'c', name: 'Elm', city: 'Austin', state: 'Texas', time_zone }
  const [found] = structuredEvents(calendar, [event(more)], 'https://town.example') as Record<string, unknown>[]
  return [found?.startDate, found?.endDate]
}

test('search engines get the town’s day and clock, with its offset', () => {
  assert.deepEqual(timesIn('America/Chicago'), ['2026-11-18T18:30:00-06:00', '2026-11-18T20:00:00-06:00'])
  assert.deepEqual(timesIn('Asia/Kolkata'), ['2026-11-19T06:00:00+05:30', '2026-11-19T07:30:00+05:30'])
  assert.deepEqual(timesIn('America/St_Johns')[0], '2026-11-18T21:00:00-03:30')
  assert.deepEqual(timesIn('UTC')[0], '2026-11-19T00:30:00+00:00')
  assert.deepEqual(timesIn('America/Chicago', { all_day: true }), ['2026-11-18', '2026-11-18'])
})

test('an alert is no event, and a place is one where people meet', () => {
  const calendar = { id: 'c', name: 'Elm', city: 'Austin', state: 'Texas', time_zone: 'UTC' }
  const events = [event({ category: 'Alert' }), event({})]
  const found = structuredEvents(calendar, events, 'https://town.example') as Record<string, unknown>[]
  assert.deepEqual(
    found.map(({ eventAttendanceMode }) => eventAttendanceMode),
    ['https://schema.org/OfflineEventAttendanceMode'],
  )
})
