import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleDays } from './expand.ts'
import { parseRule } from './rule.ts'

function days(text: string, startsOn: string, max = 8, from?: string): string[] {
  const { rule, problem } = parseRule(text)
  assert.ok(rule, `${text}: ${problem}`)
  return ruleDays(rule, startsOn, from).take(max).toArray()
}

// The examples of RFC 5545 §3.8.5.3 that repeat by the day or longer.
const examples: [string, string, string][] = [
  ['FREQ=DAILY;COUNT=4', '1997-09-02', '09-02 09-03 09-04 09-05'],
  ['FREQ=DAILY;INTERVAL=10;COUNT=5', '1997-09-02', '09-02 09-12 09-22 10-02 10-12'],
  ['FREQ=WEEKLY;INTERVAL=2;WKST=SU', '1997-09-02', '09-02 09-16 09-30 10-14 10-28 11-11 11-25 12-09'],
  ['FREQ=WEEKLY;UNTIL=19971007;WKST=SU;BYDAY=TU,TH', '1997-09-02', '09-02 09-04 09-09 09-11 09-16 09-18 09-23 09-25'],
  [
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224;WKST=SU;BYDAY=MO,WE,FR',
    '1997-09-01',
    '09-01 09-03 09-05 09-15 09-17 09-19 09-29 10-01',
  ],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08-05', '08-05 08-10 08-19 08-24'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08-05', '08-05 08-17 08-19 08-31'],
  ['FREQ=MONTHLY;COUNT=4;BYDAY=1FR', '1997-09-05', '09-05 10-03 11-07 12-05'],
  ['FREQ=MONTHLY;INTERVAL=2;COUNT=6;BYDAY=1SU,-1SU', '1997-09-07', '09-07 09-28 11-02 11-30 01-04 01-25'],
  ['FREQ=MONTHLY;COUNT=6;BYDAY=-2MO', '1997-09-22', '09-22 10-20 11-17 12-22 01-19 02-16'],
  ['FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=6', '1997-09-28', '09-28 10-29 11-28 12-29 01-29 02-26'],
  ['FREQ=MONTHLY;COUNT=6;BYMONTHDAY=1,-1', '1997-09-30', '09-30 10-01 10-31 11-01 11-30 12-01'],
  ['FREQ=YEARLY;COUNT=4;BYMONTH=6,7', '1997-06-10', '06-10 07-10 06-10 07-10'],
  ['FREQ=YEARLY;INTERVAL=3;COUNT=5;BYYEARDAY=1,100,200', '1997-01-01', '01-01 04-10 07-19 01-01 04-09'],
  ['FREQ=YEARLY;BYDAY=20MO;COUNT=3', '1997-05-19', '05-19 05-18 05-17'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=3', '1997-05-12', '05-12 05-11 05-17'],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH;COUNT=5', '1997-03-13', '03-13 03-20 03-27 03-05 03-12'],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=5', '1997-09-02', '02-13 03-13 11-13 08-13 10-13'],
  ['FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;COUNT=3', '1996-11-05', '11-05 11-07 11-02'],
  ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09-04', '09-04 10-07 11-06'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;COUNT=3', '1997-09-29', '09-29 10-30 11-27'],
  ['FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '2007-01-15', '01-15 01-30 02-15 03-15 03-30'],
]

for (const [rule, start, expected] of examples) {
  test(`${rule} from ${start}`, () => {
    assert.equal(
      days(rule, start)
        .map((day) => day.slice(5))
        .join(' '),
      expected,
    )
  })
}

test('a day that a month or year does not have is left out, not moved', () => {
  assert.deepEqual(days('FREQ=MONTHLY', '2025-01-31', 4), ['2025-01-31', '2025-03-31', '2025-05-31', '2025-07-31'])
  assert.deepEqual(days('FREQ=YEARLY', '2024-02-29', 3), ['2024-02-29', '2028-02-29', '2032-02-29'])
})

test('what never happens ends, and so does what goes on for ever', () => {
  assert.deepEqual(days('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2025-01-01'), [])
  assert.deepEqual(days('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31', '2025-01-01'), [])
  assert.equal(days('FREQ=YEARLY', '2150-12-31', 1000).at(-1), '2199-12-31')
})

test('looking from later on finds the same days, counted from the begin', () => {
  for (const rule of [
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU',
    'FREQ=MONTHLY;INTERVAL=5;BYDAY=2WE',
  ]) {
    const all = days(rule, '2001-02-03', 2000)
    const later = all.filter((day) => day >= '2010-05-06').slice(0, 20)
    assert.deepEqual(days(rule, '2001-02-03', 20, '2010-05-06'), later)
    const counted = days(`${rule};COUNT=9`, '2001-02-03', 20, all[5])
    assert.deepEqual(counted, all.slice(0, 9))
  }
})
