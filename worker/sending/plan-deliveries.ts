// Decides who gets a mailing: one delivery per contact and channel, and the jobs that send them. Unique keys make a second run harmless.
import type pg from 'pg'
import { zoneByAreaCode } from '#domain/area-codes.ts'
import { aheadKinds } from '#domain/mailing-kinds.ts'
import {
  contactsOf,
  hasDeclined,
  isFor,
  isHourDue,
  isReachableAt,
  knowsAlert,
  notYetNotifiedOf,
  tagsOfMember,
  waitsForHour,
  wantsEvent,
} from './choices.ts'
import { JOB_SIZE, MAILING_PRIORITY } from './dispatch.ts'

/**
 * Allows one planner at a time: two would give the day's next mailing the same number. Also disables sequential scans: while ten thousand
 * rows are planned into an empty table, PostgreSQL's statistics are out of date, and scanning for each row took most of the time.
 */
export async function beginPlanning(client: pg.ClientBase): Promise<void> {
  await client.query("select pg_advisory_xact_lock($1), set_config('enable_seqscan', 'off', true)", [PLAN_LOCK])
}

const PLAN_LOCK = 7_262_004

/** Plans for every contact and member of the calendar who wants the mailing, and for members' browsers. Returns the number of rows. */
export async function planForEverybody(client: pg.ClientBase, mailingIds: string[], now: Date): Promise<number> {
  const { rowCount } = await client.query(planDeliveries, [mailingIds, now, ...zones, null])
  const pushes = await client.query(planPushes, [mailingIds, now])
  await client.query(reviewMailings, [mailingIds])
  await addJobsFor(client, mailingIds, now)
  return (rowCount ?? 0) + (pushes.rowCount ?? 0)
}

/** Plans one mail of each mailing, to somebody whom no review concerns, and queues it before the mails to everybody. Returns the number of mails. */
export async function planFirstMails(client: pg.ClientBase, mailingIds: string[], now: Date): Promise<number> {
  const { rowCount } = await client.query(planDeliveries, [mailingIds, now, ...zones, 1])
  await client.query(addFirstJobs, [mailingIds])
  return rowCount ?? 0
}

const zones = [[...zoneByAreaCode.keys()], [...zoneByAreaCode.values()]]

/** Plans only for people who were notified of what a notice changes. */
export async function planForNotified(client: pg.ClientBase, mailingIds: string[], now: Date): Promise<number> {
  const { rowCount } = await client.query(planNotified, [mailingIds, now])
  await addJobsFor(client, mailingIds, now)
  return rowCount ?? 0
}

/** Plans messages of an organizer for those who answered or signed up, with their line in the history. */
export async function planForGuests(client: pg.ClientBase, mailingIds: string[], now: Date): Promise<void> {
  if (mailingIds.length === 0) return
  await client.query(planGuests, [mailingIds, now])
  await client.query(logMessages, [mailingIds])
  await addJobsFor(client, mailingIds, now)
}

/** Makes mailings wait that would write to too many people who never confirmed. */
export const reviewMailings = 'select private.review_mailings($1)'

/** Queues the jobs that send what is due of these mailings. */
export async function addJobsFor(client: pg.ClientBase, mailingIds: string[], now: Date): Promise<void> {
  await client.query(addJobs, [mailingIds, JOB_SIZE, now])
}

/** True if something stops messages of the calendar to the address; PostgreSQL makes the function part of the statement. */
export const isUnwanted = (calendar: string, channel: string, address: string) =>
  `exists (select from private.stops(${calendar}, ${channel}, ${address}))`

/** True if contact `k` has confirmed or got mail before, and so is no stranger to a review (private.review_mailings). */
const isKnown = `
  (k.is_confirmed or exists (
    select from public.deliveries earlier where earlier.contact_id = k.id and earlier.state in ('sent', 'delivered')
  ))`

const ahead = aheadKinds.map((kind) => `'${kind}'`).join(', ')

/**
 * Adds one row per contact and channel. A mailing gets at most $5 rows, or all if it is null. People who opted out get a row too, so that the mailing's
 * list shows it; phones only once their owner has replied YES, and not before quiet hours end, unless it is an emergency. The sort makes
 * PostgreSQL find all rows before it writes the first; otherwise the search for earlier notifications would also read the rows just written.
 * `limit` makes it read each calendar's contacts by the index, not all contacts once, and `offset 0` search once, not again for the output.
 */
const planDeliveries = `
  insert into public.deliveries (
    mailing_id, calendar_id, contact_id, member_id, channel, address, state, next_attempt_at, expires_at, time_zone, created_at, event_ids
  )
  select m.id, m.calendar_id, k.id, k.member_id, k.channel, k.address,
    case
      when ${isUnwanted('m.calendar_id', 'k.channel', 'k.address')} then 'opted_out'
      when timing.at >= timing.until then 'expired'
      else 'planned'
    end,
    timing.at, timing.until, zones.zone, $2, case when cardinality(pending.ids) < pending.all then pending.ids end
  from public.mailings m
  join public.calendars c on c.id = m.calendar_id
  cross join lateral (
    select * from (${contactsOf('m.calendar_id')}) as k
    where ${isReachableAt('$2')} and (m.kind not in (${ahead}) or k.timing = m.kind)
      and ($5::integer is null or k.channel = 'email' and ${isKnown} and not ${isUnwanted('m.calendar_id', 'k.channel', 'k.address')})
    limit $5
  ) as k
  left join unnest($3::text[], $4::text[]) as codes (code, zone)
    on k.channel = 'sms' and k.address like '+1__________' and substr(k.address, 3, 3) = codes.code
  cross join lateral (
    select case when k.channel = 'sms' then coalesce(codes.zone, c.time_zone) end as zone
  ) as zones
  cross join lateral (
    select case when k.channel = 'sms' and not m.emergency then private.text_time($2, zones.zone) else $2::timestamptz end as at,
      coalesce(m.expires_at, (m.day + 1)::timestamp at time zone c.time_zone) as until
  ) as timing
  cross join lateral (
    select count(*) as all, array_agg(e.id order by e.id) filter (where case about.kind
        when 'update' then ${wantsEvent}
        when 'all_clear' then ${wantsEvent} and ${knowsAlert('k.channel', 'k.address')}
        else ${notYetNotifiedOf('m.id')} and case m.kind
          when 'day_of' then not ${waitsForHour('$2')}
          when 'hour' then ${isHourDue('$2')}
          else true
        end
      end) as ids
    from public.mailing_events about join public.events e on e.id = about.event_id
    where about.mailing_id = m.id
    offset 0
  ) as pending
  where m.id = any ($1) and pending.ids is not null
  order by k.channel, k.address
  on conflict on constraint deliveries_address_key do nothing`

/** Adds one row per browser of a member who has push switched on, with the events that are for everybody or for a tag of the member's address. */
const planPushes = `
  insert into public.deliveries (mailing_id, calendar_id, channel, address, next_attempt_at, expires_at, created_at, event_ids)
  select m.id, m.calendar_id, 'push', s.endpoint, $2,
    coalesce(m.expires_at, (m.day + 1)::timestamp at time zone c.time_zone), $2,
    case when cardinality(pending.ids) < pending.all then pending.ids end
  from public.mailings m
  join public.calendars c on c.id = m.calendar_id
  join public.notification_preferences p on p.calendar_id = m.calendar_id and p.push_notifications
  join public.push_subscriptions s on s.user_id = p.user_id
  cross join lateral (${tagsOfMember('p')}) as k
  cross join lateral (
    select array_agg(e.id order by e.id) filter (where ${isFor} and not ${hasDeclined('a.user_id = p.user_id')}) as ids, count(*) as all
    from public.mailing_events about join public.events e on e.id = about.event_id
    where about.mailing_id = m.id
  ) as pending
  where m.id = any ($1) and m.kind in ('day_of', 'alert') and pending.ids is not null and not exists (
    select from public.mailing_events about join public.events e on e.id = about.event_id
    where about.mailing_id = m.id and about.kind = 'all_clear' and not ${knowsAlert("'push'", 's.endpoint')}
  )
  on conflict on constraint deliveries_address_key do nothing`

/**
 * Plans for everybody who was sent the event before it changed, on the same channel. People who were sent it later know the new version;
 * those who have paused or switched the channel off since are skipped. Who was invited to all of its events gets a mail of their own instead
 * (plan-answered.ts), which also changes what their calendar program has.
 */
const planNotified = `
  with notified as (
    select m.id as mailing_id, d.channel, d.address, (array_agg(d.contact_id))[1] as contact_id,
      (array_agg(d.member_id))[1] as member_id, min(d.time_zone) as time_zone,
      array_agg(distinct (n.before ->> 'id')::uuid) as ids
    from public.mailings m
    join public.change_notices n on n.mailing_id = m.id
    join public.deliveries d on d.mailing_id = any (n.told_in) and d.calendar_id = m.calendar_id
    where m.id = any ($1)
      and d.state in ('committing', 'sent', 'delivered', 'uncertain') and (d.sent_at is null or d.sent_at <= n.changed_at)
      and (d.event_ids is null or (n.before ->> 'id')::uuid = any (d.event_ids))
      and (
        d.contact_id is not null or d.member_id is not null
        or d.channel = 'push' and exists (select from public.push_subscriptions s where s.endpoint = d.address)
      )
    group by m.id, d.channel, d.address
  )
  insert into public.deliveries (
    mailing_id, calendar_id, contact_id, member_id, channel, address, state, next_attempt_at, expires_at, time_zone, created_at, event_ids
  )
  select m.id, m.calendar_id, t.contact_id, t.member_id, t.channel, t.address,
    case
      when ${isUnwanted('m.calendar_id', 't.channel', 't.address')} then 'opted_out'
      when timing.at >= m.expires_at then 'expired'
      else 'planned'
    end,
    timing.at, m.expires_at, t.time_zone, $2,
    case when cardinality(t.ids) < (select count(*) from public.change_notices n where n.mailing_id = m.id) then t.ids end
  from notified t
  join public.mailings m on m.id = t.mailing_id
  join public.calendars c on c.id = m.calendar_id
  cross join lateral (
    select case when t.channel = 'sms' then private.text_time($2, coalesce(t.time_zone, 'UTC')) else $2::timestamptz end as at
  ) as timing
  where (t.channel = 'push' or exists (
    select from (${contactsOf('m.calendar_id')}) as k
    where (k.id = t.contact_id or k.member_id = t.member_id) and ${isReachableAt('$2')}
  )) and (t.channel <> 'email' or exists (
    select from unnest(t.ids) as changed (id)
    where not exists (
      select from public.rsvp_answers a
      where a.event_id = changed.id and a.email = t.address and a.confirmed_at is not null and a.invited_at is not null
    )
  ))
  on conflict on constraint deliveries_address_key do nothing`

const planGuests = `
  insert into public.deliveries (mailing_id, calendar_id, channel, address, state, next_attempt_at, expires_at, created_at)
  select m.id, m.calendar_id, 'email', g.email,
    case when ${isUnwanted('m.calendar_id', "'email'", 'g.email')} then 'opted_out' else 'planned' end, $2, m.expires_at, $2
  from public.event_messages s
  join public.mailings m on m.id = s.mailing_id
  cross join lateral private.event_guests(s.event_id, s.audience) as g
  where m.id = any ($1) and g.email is not null
  order by g.email
  on conflict on constraint deliveries_address_key do nothing`

/** Only now: a message that was taken back was sent by nobody. */
const logMessages = `
  insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata)
  select s.created_by, c.id, 'event', s.event_id, 'send',
    jsonb_build_object('calendar_id', c.id, 'calendar_name', c.name, 'kind', 'message')
  from public.event_messages s join public.calendars c on c.id = s.calendar_id
  where s.mailing_id = any ($1)
  order by s.mailing_id`

/** Adds jobs in the same order as dispatch.ts, which prevents deadlocks. */
const addJobs = `
  select graphile_worker.add_jobs(array_agg(row(
    'send-mailing', json_build_object('mailing_id', d.mailing_id, 'channel', d.channel),
    null, null, null, 'send-mailing:' || d.mailing_id || ':' || d.channel || ':' || share, ${MAILING_PRIORITY}, null
  )::graphile_worker.job_spec order by d.mailing_id, d.channel, share))
  from (
    select mailing_id, channel, count(*) as waiting
    from public.deliveries
    where mailing_id = any ($1) and is_waiting and next_attempt_at <= $3
    group by mailing_id, channel
  ) as d
  cross join lateral generate_series(1, ceil(d.waiting::numeric / $2)::integer) as share`

/** Job 0 of a mailing sends its first mail. */
const addFirstJobs = `
  select graphile_worker.add_jobs(array_agg(row(
    'send-mailing', json_build_object('mailing_id', d.mailing_id, 'channel', d.channel, 'count', 1),
    null, null, null, 'send-mailing:' || d.mailing_id || ':' || d.channel || ':0', ${MAILING_PRIORITY - 1}, null
  )::graphile_worker.job_spec order by d.mailing_id))
  from public.deliveries d
  where d.mailing_id = any ($1) and d.is_waiting`
