// Days on which clocks are changed, leap days and turns of the year, in every zone a calendar can be in: each event is told once,
// on its day, not before its hour; no text comes in the night. A few days of 2024 here; all ten years with TOWNBELL_YEARS=10.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { zoneOfNumber } from '#domain/area-codes.ts'
import { addDays, dayBounds, dayInZone, timeInZone } from '#domain/dates.ts'
import { hours } from '#domain/durations.ts'
import { QUIET_FROM, QUIET_UNTIL } from '#domain/limits.ts'
import type { Lanes } from '#messages/email/lane.ts'
import { type TestDatabase, testDatabase } from '#tests/world/database.ts'
import { addEvent, fixedClock, makeCalendar, type TestCalendar } from '#tests/world/mailing-town.ts'
import { openSendingWorld } from '#tests/world/sending.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database.close())

/** One town for each clock of the list of places; the hours at which they tell lie on both sides of a change. */
const towns: [state: string, city: string, notifyAt: string][] = [
  ['New York', 'Albany', '02:30'],
  ['Indiana', 'Indianapolis', '08:00'],
  ['Texas', 'Austin', '00:00'],
  ['Texas', 'El Paso', '01:30'],
  ['Arizona', 'Phoenix', '08:00'],
  ['California', 'Los Angeles', '20:30'],
  ['Alaska', 'Anchorage', '08:00'],
  ['Hawaii', 'Honolulu', '20:30'],
]

const phones = ['+12125550111', '+15125550111', '+18085550111', '+16025550111']

/** First and last day of each stretch. */
const stretches: [string, string][] =
  process.env.TOWNBELL_YEARS === undefined
    ? [
        ['2024-02-28', '2024-03-01'],
        ['2024-03-09', '2024-03-11'],
        ['2024-11-02', '2024-11-04'],
        ['2024-12-31', '2025-01-01'],
      ]
    : [['2024-01-01', `${2023 + Number(process.env.TOWNBELL_YEARS)}-12-31`]]

/** Takes everything at once; what it took is in the deliveries. */
const takesAll: Lanes = {
  open: async () => ({
    send: async (_mail, mayGo) => ((await mayGo()) ? { kind: 'sent' } : { kind: 'stopped' }),
    release() {},
  }),
  async close() {},
}
const takesAllTexts = { send: async () => ({}), find: async () => null, async close() {} }

type Told = { title: string; address: string; channel: string; state: string; sent_at: Date | null }

for (const [first, last] of stretches) {
  test(`from ${first} to ${last} every event is told once, on its day`, async () => {
    await database.pool.query('truncate auth.users cascade; delete from graphile_worker._private_jobs')
    const clock = fixedClock(`${addDays(first, -1)}T00:00:00Z`)
    const world = await openSendingWorld(database.pool, clock, { lanes: takesAll, texts: takesAllTexts })
    const calendars: (TestCalendar & { notifyAt: string })[] = []
    for (const [state, city, notifyAt] of towns) {
      const emails = [`${city.toLowerCase().replace(/\W/g, '')}@example.org`]
      calendars.push({
        ...(await makeCalendar(database.pool, { name: city, state, city, notifyAt, emails, phones })),
        notifyAt,
      })
    }
    let minute = 0
    for (let day = first; day <= last; day = addDays(day, 1)) {
      for (const calendar of calendars) {
        // All minutes of a day come up over the years.
        minute = (minute + 37) % 1440
        const from = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
        await addEvent(database.pool, calendar, { title: `${calendar.id} ${day}`, day, from, to: '23:59' })
      }
    }
    const end = new Date(`${addDays(last, 2)}T12:00:00Z`).getTime()
    for (let now = clock.now().getTime(); now <= end; now += hours(0.5)) {
      clock.set(new Date(now))
      await world.minute()
    }
    await world.close()

    const { rows } = await database.pool.query<Told>(`
      select e.title, d.address, d.channel, d.state, d.sent_at
      from public.deliveries d
      join public.mailing_events me on me.mailing_id = d.mailing_id
      join public.events e on e.id = me.event_id`)
    const told = new Map<string, Told[]>()
    for (const row of rows) {
      const key = `${row.title} ${row.address}`
      told.set(key, [...(told.get(key) ?? []), row])
    }
    let texts = 0
    let pairs = 0
    for (const calendar of calendars) {
      for (let day = first; day <= last; day = addDays(day, 1)) {
        const due = hourCame(day, calendar.notifyAt, calendar.zone)
        const { end: midnight } = dayBounds(day, calendar.zone)
        const title = `${calendar.id} ${day}`
        const email = rows.find((row) => row.title === title && row.channel === 'email')?.address ?? 'nobody'
        for (const address of [email, ...phones]) {
          pairs++
          const [row, ...others] = told.get(`${title} ${address}`) ?? []
          assert.equal(others.length, 0, `${title} ${address} is told once`)
          const zone = zoneOfNumber(address)
          const earliest = zone ? allowedFrom(due, zone) : due
          if (earliest >= midnight.getTime()) {
            assert.equal(row?.state, 'expired', `${title} ${address} would come in the night or too late`)
            continue
          }
          assert.equal(row?.state, 'sent', `${title} ${address}`)
          const sent = row?.sent_at?.getTime() ?? 0
          assert.ok(
            sent >= earliest && sent < earliest + hours(0.5),
            `${title} ${address} left at ${row?.sent_at?.toISOString()}`,
          )
          assert.equal(dayInZone(sent, calendar.zone), day)
          if (zone) {
            texts++
            const time = timeInZone(sent, zone)
            assert.ok(time >= QUIET_UNTIL && time < QUIET_FROM, `${time} in ${zone}`)
          }
        }
      }
    }
    console.log(JSON.stringify({ first, last, pairs, texts }))
    assert.ok(texts > 0)
  })
}

/** The first minute of the day at which the clock on the wall shows the time or more. */
function hourCame(day: string, time: string, zone: string): number {
  for (let at = dayBounds(day, zone).start.getTime(); ; at += 60_000) if (timeInZone(at, zone) >= time) return at
}

/** By another way than the database's: minute by minute. */
function allowedFrom(instant: number, zone: string): number {
  for (let at = instant; ; at += 60_000) {
    const time = timeInZone(at, zone)
    if (time >= QUIET_UNTIL && time < QUIET_FROM) return at
  }
}
