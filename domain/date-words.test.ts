import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  briefTime,
  clockRange,
  clockTime,
  longDay,
  monthName,
  plainDay,
  shortDay,
  tileWords,
  weekdayAndDate,
  weekdayNames,
  zoneName,
} from './date-words.ts'
import { addDays, midnightUtc, monthOf } from './dates.ts'
import { languages, localeOf } from './languages.ts'

test('a day is written the same in every time zone', () => {
  assert.equal(longDay('2025-07-04'), 'Friday, July 4, 2025')
  assert.equal(plainDay('2025-07-04'), 'July 4, 2025')
  assert.equal(shortDay('2025-07-04'), 'Jul 4')
  assert.equal(monthName('2025-07'), 'July 2025')
  assert.deepEqual(tileWords('2025-07-04'), { month: 'Jul', date: 4, weekday: 'Fri' })
})

test('every day of a year is written as Intl writes it, in each language', () => {
  for (const locale of languages.map(localeOf)) {
    const written = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
      return (day: string) => format.format(midnightUtc(day))
    }
    const long = written({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })
    const short = written({ month: 'short', day: 'numeric' })
    const month = written({ year: 'numeric', month: 'long' })
    const weekday = written({ weekday: 'short' })
    for (let day = '2024-01-01'; day < '2025-01-01'; day = addDays(day, 1)) {
      assert.equal(longDay(day, locale), long(day))
      assert.equal(shortDay(day, locale), short(day))
      assert.equal(monthName(monthOf(day), locale), month(day))
      assert.equal(weekdayAndDate(day, locale), `${weekday(day)} ${Number(day.slice(8))}`)
    }
  }
})

test('weekdays start with the given day', () => {
  assert.deepEqual(weekdayNames('short'), ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
  assert.equal(weekdayNames('long', 1)[0], 'Monday')
  assert.equal(weekdayNames('long', 1)[6], 'Sunday')
})

test('a time is written in the given zone, with an ordinary space', () => {
  assert.equal(clockTime('2025-07-04T13:00:00Z', 'America/New_York'), '9:00 AM')
  assert.equal(clockTime('2025-07-04T13:00:00Z', 'Pacific/Honolulu'), '3:00 AM')
  assert.equal(clockTime('2025-07-04T16:05:00Z', 'America/New_York'), '12:05 PM')
  assert.equal(clockTime('2025-07-04T16:05:00Z', 'America/New_York', 'es-US'), '12:05 p.m.')
  assert.equal(clockTime('2025-07-04T04:05:00Z', 'America/New_York', 'es-US'), '12:05 a.m.')
  assert.equal(clockRange('2025-07-04T13:00:00Z', '2025-07-04T21:00:00Z', 'America/New_York'), '9:00 AM – 5:00 PM')
})

test('a zone has its summer and winter names', () => {
  assert.equal(zoneName('2025-07-04T13:00:00Z', 'America/New_York'), 'EDT')
  assert.equal(zoneName('2025-01-04T13:00:00Z', 'America/New_York'), 'EST')
  assert.equal(zoneName('2025-07-04T13:00:00Z', 'America/Phoenix'), 'MST')
})

test('a brief time leaves out what a chip has no room for', () => {
  assert.equal(briefTime('2025-07-04T22:30:00Z', 'America/New_York'), '6:30p')
  assert.equal(briefTime('2025-07-04T13:00:00Z', 'America/New_York'), '9a')
  assert.equal(briefTime('2025-07-04T04:05:00Z', 'America/New_York'), '12:05a')
})
