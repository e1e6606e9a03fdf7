import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addDays,
  addMonths,
  dayInZone,
  instantAt,
  isDay,
  isMonth,
  isTime,
  isTimeZone,
  lastDayOf,
  midnightUtc,
  monthBounds,
  monthGrid,
  monthOf,
  timeInZone,
  weekdayOf,
} from './dates.ts'

test('a day is a real date of four, two and two digits', () => {
  for (const day of ['2025-07-04', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31']) assert.ok(isDay(day), day)
  const wrong = ['', '2025-7-4', '2025-02-29', '2027-02-29', '2025-02-30', '2025-13-01', '2025-00-10', '0000-01-01']
  for (const day of [...wrong, '+275760-09-13', '2025-07-04T00:00', '2100-02-29', '٢٠٢٥-٠٧-٠٤'])
    assert.ok(!isDay(day), day)
})

test('a time is on a clock of 24 hours', () => {
  for (const time of ['00:00', '09:00', '23:59', '23:59:59']) assert.ok(isTime(time), time)
  for (const time of ['', '9:00', '24:00', '12:60', '12:00:60', '12', '09:00 AM']) assert.ok(!isTime(time), time)
})

test('a month has two digits between 01 and 12', () => {
  assert.ok(isMonth('2025-12'))
  for (const month of ['2025-13', '2025-0', '2025', '2025-1']) assert.ok(!isMonth(month), month)
})

test('a time zone is one the platform knows', () => {
  for (const zone of ['America/New_York', 'Pacific/Honolulu', 'UTC']) assert.ok(isTimeZone(zone), zone)
  for (const zone of ['', 'America/Springfield', 'nonsense']) assert.ok(!isTimeZone(zone), zone)
})

test('days are added over months, leap days and years', () => {
  const cases: [string, number, string][] = [
    ['2025-01-31', 1, '2025-02-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2025-02-28', 1, '2025-03-01'],
    ['2025-12-31', 1, '2026-01-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2025-03-09', 0, '2025-03-09'],
    ['2025-03-08', 365, '2026-03-08'],
  ]
  for (const [day, count, expected] of cases) assert.equal(addDays(day, count), expected)
})

test('months are added over years, both ways', () => {
  const cases: [string, number, string][] = [
    ['2025-01', 1, '2025-02'],
    ['2025-12', 1, '2026-01'],
    ['2025-01', -1, '2024-12'],
    ['2025-06', -30, '2022-12'],
    ['2025-06', 12, '2026-06'],
  ]
  for (const [month, count, expected] of cases) assert.equal(addMonths(month, count), expected)
  assert.equal(monthOf('2025-07-04'), '2025-07')
  assert.deepEqual(['2024-02', '2025-02', '2025-04', '2025-12'].map(lastDayOf), [
    '2024-02-29',
    '2025-02-28',
    '2025-04-30',
    '2025-12-31',
  ])
})

test('a month grid is always six weeks of seven consecutive days that hold the whole month', () => {
  for (let month = '2023-01'; month < '2029-01'; month = addMonths(month, 1)) {
    for (const firstWeekday of [0, 1]) {
      const grid = monthGrid(month, firstWeekday)
      assert.deepEqual(
        grid.map((week) => week.length),
        [7, 7, 7, 7, 7, 7],
      )
      const days = grid.flat()
      assert.equal(weekdayOf(days[0] as string), firstWeekday)
      for (const [index, day] of days.entries()) assert.equal(day, addDays(days[0] as string, index))
      assert.ok(days.slice(0, 7).includes(`${month}-01`))
      assert.ok(days.includes(lastDayOf(month)))
    }
  }
})

test('the same instant is another day elsewhere', () => {
  const instant = '2025-07-05T03:30:00Z'
  assert.equal(dayInZone(instant, 'UTC'), '2025-07-05')
  assert.equal(dayInZone(instant, 'America/New_York'), '2025-07-04')
  assert.equal(dayInZone(new Date(instant), 'Pacific/Honolulu'), '2025-07-04')
  assert.equal(dayInZone('2025-07-04T09:59:59.999Z', 'Pacific/Honolulu'), '2025-07-03')
  assert.equal(dayInZone('2025-07-04T10:00:00Z', 'Pacific/Honolulu'), '2025-07-04')
  assert.equal(timeInZone(instant, 'America/New_York'), '23:30')
})

const instants: [string, string, string, string][] = [
  // Ordinary days, winter and summer
  ['2025-01-15', '09:00', 'America/New_York', '2025-01-15T14:00:00.000Z'],
  ['2025-07-15', '09:00', 'America/New_York', '2025-07-15T13:00:00.000Z'],
  ['2025-01-15', '09:00', 'America/Phoenix', '2025-01-15T16:00:00.000Z'],
  ['2025-07-15', '09:00', 'America/Phoenix', '2025-07-15T16:00:00.000Z'],
  ['2025-07-15', '23:59:59', 'Pacific/Honolulu', '2025-07-16T09:59:59.000Z'],
  ['2005-07-15', '09:00', 'America/Indiana/Indianapolis', '2005-07-15T14:00:00.000Z'],
  ['2006-07-15', '09:00', 'America/Indiana/Indianapolis', '2006-07-15T13:00:00.000Z'],
  // Spring: 02:00 to 03:00 does not happen
  ['2025-03-09', '01:59', 'America/New_York', '2025-03-09T06:59:00.000Z'],
  ['2025-03-09', '02:00', 'America/New_York', '2025-03-09T07:00:00.000Z'],
  ['2025-03-09', '02:30', 'America/New_York', '2025-03-09T07:30:00.000Z'],
  ['2025-03-09', '03:00', 'America/New_York', '2025-03-09T07:00:00.000Z'],
  ['2025-03-09', '02:30', 'America/Phoenix', '2025-03-09T09:30:00.000Z'],
  // Autumn: 01:00 to 02:00 happens twice, and the first is meant
  ['2025-11-02', '00:59', 'America/Chicago', '2025-11-02T05:59:00.000Z'],
  ['2025-11-02', '01:30', 'America/Chicago', '2025-11-02T06:30:00.000Z'],
  ['2025-11-02', '02:00', 'America/Chicago', '2025-11-02T08:00:00.000Z'],
  ['2025-11-02', '01:30', 'Pacific/Honolulu', '2025-11-02T11:30:00.000Z'],
]

for (const [day, time, zone, expected] of instants) {
  test(`${day} ${time} in ${zone} is ${expected}`, () => {
    assert.equal(instantAt(day, time, zone).toISOString(), expected)
  })
}

const zones = [
  'America/New_York',
  'America/Detroit',
  'America/Indiana/Indianapolis',
  'America/Indiana/Knox',
  'America/Kentucky/Louisville',
  'America/Chicago',
  'America/North_Dakota/Beulah',
  'America/Denver',
  'America/Boise',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'Australia/Lord_Howe',
]

/** Weeks in which American clocks change, under the rules before and since 2007. */
const weeksOfChange = ['03-08', '04-01', '10-25', '11-01']
const times = [
  '00:00',
  '00:30',
  '01:00',
  '01:30',
  '01:45',
  '02:00',
  '02:15',
  '02:30',
  '03:00',
  '03:30',
  '12:00',
  '23:59',
]

for (const zone of zones) {
  test(`the weeks of clock changes in ${zone} agree with Temporal`, () => {
    for (const year of [2005, 2007, 2025, 2026, 2028]) {
      for (const first of weeksOfChange) {
        for (let index = 0; index < 7; index += 1) {
          for (const time of times) agreesWithTemporal(addDays(`${year}-${first}`, index), time, zone)
        }
      }
    }
  })
}

function agreesWithTemporal(day: string, time: string, zone: string) {
  const expected = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone)
  const actual = instantAt(day, time, zone)
  assert.equal(actual.getTime(), expected.epochMilliseconds, `${day} ${time}`)
  assert.equal(dayInZone(actual, zone), expected.toPlainDate().toString())
  assert.equal(timeInZone(actual, zone), expected.toPlainTime().toString({ smallestUnit: 'minute' }))
}

test('a clock that changes a minute past the hour is read to the minute', () => {
  const zone = 'America/St_Johns'
  assert.equal(timeInZone('2010-03-14T03:30:59Z', zone), '00:00')
  assert.equal(timeInZone('2010-03-14T03:31:00Z', zone), '01:01')
  assert.equal(timeInZone('2010-03-14T03:30:00Z', zone), '00:00')
})

test('days are 23, 24 or 25 hours long', () => {
  const hoursOf = (day: string, zone: string) => {
    const [start, end] = [day, addDays(day, 1)].map((midnight) => instantAt(midnight, '00:00', zone).getTime())
    return ((end as number) - (start as number)) / 3_600_000
  }
  assert.equal(hoursOf('2025-03-09', 'America/New_York'), 23)
  assert.equal(hoursOf('2025-11-02', 'America/New_York'), 25)
  assert.equal(hoursOf('2025-07-04', 'America/New_York'), 24)
  assert.equal(hoursOf('2025-03-09', 'America/Phoenix'), 24)
  assert.equal(hoursOf('2025-11-02', 'Pacific/Honolulu'), 24)
})

test('month bounds are midnights of the zone, on either side of a clock change', () => {
  const { start, end } = monthBounds('2025-11', 'America/Denver')
  assert.equal(start.toISOString(), '2025-11-01T06:00:00.000Z')
  assert.equal(end.toISOString(), '2025-12-01T07:00:00.000Z')
  assert.equal(monthBounds('2025-12', 'America/Denver').end.toISOString(), '2026-01-01T07:00:00.000Z')
})

test('what is no day, time, zone or instant is refused, not guessed', () => {
  assert.throws(() => midnightUtc('2025-02-30'), RangeError)
  assert.throws(() => instantAt('2025-02-28', '24:00', 'America/New_York'), RangeError)
  assert.throws(() => instantAt('2025-02-28', '12:00', 'America/Springfield'), RangeError)
  assert.throws(() => dayInZone('yesterday', 'UTC'), RangeError)
})
