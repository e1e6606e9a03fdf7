import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byDay, type CalendarEvent, canMove } from './event.ts'
import { draftOf } from './event-draft.ts'

const event: CalendarEvent = {
  id: '1',
  title: 'Supper',
  description: null,
  location: null,
  location_name: 'Hall',
  link_url: null,
  latitude: null,
  longitude: null,
  start_time: '2025-07-04T22:30:00+00:00',
  end_time: '2025-07-05T00:00:00+00:00',
  category: 'Event',
  include_in_mailer: true,
  mail_tags: [],
  event_date: '2025-07-04',
  end_date: '2025-07-04',
  all_day: false,
  status: 'scheduled',
  status_reason: null,
  previous_start_time: null,
  series_id: null,
  image: null,
  image_alt: null,
  series_day: null,
  created_by: null,
  updated_at: '2025-07-01T12:00:00+00:00',
}

test('the form shows an event in the calendar’s time zone', () => {
  const draft = draftOf(event, 'America/New_York')
  assert.equal(draft.startTime, '18:30')
  assert.equal(draft.endTime, '20:00')
  assert.equal(draft.description, null)
  assert.equal(draft.location_name, 'Hall')
})

test('invalid times become nine to ten', () => {
  const draft = draftOf({ ...event, start_time: '', end_time: 'soon' }, 'America/New_York')
  assert.deepEqual([draft.startTime, draft.endTime], ['09:00', '10:00'])
})

test('events are listed under each of their days, in order', () => {
  const later = { ...event, id: '2' }
  const other = { ...event, id: '3', event_date: '2025-07-05', end_date: '2025-07-06' }
  assert.deepEqual(byDay([event, other, later]), {
    '2025-07-04': [event, later],
    '2025-07-05': [other],
    '2025-07-06': [other],
  })
})

test('who may change an event moves it until it is over', () => {
  const coming = { ...event, created_by: 'me', end_time: new Date(Date.now() + 60_000).toISOString() }
  const admin = { userId: 'me', ownerId: 'other', role: 'admin' } as const
  assert.equal(canMove(coming, admin), true)
  assert.equal(canMove({ ...coming, end_time: new Date(Date.now() - 60_000).toISOString() }, admin), false)
  assert.equal(canMove(coming, { ...admin, role: 'member' }), true)
  assert.equal(canMove({ ...coming, created_by: 'other' }, { ...admin, role: 'member' }), false)
  assert.equal(canMove(coming, { ...admin, role: 'viewer' }), false)
})
