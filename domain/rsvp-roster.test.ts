import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rosterCsv } from './rsvp-roster.ts'

const words = {
  columns: { name: 'Name', answer: 'Answer', party: 'People', reply: 'Reply', email: 'Email', here: 'Here' },
  states: { going: 'Going', waiting: 'Waiting', maybe: 'Maybe', no: 'No' },
}
const rosa = {
  name: 'Rosa',
  email: 'rosa@example.org',
  answer: 'going' as const,
  party: 2,
  reply: null,
  waiting_since: null,
  checked_in_at: null,
}

test('the file says who waits and who came, and runs nothing that somebody typed', () => {
  const file = rosterCsv(
    [
      { ...rosa, checked_in_at: '2026-11-20T18:00:00Z' },
      { ...rosa, name: '=HYPERLINK("x")', email: null, reply: 'a, b', waiting_since: '2026-11-19T18:00:00Z' },
    ],
    words,
  )
  const [head, first, second] = file.split(/\r?\n/)
  assert.match(head ?? '', /^\W*Name,Answer,People,Reply,Email,Here$/)
  assert.equal(first, 'Rosa,Going,2,,rosa@example.org,x')
  assert.match(second ?? '', /Waiting,2,"a, b",,$/)
  assert.doesNotMatch(second ?? '', /^"?=/)
})
