import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, firstDayOf, lastDayOf, monthOf } from './dates.ts'
import { exampleEvents } from './example-calendar.ts'
import { exampleCalendarTexts } from './texts/example-calendar.ts'

const eventsOf = (today: string, days = { first: firstDayOf(monthOf(today)), last: lastDayOf(monthOf(today)) }) =>
  exampleEvents(days, today, exampleCalendarTexts)

test('the example has two events today, an alert soon, and a full month, whatever day it is', () => {
  for (let day = '2027-01-01'; day <= '2028-03-01'; day = addDays(day, 1)) {
    const today = eventsOf(day, { first: day, last: day })
    assert.ok(today.some(({ title }) => title === 'Porch concert') && today.length >= 2, day)
    assert.ok(
      eventsOf(day, { first: day, last: addDays(day, 3) }).some(({ category }) => category === 'Alert'),
      day,
    )
    const month = eventsOf(day)
    assert.ok(month.length >= 12, `${month.length} events in the month of ${day}`)
    assert.equal(new Set(month.map(({ id }) => id)).size, month.length)
  }
})

test('an event of several days is also found from its later days, and the order is that of the start', () => {
  const [show] = eventsOf('2027-05-10', { first: '2027-05-15', last: '2027-05-15' }).filter(({ all_day }) => all_day)
  assert.equal(show?.title, 'Garden show')
  assert.deepEqual([show?.event_date, show?.end_date], ['2027-05-14', '2027-05-16'])
  // Midnight to midnight in Texas, also where the clocks change.
  assert.equal(show?.end_time, '2027-05-17T05:00:00.000Z')
  const starts = eventsOf('2027-05-10').map(({ start_time }) => start_time)
  assert.deepEqual(starts, starts.toSorted())
})
