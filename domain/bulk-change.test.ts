import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bulkChange, bulkFields } from './bulk-change.ts'
import { BULK_EVENTS_MAX } from './limits.ts'

const event = { category: 'Event', include_in_mailer: true, status: 'scheduled', status_reason: null } as const
const rain = { reason: 'Rain', category: undefined, include_in_mailer: undefined }

test('a rain-out gives every event its status and reason, and leaves alone what is so already', () => {
  assert.deepEqual(bulkFields({ ...rain, action: 'cancel' }, event), { status: 'cancelled', status_reason: 'Rain' })
  assert.deepEqual(bulkFields({ ...rain, action: 'postpone' }, event), { status: 'postponed', status_reason: 'Rain' })
  const cancelled = { ...event, status: 'cancelled', status_reason: 'Flu' } as const
  assert.equal(bulkFields({ ...rain, action: 'cancel' }, cancelled), null, 'its own reason stays')
})

test('only what was off is set to be on again; a moved event stays moved', () => {
  const back = { status: 'scheduled', status_reason: null }
  assert.deepEqual(
    bulkFields({ ...rain, action: 'still_on' }, { ...event, status: 'postponed', status_reason: 'Rain' }),
    back,
  )
  assert.equal(bulkFields({ ...rain, action: 'still_on' }, event), null)
  assert.equal(bulkFields({ ...rain, action: 'still_on' }, { ...event, status: 'moved' }), null)
})

test('category and mailer change nothing else', () => {
  assert.deepEqual(bulkFields({ ...rain, action: 'category', category: 'FYI' }, event), { category: 'FYI' })
  assert.equal(bulkFields({ ...rain, action: 'category', category: 'Event' }, event), null)
  assert.deepEqual(bulkFields({ ...rain, action: 'mailer', include_in_mailer: false }, event), {
    include_in_mailer: false,
  })
})

test('a request that cannot be done is refused in our words', () => {
  const id = '7b7a3c34-6d7a-4a2e-9d52-2f2d1f0c3b11'
  const events = [{ id, updated_at: '2026-07-04T12:00:00+00:00' }]
  const problem = (more: object) =>
    bulkChange.safeParse({ calendar_id: id, action: 'cancel', events, ...more }).error?.issues[0]?.message
  assert.equal(problem({}), undefined)
  assert.equal(
    problem({ action: 'party' }),
    'action must be one of cancel, postpone, still_on, category, mailer, delete',
  )
  assert.equal(problem({ events: [] }), 'Name at least one event')
  assert.equal(problem({ events: 'all' }), 'Name the events as a list')
  assert.equal(problem({ events: [7] }), 'Each event must have its id and updated_at')
  const many = Array.from({ length: BULK_EVENTS_MAX + 1 }, () => events[0])
  assert.equal(problem({ events: many }), 'You can change up to 500 events at once')
  assert.equal(problem({ action: 'category' }), 'category is missing')
  assert.equal(problem({ action: 'mailer' }), 'include_in_mailer is missing')
})
