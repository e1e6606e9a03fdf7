import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choiceOfRule, monthlyWaysFor, noRepeat, type RepeatChoice, rruleOfChoice, ruleOfChoice } from './choice.ts'
import { parseRule } from './rule.ts'
import { ruleWords } from './words.ts'

// The second Tuesday of its month.
const day = '2025-07-08'
const choice = (more: Partial<RepeatChoice>): RepeatChoice => ({ ...noRepeat(day), ...more })

const rules: [Partial<RepeatChoice>, string | null, string][] = [
  [{ kind: 'never' }, null, ''],
  [{ kind: 'day' }, 'FREQ=DAILY', 'Every day'],
  [{ kind: 'day', interval: 3, ends: 'after', count: 4 }, 'FREQ=DAILY;INTERVAL=3;COUNT=4', 'Every 3 days, 4 times'],
  [{ kind: 'week' }, 'FREQ=WEEKLY;BYDAY=TU', 'Every week on Tuesday'],
  [
    { kind: 'week', interval: 2, weekdays: [4, 2], ends: 'on', until: '2025-12-31' },
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=20251231;BYDAY=TU,TH;WKST=SU',
    'Every 2 weeks on Tuesday and Thursday, until December 31, 2025',
  ],
  [{ kind: 'month' }, 'FREQ=MONTHLY;BYMONTHDAY=8', 'Every month on day 8'],
  [{ kind: 'month', monthly: 'ordinal' }, 'FREQ=MONTHLY;BYDAY=2TU', 'Every month on the second Tuesday'],
  [{ kind: 'month', monthly: 'last' }, 'FREQ=MONTHLY;BYDAY=-1TU', 'Every month on the last Tuesday'],
  [{ kind: 'year' }, 'FREQ=YEARLY', 'Every year on July 8'],
]

for (const [choices, rrule, words] of rules) {
  test(`${JSON.stringify(choices)} is ${rrule}`, () => {
    assert.equal(rruleOfChoice(choice(choices), day), rrule)
    const rule = ruleOfChoice(choice(choices), day)
    if (!rule) return
    assert.equal(ruleWords(rule, day), words)
    // And the form shows it again as it was chosen.
    assert.equal(rruleOfChoice(choiceOfRule(rule, day), day), rrule)
    assert.equal(choiceOfRule(rule, day).kind, choices.kind)
  })
}

test('a rule without a form of its own is kept as it is', () => {
  const text = 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'
  const { rule } = parseRule(text)
  assert.equal(choiceOfRule(rule!, day).kind, 'custom')
  assert.equal(rruleOfChoice(choiceOfRule(rule!, day), day), text)
})

test('a fifth weekday is offered as the last, for most months have none', () => {
  assert.deepEqual(monthlyWaysFor('2025-07-08'), ['date', 'ordinal'])
  assert.deepEqual(monthlyWaysFor('2025-07-25'), ['date', 'ordinal', 'last'])
  assert.deepEqual(monthlyWaysFor('2025-07-29'), ['date', 'last'])
})
