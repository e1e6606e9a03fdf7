import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { vtimezone } from './vtimezone.ts'
import { isTwice, localTime, offsetAt, zoneOf } from './zone.ts'

// The same questions in every check, so that a change is judged by itself; the long run asks new ones.
if (!process.env.TOWNBELL_LONG) fc.configureGlobal({ seed: 1 })

const seconds = (year: number) => Date.UTC(year, 0, 1) / 1000

/** Ours, two that change on odd days, one with half an hour, one that follows the moon, one that gave it up, one that has none. */
const zones = [
  'America/New_York',
  'America/Chicago',
  'America/Anchorage',
  'Pacific/Honolulu',
  'Europe/Berlin',
  'America/Santiago',
  'America/Nuuk',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'America/Sao_Paulo',
  'Asia/Kolkata',
]

/** The instant at which another program, told nothing but our rules, thinks a clock shows this. */
function readBack(rules: string, local: string): number {
  const calendar = new ICAL.Component(ICAL.parse(`BEGIN:VCALENDAR\r\n${rules}END:VCALENDAR\r\n`))
  const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone'))
  const parts = local.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6')
  const time = ICAL.Time.fromDateTimeString(parts)
  time.zone = zone
  return time.toUnixTime()
}

for (const name of zones) {
  test(`the rules of ${name} give back every instant`, () => {
    const zone = zoneOf(name)
    fc.assert(
      fc.property(fc.integer({ min: seconds(1995), max: seconds(2045) }), fc.boolean(), (instant, isOpen) => {
        fc.pre(!isTwice(zone, instant))
        const rules = vtimezone(zone, { from: instant - 86_400, to: isOpen ? null : instant + 86_400 })
        assert.equal(readBack(rules, localTime(zone, instant)), instant)
      }),
      { numRuns: 60 },
    )
  })
}

test('the table agrees with this machine’s time zones', () => {
  for (const name of zones) {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: seconds(2100) }), (instant) => {
        const there = Temporal.Instant.fromEpochMilliseconds(instant * 1000).toZonedDateTimeISO(name)
        assert.equal(offsetAt(zoneOf(name), instant), there.offsetNanoseconds / 1e9, `${name} ${instant}`)
      }),
      { numRuns: 50 },
    )
  }
})

test('a time zone’s current rules are one for summer and one for winter, without end', () => {
  const rules = vtimezone(zoneOf('America/Chicago'), { from: seconds(2025), to: null })
  assert.equal(rules.match(/BEGIN:(STANDARD|DAYLIGHT)/g)?.length, 2)
  assert.match(rules, /TZNAME:CDT\r\nDTSTART:20250309T020000\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU\r\n/)
  assert.match(rules, /RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU\r\n/)
})
