// Plans the day-of mailings that are due: for each calendar whose hour has come, its events of today that have not been told.
// Runs every minute, and at once when an event of today is added or changed. All of it is SQL over sets; what is planned
// already is left alone by keys, so running it again, or twice at once, changes nothing.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { areaCodes } from '#domain/area-codes.ts'
import type { Clock } from '#runtime/clock.ts'
import { JOB_SIZE } from '#worker/sending/dispatch.ts'

const payload = z.object({ calendar_id: z.guid().optional() }).nullish()

export type Planned = { mailings: number; deliveries: number }

export function planDayOf({ pool, clock }: { pool: pg.Pool; clock: Clock }): Task {
  return async (given) => {
    const calendarId = payload.parse(given)?.calendar_id ?? null
    await plan(pool, clock.now(), calendarId)
    if (calendarId === null) await tidy(pool, clock.now())
  }
}

export function plan(pool: pg.Pool, now: Date, calendarId: string | null = null): Promise<Planned> {
  return inTransaction(pool, async (client) => {
    // One planner at a time: two would both number the day's next mailing.
    await client.query('select pg_advisory_xact_lock($1)', [PLAN_LOCK])
    const { rows: mailings } = await client.query<{ id: string }>(planMailings, [now, calendarId])
    if (mailings.length === 0) return { mailings: 0, deliveries: 0 }
    const ids = mailings.map(({ id }) => id)
    const codes = areaCodes()
    const zones = [codes.map(([code]) => code), codes.map(([, zone]) => zone)]
    const { rowCount } = await client.query(planDeliveries, [ids, now, ...zones])
    const pushes = await client.query(planPushes, [ids, now])
    await client.query(addJobs, [ids, JOB_SIZE, now])
    return { mailings: ids.length, deliveries: (rowCount ?? 0) + (pushes.rowCount ?? 0) }
  })
}

/** What can not be sent any more is ended, so that every mailing comes to its end. */
async function tidy(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(waitForMorning, [now])
  await pool.query(expire, [now])
  await pool.query(finish, [now])
}

const PLAN_LOCK = 7_262_004

/**
 * Today is a date where the calendar is, and its hour has come when the clock on the wall there says so: on the day of the
 * spring change 02:30 has come at 03:00, and in autumn the second 01:30 finds its mailing planned. A calendar without
 * recipients waits, so that an address added at noon still hears of the evening.
 */
const planMailings = `
  with due as (
    select e.id as event_id, e.calendar_id, e.event_date as day
    from public.events e
    join public.calendars c on c.id = e.calendar_id
    where e.include_in_mailer
      and e.event_date between ($1::timestamptz at time zone 'UTC')::date - 1 and ($1::timestamptz at time zone 'UTC')::date + 1
      and e.event_date = ($1::timestamptz at time zone c.time_zone)::date
      and ($1::timestamptz at time zone c.time_zone)::time >= c.notify_at
      and not c.disabled
      and ($2::uuid is null or e.calendar_id = $2)
      and not exists (select from public.mailing_events told where told.event_id = e.id and told.kind = 'day_of')
      and exists (
        select from public.calendar_contacts k
        where k.calendar_id = e.calendar_id and (k.contact_type = 'email' or k.confirmed_at is not null)
      )
  ), made as (
    insert into public.mailings (calendar_id, day, kind, sequence, created_at)
    select due.calendar_id, due.day, 'day_of', 1 + coalesce(max(m.sequence), 0), $1
    from (select distinct calendar_id, day from due) as due
    left join public.mailings m on m.calendar_id = due.calendar_id and m.day = due.day and m.kind = 'day_of'
    group by due.calendar_id, due.day
    returning id, calendar_id
  ), told as (
    insert into public.mailing_events (mailing_id, event_id, kind)
    select made.id, due.event_id, 'day_of' from due join made using (calendar_id)
  )
  select id from made`

/**
 * One row a contact and channel. Who opted out has a row too, so that the ledger can say so; phones only once their owner
 * has said yes, and not before their quiet hours end. A member who switched email off is not written to as a contact,
 * once they have proved that the address is theirs: anybody can sign up with anybody's.
 */
const planDeliveries = `
  insert into public.deliveries (
    mailing_id, calendar_id, contact_id, channel, address, state, next_attempt_at, expires_at, time_zone, created_at
  )
  select m.id, m.calendar_id, k.id, k.channel, k.normalised,
    case
      when private.is_opted_out(m.calendar_id, k.channel, k.normalised) then 'opted_out'
      when k.channel = 'email' and exists (
        select from auth.users u join public.notification_preferences p on p.user_id = u.id
        where u.email = k.normalised and u.email_confirmed_at is not null
          and p.calendar_id = m.calendar_id and not p.email_notifications
      ) then 'opted_out'
      when timing.at >= timing.until then 'expired'
      else 'planned'
    end,
    timing.at, timing.until, k.zone, $2
  from public.mailings m
  join public.calendars c on c.id = m.calendar_id
  cross join lateral (
    select contact.id, contact.normalised,
      case contact.contact_type when 'phone' then 'sms' else 'email' end as channel,
      case when contact.contact_type = 'phone' then coalesce(codes.zone, c.time_zone) end as zone
    from public.calendar_contacts contact
    left join unnest($3::text[], $4::text[]) as codes (code, zone)
      on contact.contact_type = 'phone' and contact.normalised like '+1__________' and substr(contact.normalised, 3, 3) = codes.code
    where contact.calendar_id = m.calendar_id and (contact.contact_type = 'email' or contact.confirmed_at is not null)
  ) as k
  cross join lateral (
    select case when k.channel = 'sms' then private.text_time($2, k.zone) else $2::timestamptz end as at,
      (m.day + 1)::timestamp at time zone c.time_zone as until
  ) as timing
  where m.id = any ($1)
  on conflict (mailing_id, channel, address) do nothing`

/** One row a browser of a member who has push switched on. */
const planPushes = `
  insert into public.deliveries (mailing_id, calendar_id, channel, address, next_attempt_at, expires_at, created_at)
  select m.id, m.calendar_id, 'push', s.endpoint, $2, (m.day + 1)::timestamp at time zone c.time_zone, $2
  from public.mailings m
  join public.calendars c on c.id = m.calendar_id
  join public.notification_preferences p on p.calendar_id = m.calendar_id and p.push_notifications
  join public.push_subscriptions s on s.user_id = p.user_id
  where m.id = any ($1)
  on conflict (mailing_id, channel, address) do nothing`

const addJobs = `
  select graphile_worker.add_job(
    'send-mailing', json_build_object('mailing_id', d.mailing_id, 'channel', d.channel),
    job_key => 'send-mailing:' || d.mailing_id || ':' || d.channel || ':' || share
  )
  from (
    select mailing_id, channel, count(*) as waiting
    from public.deliveries
    where mailing_id = any ($1) and state = 'planned' and next_attempt_at <= $3
    group by mailing_id, channel
  ) as d
  cross join lateral generate_series(1, ceil(d.waiting::numeric / $2)::integer) as share`

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
