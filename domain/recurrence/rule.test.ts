import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goodRules, refusedRules } from '#testing/rules.ts'
import { feedRule, formatRule, parseRule } from './rule.ts'

test('a rule that events can have is read and written as it was', () => {
  for (const text of goodRules) {
    const { rule, problem } = parseRule(text)
    assert.equal(problem, null, text)
    assert.equal(formatRule(rule!), text)
  }
})

test('what is too much or cannot be read is refused by name', () => {
  for (const [text, problem] of refusedRules) assert.deepEqual(parseRule(text), { rule: null, problem }, text)
})

test('what others write is read too, and stored in one form', () => {
  const { rule } = parseRule('byday=+1mo;freq=monthly;interval=1;wkst=mo')
  assert.equal(formatRule(rule!), 'FREQ=MONTHLY;BYDAY=1MO')
})

test('an UNTIL that is an instant becomes the last day that counts, and an instant again for feeds', () => {
  const context = { startsAt: '18:00', zone: 'America/New_York' }
  const untilOf = (until: string) => parseRule(`FREQ=DAILY;UNTIL=${until}`, context).rule?.until
  assert.equal(untilOf('20250704T220000Z'), '2025-07-04')
  assert.equal(untilOf('20250704T215959Z'), '2025-07-03')
  // The evening of the 4th there, though UTC has the 5th.
  assert.equal(untilOf('20250705T035959Z'), '2025-07-04')
  assert.equal(untilOf('20250704T180000'), '2025-07-04')
  assert.equal(untilOf('20250704T175900'), '2025-07-03')
  assert.equal(untilOf('20250704T990000Z'), undefined)
  assert.deepEqual(parseRule('FREQ=DAILY;UNTIL=20250704T220000Z'), { rule: null, problem: 'unreadable' })

  const { rule } = parseRule('FREQ=DAILY;UNTIL=20250704')
  assert.equal(feedRule(rule!, { ...context, allDay: false }), 'FREQ=DAILY;UNTIL=20250704T220000Z')
  assert.equal(feedRule(rule!, { ...context, allDay: true }), 'FREQ=DAILY;UNTIL=20250704')
})
