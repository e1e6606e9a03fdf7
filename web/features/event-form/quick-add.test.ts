import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newEventDraft } from '../../../domain/events.ts'
import { newRule } from '../../../domain/recurrence/rule.ts'
import type { SentenceEvent } from '../../../domain/sentences/read-sentence.ts'
import { fillDraft, swap } from './quick-add.ts'

const opened = newEventDraft('2026-11-25')
const potluck: SentenceEvent = { title: 'Potluck', category: 'Event', isCategoryGuessed: true, instead: {} }

test('a form keeps what the sentence does not say', () => {
  const filled = fillDraft(opened, { ...potluck, startTime: '18:00', endTime: '19:00', place: 'Shed' })
  const said = { title: 'Potluck', startTime: '18:00', endTime: '19:00', location_name: 'Shed', category: 'Event' }
  assert.deepEqual(filled, { ...opened, ...said })
  assert.equal(fillDraft(opened, potluck).endTime, '17:00')
})

test('a guessed category does not replace one that was chosen; one that the sentence says does', () => {
  const chosen = { ...opened, category: 'FYI' }
  assert.equal(fillDraft(chosen, potluck).category, 'FYI')
  assert.equal(fillDraft(chosen, { ...potluck, isCategoryGuessed: false }).category, 'Event')
})

test('hours past midnight end on the next day, and whole days on the last one', () => {
  const night = fillDraft(opened, { ...potluck, startTime: '20:00', endTime: '02:00' })
  assert.deepEqual([night.day, night.endDay], ['2026-11-25', '2026-11-26'])
  const days = fillDraft(opened, { ...potluck, day: '2026-12-04', lastDay: '2026-12-06', allDay: true })
  assert.deepEqual([days.day, days.endDay, days.allDay], ['2026-12-04', '2026-12-06', true])
})

test('a press takes the other meaning of what is doubtful, a second one takes it back', () => {
  const once = newRule('WEEKLY', { count: 2 })
  const doubtful: SentenceEvent = {
    ...{ ...potluck, day: '2026-11-27', startTime: '18:00', endTime: '19:00', repeat: newRule('WEEKLY') },
    instead: { day: '2026-11-20', hour: { startTime: '06:00', endTime: '07:00' }, repeat: once },
  }
  const other = (['day', 'hour', 'repeat'] as const).reduce(swap, doubtful)
  assert.deepEqual([other.day, other.startTime, other.endTime], ['2026-11-20', '06:00', '07:00'])
  assert.equal(other.repeat, once)
  assert.deepEqual((['repeat', 'hour', 'day'] as const).reduce(swap, other), doubtful)
  assert.deepEqual(swap(potluck, 'hour'), potluck)
})
