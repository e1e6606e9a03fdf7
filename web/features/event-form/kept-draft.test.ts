import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newEventDraft } from '../../../domain/events.ts'
import { keptDraft, keptNewDraft } from './kept-draft.ts'

const opened = newEventDraft('2026-11-20')

test('a draft comes back with what was typed, and with nothing that the form does not know', () => {
  const kept = keptDraft({ title: 'Cider', description: 'Bring cups', other: 1 }, opened)
  assert.deepEqual(kept, { ...opened, title: 'Cider', description: 'Bring cups' })
})

test('nothing typed is no draft', () => {
  for (const stored of [null, 'text', {}, { title: '', description: '' }, { ...opened }]) {
    assert.equal(keptDraft(stored, opened), null)
  }
})

test('a new event goes to the day that is chosen now, and stays as long', () => {
  const stored = { ...opened, title: 'Fair', day: '2026-11-10', endDay: '2026-11-12' }
  const kept = keptNewDraft(stored, opened)
  assert.deepEqual([kept?.day, kept?.endDay, kept?.title], ['2026-11-20', '2026-11-22', 'Fair'])
})
