import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longestTurn } from '../../testing/longest-turn.ts'
import { formatRule } from '../recurrence/rule.ts'
import { readSentence } from './read-sentence.ts'

// A Tuesday. What sentences mean is in sentences.test.ts; here is what a line of text cannot say.
const context = { now: { day: '2026-11-17', time: '12:00' }, language: 'en' } as const

const read = (sentence: string, chosen?: string) => readSentence(sentence, { ...context, ...(chosen && { chosen }) })

test('a repetition without a date begins with the day of the form, or with the next one that it falls on', () => {
  assert.equal(read('Choir every Friday 7pm', '2027-03-01').day, '2027-03-05')
  assert.equal(read('Choir every Friday 7pm').day, '2026-11-20')
  assert.equal(read('Water the trees every day').day, '2026-11-17')
  assert.equal(read('Choir every Tuesday 11am').day, '2026-11-24')
})

test('what is doubtful carries its other meaning', () => {
  assert.deepEqual(read('Potluck 11/28 at 6').instead, { hour: { startTime: '06:00', endTime: '07:00' } })
  assert.deepEqual(read('Potluck next Friday 6pm').instead, { day: '2026-11-20' })
  const { repeat, instead } = read('Soccer Mon Wed 5:30-6:30pm')
  assert.deepEqual(
    [repeat, instead.repeat].map((rule) => rule && formatRule(rule)),
    ['FREQ=WEEKLY;BYDAY=MO,WE', 'FREQ=WEEKLY;COUNT=2;BYDAY=MO,WE'],
  )
})

test('a category is said or guessed', () => {
  const [said, labelled, guessed, unknown] = ['Meet #alert', 'Alert: meet', 'School closed', 'Meet #eventful'].map(
    (sentence) => read(sentence),
  )
  assert.deepEqual([said?.category, said?.isCategoryGuessed], ['Alert', false])
  assert.deepEqual([labelled?.category, labelled?.isCategoryGuessed, labelled?.title], ['Alert', false, 'Meet'])
  assert.deepEqual([guessed?.category, guessed?.isCategoryGuessed], ['Notice', true])
  assert.deepEqual([unknown?.category, unknown?.isCategoryGuessed, unknown?.title], ['Event', true, 'Meet #eventful'])
})

test('no sentence takes long to read', async () => {
  const parts = [
    '9',
    'mon ',
    'mon, ',
    '1st ',
    '1st and ',
    'at ',
    'at 9 ',
    '9-',
    '9:00 to ',
    'dec 3 ',
    '12/1 - ',
    'room ',
    ', ',
    '12 oak ',
    '|',
    '-',
    'x',
  ]
  for (const part of parts) {
    const { ms } = await longestTurn(async () => read(part.repeat(1000)))
    assert.ok(ms < 200, `${part} took ${ms} ms`)
  }
})
