import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, dayInZone } from '../dates.ts'
import {
  type EditContext,
  type Occurrence,
  planSeriesEdit,
  planSplit,
  recurrenceOf,
  type Series,
  type SeriesChange,
  timesOf,
} from './edit.ts'
import { daysFrom, occurrenceTimes } from './series.ts'

// The same questions in every check, so that a change is judged by itself; the long run asks new ones.
if (!process.env.TOWNBELL_LONG) fc.configureGlobal({ seed: 1 })

const zone = 'America/New_York'
const today = '2025-07-01'

const choir: Series = {
  title: 'Choir',
  description: null,
  location: '1 Main St',
  location_name: 'Hall',
  link_url: null,
  latitude: null,
  longitude: null,
  category: 'Event',
  include_in_mailer: true,
  status: 'scheduled',
  status_reason: null,
  mail_tags: [],
  image: null,
  image_alt: null,
  all_day: false,
  starts_on: '2025-07-01',
  starts_at: '18:00',
  ends_at: '20:00',
  end_days: 0,
  rrule: 'FREQ=WEEKLY;COUNT=10',
  rdates: [],
  exdates: [],
}

/** A calendar in memory: what the database would hold after the plans. */
function town(series: Series) {
  const all: { series: Series; rows: Occurrence[] }[] = [{ series, rows: [] }]
  const single: Occurrence[] = []
  let ids = 0
  const row = (of: Series, day: string): Occurrence => {
    const { start, end } = occurrenceTimes(day, timesOf(of), zone)
    const { all_day, title, description, location, location_name, latitude, longitude } = of
    const words = { title, description, location, location_name, latitude, longitude, category: of.category }
    const times = { all_day, start_time: start.toISOString(), end_time: end.toISOString() }
    const end_date = dayInZone(end.getTime() - 1, zone)
    const { include_in_mailer, mail_tags, status, status_reason, image, image_alt, link_url } = of
    const shared = { include_in_mailer, mail_tags, status, status_reason, image, image_alt, link_url }
    return { id: String(++ids), series_day: day, end_date, ...words, ...times, ...shared }
  }
  all[0]!.rows = daysFrom(recurrenceOf(series), series.starts_on, 400, addDays(today, 548)).map((day) =>
    row(series, day),
  )

  function edit(change: SeriesChange, context: Partial<EditContext> & { day: string }) {
    const at = all.find(({ rows }) => rows.some(({ series_day }) => series_day === context.day))!
    const whole: EditContext = { scope: 'all', today, zone, ...context }
    const plan = planSeriesEdit(at.series, at.rows, change, whole)
    const left = at.rows.filter(({ id }) => !plan.remove.includes(id))
    const updated = new Map(plan.update.map((one) => [one.id, one]))
    single.push(...plan.update.filter(({ detached }) => detached))
    const rows = left.map((one) => updated.get(one.id) ?? one).filter((one) => !single.some(({ id }) => id === one.id))
    if (plan.ending) {
      at.series = plan.ending.series
      at.rows = rows.filter(({ id }) => !updated.has(id))
      if (plan.series) all.push({ series: plan.series, rows: rows.filter(({ id }) => updated.has(id)) })
    } else {
      if (plan.series) at.series = plan.series
      at.rows = rows
    }
    const grown = plan.ending ? all.at(-1)! : at
    if (plan.series) grown.rows.push(...plan.insert.map((day) => row(plan.series!, day)))
    return plan
  }

  return {
    all,
    single,
    edit,
    rows: () => all.flatMap(({ rows }) => rows).toSorted((a, b) => a.start_time.localeCompare(b.start_time)),
    find: (day: string) => all.flatMap(({ rows }) => rows).find(({ series_day }) => series_day === day)!,
    /** Series and rows agree: each row is on a day of its series, and each day has one. */
    check() {
      for (const { series: one, rows } of all) {
        const days = daysFrom(recurrenceOf(one), '2000-01-01', 400, addDays(today, 548))
        assert.deepEqual(rows.map(({ series_day }) => series_day).sort(), days)
      }
      assert.equal(
        new Set(all.flatMap(({ rows }) => rows).map(({ id }) => id)).size,
        all.flatMap(({ rows }) => rows).length,
      )
    },
  }
}

test('new words for all reach every row from today on, and the past stays', () => {
  const it = town({ ...choir, starts_on: '2025-06-03' })
  const plan = it.edit({ fields: { title: 'Big choir' } }, { day: '2025-07-15' })
  assert.equal(plan.ending, null)
  assert.deepEqual(
    it.rows().map(({ title }) => title),
    [...Array(4).fill('Choir'), ...Array(6).fill('Big choir')],
  )
  it.check()
})

test('an exception keeps what is its own, and takes what is the series’', () => {
  const it = town(choir)
  Object.assign(it.find('2025-07-15'), { location_name: 'Church', description: 'Bring scores' })
  it.edit({ fields: { title: 'Big choir', location_name: 'School' } }, { day: '2025-07-01' })
  const { title, location_name, description } = it.find('2025-07-15')
  assert.deepEqual([title, location_name, description], ['Big choir', 'Church', 'Bring scores'])
  assert.equal(it.find('2025-07-22').location_name, 'School')
  it.check()
})

test('a place of its own keeps its own position', () => {
  const it = town(choir)
  Object.assign(it.find('2025-07-15'), { location: '9 Elm St' })
  it.edit({ fields: { location: '2 Oak St', latitude: 1, longitude: 2 } }, { day: '2025-07-01' })
  assert.deepEqual([it.find('2025-07-15').location, it.find('2025-07-15').latitude], ['9 Elm St', null])
  assert.deepEqual([it.find('2025-07-22').location, it.find('2025-07-22').latitude], ['2 Oak St', 1])
})

test('what is typed in an exception is for it and for the others', () => {
  const it = town(choir)
  Object.assign(it.find('2025-07-15'), { title: 'Rehearsal' })
  it.edit({ fields: { title: 'Concert' } }, { day: '2025-07-15' })
  assert.ok(it.rows().every(({ title }) => title === 'Concert'))
})

test('a new time for all moves each row on its day, but not one that was moved by itself', () => {
  const it = town({ ...choir, rrule: 'FREQ=WEEKLY;COUNT=40' })
  Object.assign(it.find('2025-07-15'), { start_time: '2025-07-16T15:00:00.000Z', end_time: '2025-07-16T16:00:00.000Z' })
  it.edit({ times: { startsAt: '19:00', endsAt: '21:00', endDays: 0, allDay: false } }, { day: '2025-07-01' })
  assert.equal(it.find('2025-07-08').start_time, '2025-07-08T23:00:00.000Z')
  // Winter time.
  assert.equal(it.find('2025-11-04').start_time, '2025-11-05T00:00:00.000Z')
  assert.equal(it.find('2025-07-15').start_time, '2025-07-16T15:00:00.000Z')
  it.check()
})

test('a new time for all of a series that has begun starts a new one today, and the past keeps its hour', () => {
  const it = town({ ...choir, starts_on: '2025-06-03' })
  const ids = it.rows().map(({ id }) => id)
  const plan = it.edit(
    { times: { startsAt: '19:00', endsAt: '21:00', endDays: 0, allDay: false } },
    { day: '2025-07-15' },
  )
  assert.equal(plan.ending?.series.rrule, 'FREQ=WEEKLY;UNTIL=20250630')
  assert.equal(plan.series?.rrule, 'FREQ=WEEKLY;COUNT=6')
  assert.equal(plan.series?.starts_on, '2025-07-01')
  assert.equal(it.find('2025-06-24').start_time, '2025-06-24T22:00:00.000Z')
  assert.equal(it.find('2025-07-01').start_time, '2025-07-01T23:00:00.000Z')
  assert.deepEqual(
    it.rows().map(({ id }) => id),
    ids,
  )
  it.check()
})

test('this and following splits the series where it stands, with what is left of its number', () => {
  const it = town({ ...choir, exdates: ['2025-07-08', '2025-08-12'] })
  const plan = it.edit({ fields: { title: 'Choir in the park' } }, { day: '2025-07-22', scope: 'following' })
  assert.equal(plan.ending?.series.rrule, 'FREQ=WEEKLY;UNTIL=20250721')
  assert.deepEqual(plan.ending?.series.exdates, ['2025-07-08'])
  assert.equal(plan.series?.rrule, 'FREQ=WEEKLY;COUNT=7')
  assert.deepEqual(plan.series?.exdates, ['2025-08-12'])
  assert.deepEqual(
    it.rows().map(({ title }) => title),
    ['Choir', 'Choir', ...Array(6).fill('Choir in the park')],
  )
  it.check()
})

test('following the first is all', () => {
  const it = town(choir)
  const plan = it.edit({ fields: { title: 'New' } }, { day: '2025-07-01', scope: 'following' })
  assert.equal(plan.ending, null)
  assert.ok(it.rows().every(({ title }) => title === 'New'))
})

test('another rule keeps the days that both have, with their exceptions, and deleted days stay deleted', () => {
  const it = town({ ...choir, exdates: ['2025-07-08'] })
  const kept = it.find('2025-07-15')
  Object.assign(kept, { title: 'Guest evening' })
  const plan = it.edit({ rrule: 'FREQ=WEEKLY;COUNT=12;BYDAY=TU,TH' }, { day: '2025-07-01' })
  assert.deepEqual(it.find('2025-07-15'), kept)
  assert.equal(it.find('2025-07-08'), undefined)
  assert.equal(plan.insert[0], '2025-07-03')
  it.check()
  it.edit({ rrule: 'FREQ=WEEKLY;COUNT=12;BYDAY=TH' }, { day: '2025-07-03' })
  assert.equal(it.find('2025-07-15'), undefined)
  it.check()
})

test('one that shall not repeat any more happens once, and the others no more', () => {
  const it = town({ ...choir, starts_on: '2025-06-03' })
  const plan = it.edit({ rrule: null, fields: { title: 'The last time' } }, { day: '2025-07-15' })
  assert.equal(plan.series, null)
  assert.deepEqual(
    it.single.map(({ title, series_day }) => [title, series_day]),
    [['The last time', '2025-07-15']],
  )
  assert.deepEqual(
    it.rows().map(({ series_day }) => series_day),
    ['2025-06-03', '2025-06-10', '2025-06-17', '2025-06-24'],
  )
})

test('to delete what follows, a series is cut in two, and both halves keep their days', () => {
  const it = town(choir)
  const plan = planSplit(choir, it.rows(), '2025-07-22')
  assert.equal(plan.ending?.series.rrule, 'FREQ=WEEKLY;UNTIL=20250721')
  assert.equal(plan.update.length, 7)
  assert.equal(planSplit(choir, it.rows(), '2025-07-01').ending, null)
})

// Random histories: whatever is done to the series, what was done to one date is still there.

type Act =
  | { kind: 'one'; at: number; field: 'title' | 'location_name' | 'status' | 'time'; value: number }
  | {
      kind: 'series'
      at: number
      scope: 'all' | 'following'
      field: 'description' | 'category' | 'time'
      value: number
    }

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant('one' as const),
    at: fc.nat(60),
    field: fc.constantFrom('title' as const, 'location_name' as const, 'status' as const, 'time' as const),
    value: fc.nat(9),
  }),
  fc.record({
    kind: fc.constant('series' as const),
    at: fc.nat(60),
    scope: fc.constantFrom('all' as const, 'following' as const),
    field: fc.constantFrom('description' as const, 'category' as const, 'time' as const),
    value: fc.nat(9),
  }),
)

const rules = [
  'FREQ=WEEKLY;COUNT=20',
  'FREQ=DAILY;INTERVAL=3;UNTIL=20251001',
  'FREQ=MONTHLY;BYDAY=2TU',
  'FREQ=WEEKLY;BYDAY=MO,WE',
]

test('whatever is done to a series, no exception is lost and no day appears twice or vanishes', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...rules),
      fc.constantFrom('2025-06-02', '2025-07-01', '2025-07-02'),
      fc.array(act, { maxLength: 12 }),
      (rrule, from, acts) => {
        const first = daysFrom(recurrenceOf({ ...choir, rrule, starts_on: from }), from, 1)[0]!
        const it = town({ ...choir, rrule, starts_on: first })
        const days = it.rows().map(({ series_day }) => series_day)
        const own = new Map<string, Partial<Occurrence>>()
        for (const one of acts) {
          const coming = it.rows().filter(({ end_date }) => end_date >= today)
          const row = coming[one.at % coming.length]!
          if (one.kind === 'one') {
            const start = new Date(Date.parse(row.start_time) + (one.value + 1) * 60_000).toISOString()
            const mine = one.field === 'time' ? { start_time: start } : { [one.field]: `own ${one.value}` }
            Object.assign(row, mine)
            own.set(row.id, { ...own.get(row.id), ...mine })
            continue
          }
          const startsAt = `1${one.value}:00`
          const times = { startsAt, endsAt: '23:00', endDays: 0, allDay: false }
          it.edit(one.field === 'time' ? { times } : { fields: { [one.field]: `new ${one.value}` } }, {
            day: row.series_day,
            scope: one.scope,
          })
          // What is typed for all in one that had its own hour is meant for it, too.
          const typed = own.get(row.id)
          if (typed && one.field === 'time') delete typed.start_time
        }
        it.check()
        assert.deepEqual(
          it
            .rows()
            .map(({ series_day }) => series_day)
            .sort(),
          days,
        )
        for (const [id, mine] of own) {
          const row = it.rows().find((candidate) => candidate.id === id)
          assert.ok(row)
          for (const [field, value] of Object.entries(mine)) assert.equal(row[field as keyof Occurrence], value)
        }
      },
    ),
    { numRuns: process.env.TOWNBELL_LONG ? 5000 : 150 },
  )
})
