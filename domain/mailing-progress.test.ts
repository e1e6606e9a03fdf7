import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailingProgress, progressWords } from './mailing-progress.ts'

const none = { state: 'planned', planned: 0, sent: 0, bounced: 0, failed: 0, uncertain: 0 }

test('a mailing goes out until nothing waits, and its total is all that could leave', () => {
  const of = (numbers: Partial<typeof none>) => mailingProgress({ ...none, ...numbers })
  assert.deepEqual(of({ state: 'waiting' }), { isGoingOut: true, sent: 0, total: 0 })
  assert.deepEqual(of({ planned: 40, sent: 12 }), { isGoingOut: true, sent: 12, total: 52 })
  assert.deepEqual(of({ state: 'finished', sent: 49, bounced: 1, failed: 1, uncertain: 1 }), {
    isGoingOut: false,
    sent: 49,
    total: 52,
  })
  assert.equal(of({ state: 'cancelled', planned: 3 }).isGoingOut, false)
})

test('while it goes out its words count messages, and then people', () => {
  const words = (numbers: Partial<Parameters<typeof progressWords>[0]>) => progressWords({ ...none, ...numbers })
  assert.equal(words({ planned: 40, sent: 12, sent_people: 11 }), 'Going out: 12 of 52')
  assert.equal(words({ state: 'finished', sent: 52, sent_people: 47 }), 'Sent to 47 people')
  assert.equal(words({ state: 'finished', sent: 2, sent_people: 1 }), 'Sent to 1 person')
  assert.equal(words({ state: 'finished', failed: 2, sent_people: 0 }), 'Sent to no one')
})
