import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newEventDraft } from '../../../domain/events.ts'
import { conflictsOf, takeTheirs } from './event-conflict.ts'

const opened = { ...newEventDraft('2026-11-20'), title: 'Cider', description: 'Bring cups' }

test('what the other one changed is listed, with what I changed too', () => {
  const mine = { ...opened, title: 'Cider pressing' }
  const theirs = { ...opened, title: 'Cider day', startTime: '10:00', endTime: '18:00' }
  assert.deepEqual(conflictsOf({ mine, opened, theirs }), [
    { group: 'title', isMine: true },
    { group: 'time', isMine: false },
  ])
})

test('the same change twice, or only by me, is no conflict', () => {
  const mine = { ...opened, title: 'Cider pressing', description: '' }
  assert.deepEqual(conflictsOf({ mine, opened, theirs: { ...opened, title: 'Cider pressing' } }), [])
  assert.deepEqual(conflictsOf({ mine, opened, theirs: opened }), [])
})

test('taking theirs takes all fields that belong together, and nothing else', () => {
  const mine = { ...opened, title: 'Mine', location: 'A', latitude: 1, longitude: 1 }
  const theirs = { ...opened, title: 'Theirs', location: 'B', latitude: null, longitude: null }
  assert.deepEqual(takeTheirs(mine, theirs, ['location']), { ...theirs, title: 'Mine' })
})
