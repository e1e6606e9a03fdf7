// Plans the day-of mailings that are due: for each calendar whose hour has come, its events of today that have not been told.
// Runs every minute, and at once when an event of today is added or changed. All of it is SQL over sets; what is planned
// already is left alone by keys, so running it again, or twice at once, changes nothing.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import type { Clock } from '#runtime/clock.ts'
import { contactsOf, isListening, isNewsOf } from '#worker/sending/choices.ts'
import { lockPlanning, planForEverybody } from '#worker/sending/plan-deliveries.ts'

const payload = z.object({ calendar_id: z.guid().optional() }).nullish()

export type Planned = { mailings: number; deliveries: number }

export function planDayOf({ pool, clock }: { pool: pg.Pool; clock: Clock }): Task {
  return async (given) => {
    const calendarId = payload.parse(given)?.calendar_id ?? null
    if (calendarId !== null && !(await hasCome(pool, clock.now(), calendarId))) return
    await plan(pool, clock.now(), calendarId)
    if (calendarId === null) await tidy(pool, clock.now())
  }
}

/** Most events of today are added before the hour: then there is nothing to plan yet, and the planners' lock is left alone. */
async function hasCome(pool: pg.Pool, now: Date, calendarId: string): Promise<boolean> {
  const { rowCount } = await pool.query({ name: 'has-come', text: findHour, values: [now, calendarId] })
  return rowCount !== 0
}

const findHour = `
  select from public.calendars c where c.id = $2 and ($1::timestamptz at time zone c.time_zone)::time >= c.notify_at`

export function plan(pool: pg.Pool, now: Date, calendarId: string | null = null): Promise<Planned> {
  return inTransaction(pool, async (client) => {
    await lockPlanning(client)
    const { rows: mailings } = await client.query<{ id: string }>(planMailings, [now, calendarId])
    if (mailings.length === 0) return { mailings: 0, deliveries: 0 }
    const ids = mailings.map(({ id }) => id)
    return { mailings: ids.length, deliveries: await planForEverybody(client, ids, now) }
  })
}

/** What can not be sent any more is ended, so that every mailing comes to its end. */
async function tidy(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(waitForMorning, [now])
  await pool.query(expire, [now])
  await pool.query(finish, [now])
}

/**
 * Today is a date where the calendar is, and its hour has come when the clock on the wall there says so: on the day of the
 * spring change 02:30 has come at 03:00, and in autumn the second 01:30 finds its mailing planned. An event without
 * anybody who wants to hear of it waits, so that an address added at noon still hears of the evening. What was moved here from a day on which it had
 * been told is told again; an alert that was sent today is not.
 */
const planMailings = `
  with due as (
    select e.id as event_id, e.calendar_id, e.event_date as day
    from public.events e
    join public.calendars c on c.id = e.calendar_id
    where e.include_in_mailer and e.status not in ('cancelled', 'postponed')
      and e.event_date between ($1::timestamptz at time zone 'UTC')::date - 1 and ($1::timestamptz at time zone 'UTC')::date + 1
      and e.event_date = ($1::timestamptz at time zone c.time_zone)::date
      and ($1::timestamptz at time zone c.time_zone)::time >= c.notify_at
      and not c.disabled
      and ($2::uuid is null or e.calendar_id = $2)
      and not exists (
        select from public.mailing_events told
        where told.event_id = e.id and (told.kind = 'day_of' and told.day is null or told.kind <> 'test' and told.day = e.event_date)
      )
      and exists (
        select from (${contactsOf('e.calendar_id')}) as k where ${isListening('$1')} and ${isNewsOf}
      )
  ), made as (
    insert into public.mailings (calendar_id, day, kind, sequence, created_at)
    select due.calendar_id, due.day, 'day_of', 1 + coalesce(max(m.sequence), 0), $1
    from (select distinct calendar_id, day from due) as due
    left join public.mailings m on m.calendar_id = due.calendar_id and m.day = due.day and m.kind = 'day_of'
    group by due.calendar_id, due.day
    returning id, calendar_id
  ), told as (
    insert into public.mailing_events (mailing_id, event_id, kind, day)
    select made.id, due.event_id, 'day_of', due.day from due join made using (calendar_id)
  )
  select id from made`

/** Texts whose turn came in the quiet hours. */
const waitForMorning = `
  update public.deliveries d set next_attempt_at = private.text_time($1, d.time_zone)
  where d.state = 'planned' and d.channel = 'sms' and d.next_attempt_at <= $1 and private.text_time($1, d.time_zone) > $1`

const expire = `
  update public.deliveries set state = 'expired'
  where state = 'planned' and (expires_at <= $1 or next_attempt_at >= expires_at)`

const finish = `
  update public.mailings m set state = 'finished', finished_at = greatest($1, m.started_at)
  where m.state in ('planned', 'sending') and not exists (
    select from public.deliveries d
    where d.mailing_id = m.id and d.calendar_id = m.calendar_id and d.state in ('planned', 'claimed', 'committing')
  )`
