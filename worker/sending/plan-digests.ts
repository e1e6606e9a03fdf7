// Plans the daily digest for people who chose it: one mail with the events of all their calendars, due at the notification time of the
// first calendar that has an event that day. The key of private.digests makes it one mail, even with several planners.
import type pg from 'pg'
import { calendarsWith, contactsOf, isReachableAt, isWaiting, notYetNotifiedOf } from './choices.ts'
import { addJobsFor, isUnwanted, reviewMailings } from './plan-deliveries.ts'

export type PlannedDigests = { mailings: number; deliveries: number }

/** Must run before the mailing of the day, which notifies everybody who was not notified yet. */
export async function planDigests(
  client: pg.ClientBase,
  now: Date,
  calendarId: string | null,
): Promise<PlannedDigests> {
  const { rows } = await client.query<{ id: string; deliveries: number }>(planAll, [now, calendarId])
  if (rows.length > 0) {
    const ids = rows.map(({ id }) => id)
    await client.query(reviewMailings, [ids])
    await addJobsFor(client, ids, now)
  }
  return { mailings: rows.length, deliveries: rows[0]?.deliveries ?? 0 }
}

const planAll = `
  with chosen as materialized (
    select calendar_id as id from (${calendarsWith('digest')}) as one
  ), candidates as materialized (
    select e.id as event_id, c.id as calendar_id, here.today as day, c.time_zone, k.id as contact_id, k.member_id, k.address,
      here.time >= c.notify_at and ($2::uuid is null or c.id = $2) as is_due
    from chosen
    join public.calendars c on c.id = chosen.id and not c.disabled
    cross join lateral (
      select ($1::timestamptz at time zone c.time_zone)::date as today, ($1::timestamptz at time zone c.time_zone)::time as time
    ) as here
    join public.events e on e.calendar_id = c.id and e.event_date = here.today
      and e.include_in_mailer and e.status not in ('cancelled', 'postponed') and e.end_time > $1 and not ${isWaiting}
    cross join lateral (${contactsOf('c.id')}) as k
    where k.channel = 'email' and k.timing = 'digest' and ${isReachableAt('$1')} and ${notYetNotifiedOf()}
  ), begun as (
    insert into private.digests (address, day) select distinct address, day from candidates where is_due
    on conflict (address, day) do nothing
    returning address, day
  ), recipients as materialized (
    select candidates.* from candidates join begun using (address, day)
  ), made as (
    insert into public.mailings (calendar_id, day, kind, sequence, created_at)
    select one.calendar_id, one.day, 'digest', 1 + coalesce(max(m.sequence), 0), $1
    from (select distinct calendar_id, day from recipients) as one
    left join public.mailings m on m.calendar_id = one.calendar_id and m.day = one.day and m.kind = 'digest'
    group by one.calendar_id, one.day
    returning id, calendar_id, day
  ), events as (
    insert into public.mailing_events (mailing_id, event_id, kind, day)
    select distinct made.id, recipients.event_id, 'digest', recipients.day from recipients join made using (calendar_id, day)
  ), planned as (
    insert into public.deliveries (
      mailing_id, calendar_id, contact_id, member_id, channel, address, state, next_attempt_at, expires_at, created_at, event_ids
    )
    select made.id, made.calendar_id, recipients.contact_id, recipients.member_id, 'email', recipients.address,
      case when ${isUnwanted('made.calendar_id', "'email'", 'recipients.address')} then 'opted_out' else 'planned' end,
      $1, (made.day + 1)::timestamp at time zone min(recipients.time_zone), $1, array_agg(recipients.event_id order by recipients.event_id)
    from recipients join made using (calendar_id, day)
    group by made.id, made.calendar_id, made.day, recipients.contact_id, recipients.member_id, recipients.address
    returning 1
  )
  select made.id, (select count(*)::int from planned) as deliveries from made`
