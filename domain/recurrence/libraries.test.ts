// Random rules, expanded here and by two libraries that know nothing of us. TOWNBELL_LONG=1 tries many more.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import rrule from 'rrule'
import { RRuleTemporal } from 'rrule-temporal'
import { addDays, instantAt } from '../dates.ts'
import { ruleDays } from './expand.ts'
import { feedRule, formatRule, newRule, parseRule, type Rule } from './rule.ts'
import { occurrenceTimes } from './series.ts'

// The same questions in every check, so that a change is judged by itself; the long run asks new ones.
if (!process.env.TOWNBELL_LONG) fc.configureGlobal({ seed: 1 })

const RUNS = process.env.TOWNBELL_LONG ? 4000 : 150
const SAMPLE = 25

const some = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.oneof(fc.constant<T[]>([]), fc.uniqueArray(values, { minLength: 1, maxLength: 3 }))
const signed = (max: number) => fc.integer({ min: -max, max }).filter((number) => number !== 0)
const day = fc.integer({ min: 0, max: 365 * 40 }).map((count) => addDays('2000-01-01', count))
const weekday = fc.integer({ min: 0, max: 6 })
const plainDay = weekday.map((number) => ({ weekday: number, ordinal: null }))

const parts = {
  interval: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 12 })),
  count: fc.option(fc.integer({ min: 1, max: 40 })),
  byMonth: some(fc.integer({ min: 1, max: 12 })),
  weekStart: weekday,
}
/** All with an ordinal or all without: the library rrule reads a mixture as both at once, RFC 5545 as either. */
const nthDays = (max: number) => fc.oneof(some(plainDay), some(fc.tuple(weekday, signed(max)).map(nthDay)))
const nthDay = ([weekday, ordinal]: [number, number]) => ({ weekday, ordinal })

const daily = fc
  .record({ ...parts, byMonthDay: some(signed(31)), byDay: some(plainDay) })
  .map((more) => newRule('DAILY', more))
const weekly = fc.record({ ...parts, byDay: some(plainDay) }).map((more) => newRule('WEEKLY', more))
const monthly = fc
  .record({ ...parts, byMonthDay: some(signed(31)), byDay: nthDays(5) })
  .map((more) => newRule('MONTHLY', more))
const yearly = fc
  .record({ ...parts, byMonthDay: some(signed(31)), byYearDay: some(signed(366)), byDay: nthDays(53) })
  .map((more) => newRule('YEARLY', more))
/** Leaves out the weeks that reach into another year, where the library rrule loses days: 2 January 2011 is in week 52 of 2010. */
const weekNumber = signed(50).filter((number) => Math.abs(number) > 3)
const byWeek = fc
  .record({
    ...parts,
    byWeekNo: fc.uniqueArray(weekNumber, { minLength: 1, maxLength: 3 }),
    byDay: fc.uniqueArray(plainDay, { minLength: 1, maxLength: 3 }),
  })
  .map((more) => newRule('YEARLY', more))

/** Only the first or the last of a set: where a set has fewer days, the library rrule takes another instead of none. */
const anyRule = fc
  .tuple(fc.oneof(daily, weekly, monthly, yearly, byWeek), fc.constantFrom<number[]>([], [1], [-1]))
  .map(([rule, bySetPos]) => (hasSet(rule) ? { ...rule, bySetPos } : rule))

function hasSet({ byMonth, byMonthDay, byYearDay, byWeekNo, byDay }: Rule): boolean {
  return byMonth.length + byMonthDay.length + byYearDay.length + byWeekNo.length + byDay.length > 0
}

/** Far enough to see a pattern; not so far that a rule which never happens takes the libraries long. */
const horizonOf = (startsOn: string) => addDays(startsOn, 365 * 6)

test('random rules have the days that the library rrule gives them', () => {
  fc.assert(
    fc.property(anyRule, day, (rule, wanted) => {
      const startsOn = firstOf(rule, wanted)
      assert.deepEqual(ours(rule, startsOn), theirs(rule, startsOn), formatRule(rule))
    }),
    // It is slow.
    { numRuns: RUNS / 3 },
  )
})

/** Where the first day is none of the rule's, RFC 5545 leaves open what it means. */
function firstOf(rule: Rule, wanted: string): string {
  return ruleDays(rule, wanted).next().value ?? wanted
}

function ours(rule: Rule, startsOn: string): string[] {
  const horizon = horizonOf(startsOn)
  const days: string[] = []
  for (const found of ruleDays(rule, startsOn)) {
    if (found > horizon || days.length === SAMPLE) break
    days.push(found)
  }
  return days
}

function theirs(rule: Rule, startsOn: string): string[] {
  const start = `${startsOn.replaceAll('-', '')}T000000Z`
  // Looking for what comes rarely or never, the library would go on to the year 9999.
  const isEnough = ours(rule, startsOn).length === Math.min(rule.count ?? SAMPLE, SAMPLE)
  const text = formatRule(isEnough ? rule : { ...rule, count: null, until: horizonOf(startsOn) })
  const library = rrule.rrulestr(`DTSTART:${start}\nRRULE:${text}`)
  const found = library.all((_, index) => index < SAMPLE).map((date) => date.toISOString().slice(0, 10))
  return found.slice(0, SAMPLE)
}

test('random choices from a week or a month are those of the library rrule-temporal', () => {
  const choices = fc.tuple(fc.oneof(weekly, monthly), fc.uniqueArray(signed(5), { minLength: 1, maxLength: 3 }))
  const rules = choices.filter(([rule]) => hasSet(rule)).map(([rule, bySetPos]) => ({ ...rule, bySetPos, count: null }))
  fc.assert(
    fc.property(rules, day, (endless, wanted) => {
      const first = firstOf(endless, wanted)
      const rule = { ...endless, until: horizonOf(first) }
      const text = feedRule(rule, { allDay: false, startsAt: '00:00', zone: 'UTC' })
      const rruleString = `DTSTART:${first.replaceAll('-', '')}T000000Z\nRRULE:${text}`
      const found = new RRuleTemporal({ rruleString, maxIterations: 1_000_000 })
        .all((_, index) => index < SAMPLE)
        .map((at) => at.toPlainDate().toString())
      assert.deepEqual(ours(rule, first), [...new Set(found)].slice(0, SAMPLE), formatRule(rule))
    }),
    { numRuns: RUNS },
  )
})

const zones = [
  'America/New_York',
  'America/Chicago',
  'America/Phoenix',
  'Pacific/Honolulu',
  'Europe/Berlin',
  'Australia/Lord_Howe',
]
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '59'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)

/**
 * Whether the clock shows the time that was asked for, not a later one because that was skipped. RFC 5545 says what happens to
 * those; the library leaves some of them out.
 */
function isReal(start: string, startsAt: string, zone: string): boolean {
  return Temporal.Instant.from(start).toZonedDateTimeISO(zone).toPlainTime().equals(startsAt)
}
/** More than the clocks change in the years looked at. */
const GAPS_MAX = 12

test('random rules in zones with clock changes begin at the instants that the library rrule-temporal gives', () => {
  const often = fc.oneof(daily, weekly).map((rule) => ({ ...rule, count: null }))
  fc.assert(
    fc.property(often, day, clock, fc.constantFrom(...zones), (endless, wanted, startsAt, zone) => {
      const first = firstOf(endless, wanted)
      const rule = { ...endless, until: horizonOf(first) }
      fc.pre(ours(rule, first).length > 0)
      const mine = ruleDays(rule, first)
        .map((found) => occurrenceTimes(found, { startsAt, endsAt: startsAt, endDays: 1 }, zone).start.toISOString())
        .filter((start) => isReal(start, startsAt, zone))
        .take(SAMPLE)
        .toArray()
      const local = `${first}T${startsAt}00`.replace(/[-:]/g, '')
      const library = new RRuleTemporal({
        maxIterations: 1_000_000,
        rruleString: `DTSTART;TZID=${zone}:${local}\nRRULE:${feedRule(rule, { allDay: false, startsAt, zone })}`,
      })
      const found = library
        .all((_, index) => index < SAMPLE + GAPS_MAX)
        .map((at) => new Date(at.epochMilliseconds).toISOString())
        .filter((start) => isReal(start, startsAt, zone))
      assert.deepEqual(mine, found.slice(0, SAMPLE), `${formatRule(rule)} ${first} ${startsAt} ${zone}`)
    }),
    { numRuns: RUNS },
  )
})

test('writing a rule and reading it again changes nothing', () => {
  fc.assert(
    fc.property(anyRule, day, (rule, until) => {
      const ending = rule.count === null ? { ...rule, until } : rule
      assert.deepEqual(parseRule(formatRule(ending)).rule, ending)
    }),
    { numRuns: RUNS },
  )
})

test('UNTIL as feeds write it comes back as the same day, whatever the zone and time', () => {
  fc.assert(
    fc.property(day, clock, fc.constantFrom(...zones), (until, startsAt, zone) => {
      const rule = newRule('DAILY', { until })
      const text = feedRule(rule, { allDay: false, startsAt, zone })
      assert.equal(parseRule(text, { startsAt, zone }).rule?.until, until)
      assert.match(text, /UNTIL=\d{8}T\d{6}Z/)
      assert.ok(instantAt(until, startsAt, zone))
    }),
    { numRuns: RUNS },
  )
})
