import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, monthOf, weekdayOf } from './dates.ts'
import { readIcs } from './event-import/ics.ts'
import { ordinalOf } from './recurrence/choice.ts'
import {
  copiesFile,
  copyOfEvent,
  copyOfSeries,
  datesOf,
  findAlready,
  type PastEvent,
  type PastSeries,
  pastRanges,
  sameWeekday,
} from './roll-forward.ts'

const TODAY = '2026-11-18'
const ZONE = 'America/Chicago'
const YEAR = pastRanges.year(TODAY)

const details = {
  title: 'Fall festival',
  description: null,
  location: null,
  location_name: null,
  link_url: null,
  latitude: null,
  longitude: null,
  category: 'Event',
  status: 'scheduled',
} as const

function past(day: string, start: string, end: string, more: Partial<PastEvent> = {}): PastEvent {
  return { id: 'a', ...details, all_day: false, event_date: day, start_time: start, end_time: end, ...more }
}

function series(more: Partial<PastSeries>): PastSeries {
  return {
    ...{ id: 's', ...details, title: 'Choir', all_day: false, starts_on: '2025-09-09', time_zone: null },
    ...{ starts_at: '19:00:00', ends_at: '20:30:00', end_days: 0, rdates: [], exdates: [] },
    ...{ rrule: 'FREQ=WEEKLY;UNTIL=20260526;BYDAY=TU', ...more },
  }
}

test('a day keeps its weekday and its week of the month, whatever the year', () => {
  assert.equal(sameWeekday('2025-10-14', 1), '2026-10-13')
  for (let day = '2023-01-01'; day < '2029-01-01'; day = addDays(day, 1)) {
    const later = sameWeekday(day, 1)
    assert.equal(weekdayOf(later), weekdayOf(day))
    assert.equal(monthOf(later).slice(5), monthOf(day).slice(5), day)
    // Some months have no fifth one.
    assert.ok(ordinalOf(later) === ordinalOf(day) || (ordinalOf(day) === 5 && ordinalOf(later) === 4), day)
  }
})

test('a copy is after today, also of an event that is long over', () => {
  const copy = copyOfEvent(past('2022-03-08', '2022-03-09T00:00:00Z', '2022-03-09T01:00:00Z'), ZONE, TODAY)
  assert.equal(copy.day, '2027-03-09')
  // The third Wednesday of November is today.
  assert.equal(copyOfEvent(past('2025-11-19', '2025-11-19T18:00Z', '2025-11-19T19:00Z'), ZONE, TODAY).day, '2027-11-17')
})

test('of the fourth and last Monday both meanings are named; Memorial Day is the last one', () => {
  const memorial = past('2026-05-25', '2026-05-25T05:00:00Z', '2026-05-26T05:00:00Z', { all_day: true })
  const { day, also } = copyOfEvent(memorial, ZONE, TODAY)
  assert.deepEqual([day, also], ['2027-05-24', '2027-05-31'])
  assert.equal(copyOfEvent(past('2026-05-12', '2026-05-12T18:00Z', '2026-05-12T19:00Z'), ZONE, TODAY).also, null)
})

test('cancelled events and alerts are not proposed, and a series that still runs neither', () => {
  const doubtOf = (more: Partial<PastEvent>) =>
    copyOfEvent(past('2026-05-12', '2026-05-12T18:00Z', '2026-05-12T19:00Z', more), ZONE, TODAY).doubt
  assert.deepEqual(
    [{}, { status: 'cancelled' } as const, { category: 'Alert' } as const, { status: 'moved' } as const].map(doubtOf),
    [null, 'cancelled', 'alert', null],
  )
  assert.equal(copyOfSeries(series({}), YEAR, TODAY)?.doubt, null)
  assert.equal(copyOfSeries(series({ rrule: 'FREQ=WEEKLY;UNTIL=20261201' }), YEAR, TODAY)?.doubt, 'running')
})

test('the file has the local times, lengths and texts, on both sides of a clock change', () => {
  const texts = {
    title: 'Fair, with; signs',
    description: 'Line one\nline two',
    location_name: 'Library',
    location: 'Library Street 4',
    link_url: 'https://town.example/fair',
    latitude: 30.25,
    longitude: -97.75,
  }
  // Clocks went back on November 2, 2025, and go back on November 7, 2027.
  const night = past('2025-11-01', '2025-11-02T02:00:00Z', '2025-11-02T12:00:00Z', texts)
  const days = past('2025-12-05', '2025-12-05T06:00:00Z', '2025-12-08T06:00:00Z', { id: 'b', all_day: true })
  const copies = [night, days].map((event) => copyOfEvent(event, ZONE, TODAY))
  const [first, second] = (readIcs(copiesFile(copies), ZONE) ?? []).map(({ item }) => item)
  assert.ok(first?.kind === 'once' && second?.kind === 'once')
  assert.equal(first.uid, 'again-a-2027-11-06')
  assert.deepEqual([first.start_time, first.end_time], ['2027-11-07T02:00:00.000Z', '2027-11-07T12:00:00.000Z'])
  for (const [name, value] of Object.entries(texts)) assert.equal(first[name as keyof typeof texts], value)
  // The first Friday, for three days.
  assert.deepEqual([second.start_time, second.end_time], ['2026-12-04T06:00:00.000Z', '2026-12-07T06:00:00.000Z'])
  assert.ok(second.all_day)
})

test('a series is copied whole: as many dates, the same weekday, without the holiday it skipped', () => {
  const given = series({ exdates: ['2025-11-25'] })
  const copy = copyOfSeries(given, YEAR, TODAY)
  assert.ok(copy)
  assert.deepEqual([copy.was, copy.day], ['2025-09-09', '2027-09-14'])
  assert.deepEqual([datesOf(copy).length, datesOf(copy).at(-1)], [38, '2028-05-30'])
  const [read] = readIcs(copiesFile([copy]), ZONE) ?? []
  assert.ok(read?.item?.kind === 'series')
  const { starts_on, rrule, exdates, rdates } = read.item
  assert.deepEqual(
    [starts_on, rrule, exdates, rdates],
    ['2027-09-14', 'FREQ=WEEKLY;UNTIL=20280530;BYDAY=TU', ['2027-11-23'], []],
  )
  // A chosen day that the rule does not have: the next one that it has.
  assert.equal(datesOf({ ...copy, day: '2027-09-15' })[0], '2027-09-21')
})

test('monthly series keep what they are about: the last Friday, or the 15th', () => {
  const copied = (rrule: string, starts_on: string) => {
    const copy = copyOfSeries(series({ rrule, starts_on }), YEAR, TODAY)
    return copy && datesOf(copy)
  }
  // The last Friday of February was the fourth in 2026; in 2027 it is, too.
  assert.deepEqual(copied('FREQ=MONTHLY;COUNT=3;BYDAY=-1FR', '2026-02-27'), ['2027-02-26', '2027-03-26', '2027-04-30'])
  assert.deepEqual(copied('FREQ=MONTHLY;COUNT=2;BYMONTHDAY=15', '2026-01-15'), ['2027-01-15', '2027-02-15'])
  assert.deepEqual(copied('FREQ=MONTHLY;COUNT=2', '2026-01-15'), ['2027-01-15', '2027-02-15'])
  assert.deepEqual(copied('FREQ=DAILY;COUNT=3', '2026-07-06'), ['2027-07-05', '2027-07-06', '2027-07-07'])
})

test('a series that never ends, or has no date in the range, is not copied; of a long one the dates of the range are', () => {
  assert.equal(copyOfSeries(series({ rrule: 'FREQ=WEEKLY' }), YEAR, TODAY), null)
  assert.equal(copyOfSeries(series({ rrule: 'FREQ=WEEKLY;COUNT=3' }), YEAR, TODAY), null)
  const long = copyOfSeries(series({ starts_on: '2020-09-08' }), YEAR, TODAY)
  assert.equal(long?.was, '2025-11-18')
  assert.equal(long && datesOf(long).length, 28)
})

test('the ranges are the last twelve months and the last school year', () => {
  assert.deepEqual(YEAR, { first: '2025-11-18', last: '2026-11-17' })
  assert.deepEqual(pastRanges.year('2028-02-29').first, '2027-02-28')
  const school = (today: string) => pastRanges.school(today).first
  assert.deepEqual(['2026-11-18', '2026-08-01', '2026-06-15', '2026-03-01'].map(school), [
    '2025-08-01',
    '2025-08-01',
    '2025-08-01',
    '2024-08-01',
  ])
})

test('what is on the calendar already is found by its title, within two weeks', () => {
  const copy = copyOfEvent(past('2025-12-05', '2025-12-05T18:00Z', '2025-12-05T19:00Z'), ZONE, TODAY)
  const known = (title: string, day: string) => findAlready(copy, [{ title, first: day, last: day }])
  assert.ok(known('The Fall Festival 2026', '2026-12-11'))
  assert.equal(known('The Fall Festival', '2026-12-20'), undefined)
  assert.equal(known('Bake sale', '2026-12-04'), undefined)
})
