import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarEvent } from '#web/features/events/event.ts'
import { movedEvent, shifted } from './move-target.ts'

const party = { day: '2026-11-20', startTime: '17:10', endDay: '2026-11-20', endTime: '20:10' }

test('an event dragged to another day keeps its time, over months and for as many days', () => {
  assert.deepEqual(shifted(party, 12, 0), { ...party, day: '2026-12-02', endDay: '2026-12-02' })
  assert.deepEqual(shifted({ ...party, endDay: '2026-11-22' }, -1, 0), {
    ...party,
    day: '2026-11-19',
    endDay: '2026-11-21',
  })
})

test('an event dragged to another time keeps its length, and stays within its day', () => {
  assert.deepEqual(shifted(party, 1, -75), {
    day: '2026-11-21',
    startTime: '15:55',
    endDay: '2026-11-21',
    endTime: '18:55',
  })
  const night = { day: '2026-11-20', startTime: '21:00', endDay: '2026-11-21', endTime: '00:00' }
  assert.deepEqual(shifted(party, 0, 600), night)
  assert.deepEqual(shifted(night, 0, 600), night)
  assert.deepEqual(shifted(party, 0, -1200), { ...party, startTime: '00:00', endTime: '03:00' })
})

test('a moved event is shown where it goes before the server answers', () => {
  const event = { all_day: false, event_date: '2026-11-20', end_date: '2026-11-20' } as CalendarEvent
  const to = { day: '2026-11-21', startTime: '21:00', endDay: '2026-11-22', endTime: '00:00' }
  assert.deepEqual(movedEvent(event, to, 'America/New_York'), {
    all_day: false,
    start_time: '2026-11-22T02:00:00.000Z',
    end_time: '2026-11-22T05:00:00.000Z',
    event_date: '2026-11-21',
    end_date: '2026-11-21',
  })
})
