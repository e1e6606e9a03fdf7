// Inserts a year of a busy calendar into the database: every kind of event.
import type pg from 'pg'
import { setEventWrite } from '#database/event-write.ts'
import { inTransaction } from '#database/scope.ts'
import { addDays, type Day, instantAt } from '#domain/dates.ts'
import { parseRule } from '#domain/recurrence/rule.ts'
import { daysFrom, occurrenceTimes } from '#domain/recurrence/series.ts'
import { nastyTexts } from '#testing/nasty-texts.ts'

export const ZONE = 'America/Chicago'

export interface Year {
  calendarId: string
  first: Day
  /** The day after the last. */
  end: Day
}

/** From 60 days ago to 300 days ahead, which includes both clock changes. */
export async function fillYear(pool: pg.Pool, { calendarId, first, end }: Year): Promise<void> {
  const add = (event: NewEvent) => addEvent(pool, calendarId, event)
  const day = (number: number) => addDays(first, number)

  for (let n = 0; n < 120; n += 1) {
    const [from, to] = [String(n % 23).padStart(2, '0'), String((n % 23) + 1).padStart(2, '0')]
    await add({ title: `Meeting ${n}`, start: [day(n * 3), `${from}:30`], end: [day(n * 3), `${to}:15`] })
  }
  for (const [n, title] of evilTexts.entries()) {
    const on = day(n * 9)
    await add({ title, description: `${title}\n${title}`, location: title, start: [on, '11:00'], end: [on, '12:00'] })
  }
  await add({
    title: 'Long',
    description: '漢字 🎉 é;,\\\n'.repeat(400),
    start: [day(5), '09:00'],
    end: [day(5), '10:00'],
  })
  await add({ title: 'All day', all_day: true, start: [day(10), '00:00'], end: [day(11), '00:00'] })
  await add({ title: 'Fair of a week', all_day: true, start: [day(100), '00:00'], end: [day(107), '00:00'] })
  await add({ title: 'Night shift', start: [day(20), '22:00'], end: [day(21), '06:00'] })
  await add({ title: 'Three days', start: [day(30), '18:00'], end: [day(33), '12:00'] })
  await add({ title: 'Camp over a change', all_day: true, start: [day(0), '00:00'], end: [day(31), '00:00'] })
  for (const status of ['cancelled', 'postponed', 'moved'] as const) {
    await add({ title: `It is ${status}`, status, start: [day(40), '09:00'], end: [day(40), '10:00'] })
  }
  // The repeated hour, both times, and the hours around the skipped one.
  for (const change of clockChanges(first, end)) {
    for (const minutes of [-90, -30, 0, 30, 90]) {
      const start = new Date(change.getTime() + minutes * 60_000)
      await add({ title: `Clocks ${minutes}`, start, end: new Date(start.getTime() + 45 * 60_000) })
    }
  }
  await fillSeries(pool, { calendarId, first, end })
}

const evilTexts = [
  ...nastyTexts.filter((text) => !/\p{Cc}|[\u2028\u202e]/u.test(text)),
  'END:VEVENT BEGIN:VALARM;,\\n\\N\\',
  `${'🎉'.repeat(60)}${'é'.repeat(80)}`,
  ':;,"\\',
  ' leading, and trailing ; \\',
]

async function fillSeries(pool: pg.Pool, year: Year): Promise<void> {
  const day = (number: number) => addDays(year.first, number)
  const add = (series: NewSeries) => addSeries(pool, year, series)
  await add({ title: 'Every day for a month', rrule: 'FREQ=DAILY;COUNT=30', starts_on: day(3) })
  const weekly = await add({
    title: 'Choir; on Mondays, and Wednesdays',
    rrule: 'FREQ=WEEKLY;BYDAY=MO,WE',
    starts_on: day(1),
  })
  await add({
    title: 'Second Tuesday',
    rrule: 'FREQ=MONTHLY;BYDAY=2TU',
    starts_on: day(2),
    starts_at: '19:30',
    ends_at: '21:00',
  })
  await add({ title: 'On the 31st', rrule: 'FREQ=MONTHLY;BYMONTHDAY=31', starts_on: day(0) })
  await add({
    title: 'Until',
    rrule: `FREQ=WEEKLY;INTERVAL=2;UNTIL=${day(200).replaceAll('-', '')}`,
    starts_on: day(4),
  })
  await add({ title: 'Once a year', rrule: 'FREQ=YEARLY', starts_on: day(90) })
  await add({ title: 'Trash day', rrule: 'FREQ=WEEKLY', starts_on: day(6), all_day: true, end_days: 1 })
  await add({ title: 'Long weekend', rrule: 'FREQ=MONTHLY;BYDAY=1FR', starts_on: day(6), all_day: true, end_days: 3 })
  await add({
    title: 'Night watch',
    rrule: 'FREQ=DAILY',
    starts_on: day(0),
    starts_at: '22:00',
    ends_at: '06:00',
    end_days: 1,
  })
  await add({ title: 'Early birds', rrule: 'FREQ=DAILY', starts_on: day(0), starts_at: '04:15', ends_at: '05:00' })
  await add({ title: 'Call from Berlin', rrule: 'FREQ=WEEKLY', starts_on: day(0), time_zone: 'Europe/Berlin' })
  await add({
    title: 'Extra',
    rrule: 'FREQ=WEEKLY;COUNT=10',
    starts_on: day(8),
    rdates: [day(9), day(150)],
    exdates: [day(15)],
  })

  const at = (number: number) =>
    `(select series_day from public.events where series_id = $1 order by series_day offset ${number} limit 1)`
  const change = (number: number, set: string) =>
    pool.query(`update public.events set ${set} where series_id = $1 and series_day = ${at(number)}`, [weekly])
  await change(30, "status = 'cancelled'")
  await change(31, "title = 'Choir, with guests 🎶', description = 'Line 1\nLine 2; and, more'")
  await change(
    32,
    "start_time = start_time + interval '26 hours', end_time = end_time + interval '27 hours', status = 'moved'",
  )
  await change(33, "location_name = 'Old mill'")
  await change(34, "category = 'Alert'")
  await change(35, "all_day = true, status = 'moved'")
  await pool.query(`delete from public.events where series_id = $1 and series_day = ${at(36)}`, [weekly])
}

interface NewEvent {
  title: string
  description?: string
  location?: string
  status?: string
  all_day?: boolean
  start: [Day, string] | Date
  end: [Day, string] | Date
}

async function addEvent(pool: pg.Pool, calendarId: string, event: NewEvent): Promise<void> {
  const { title, description = null, location = null, status = 'scheduled', all_day = false, start, end } = event
  const at = (time: [Day, string] | Date) => (time instanceof Date ? time : instantAt(time[0], time[1], ZONE))
  await pool.query(
    `insert into public.events (calendar_id, title, description, location, category, status, all_day, start_time, end_time)
     values ($1, $2, $3, $4, 'Event', $5, $6, $7, $8)`,
    [calendarId, title, description, location, status, all_day, at(start), at(end)],
  )
}

interface NewSeries {
  title: string
  rrule: string
  starts_on: Day
  starts_at?: string
  ends_at?: string
  end_days?: number
  all_day?: boolean
  time_zone?: string
  rdates?: Day[]
  exdates?: Day[]
}

/** Inserts the series and its occurrences as the program does. */
async function addSeries(pool: pg.Pool, { calendarId, end }: Year, series: NewSeries): Promise<string> {
  const { title, rrule, starts_on, all_day = false, end_days = 0, time_zone, rdates = [], exdates = [] } = series
  const { starts_at = all_day ? '00:00' : '18:00', ends_at = all_day ? '00:00' : '19:00' } = series
  const { rule } = parseRule(rrule)
  if (!rule) throw new Error(`no rule: ${rrule}`)
  return inTransaction(pool, async (client) => {
    await setEventWrite(client, { as: 'series' })
    const { rows } = await client.query(
      `insert into public.event_series (calendar_id, title, category, starts_on, starts_at, ends_at, end_days, all_day, time_zone,
         rrule, rdates, exdates, filled_until)
       values ($1, $2, 'Event', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
      [calendarId, title, starts_on, starts_at, ends_at, end_days, all_day, time_zone, rrule, rdates, exdates, end],
    )
    for (const day of daysFrom({ startsOn: starts_on, rule, rdates, exdates }, starts_on, 1000, addDays(end, -1))) {
      const times = occurrenceTimes(day, { startsAt: starts_at, endsAt: ends_at, endDays: end_days }, time_zone ?? ZONE)
      await client.query(
        `insert into public.events (calendar_id, title, category, all_day, start_time, end_time, series_id, series_day)
         values ($1, $2, 'Event', $3, $4, $5, $6, $7)`,
        [calendarId, title, all_day, times.start, times.end, rows[0].id, day],
      )
    }
    return rows[0].id
  })
}

function clockChanges(first: Day, end: Day): Date[] {
  const changes: Date[] = []
  let moment = Temporal.ZonedDateTime.from(`${first}T00:00[${ZONE}]`)
  for (;;) {
    const next = moment.getTimeZoneTransition('next')
    if (!next || next.toPlainDate().toString() >= end) return changes
    changes.push(new Date(next.epochMilliseconds))
    moment = next
  }
}
