// Who gets a mailing: one row a contact and channel, and the jobs that send them. Keys make a second plan harmless.
import type pg from 'pg'
import { areaCodes } from '#domain/area-codes.ts'
import { JOB_SIZE } from './dispatch.ts'

/** One planner at a time: two would both number the day's next mailing. */
export async function lockPlanning(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [PLAN_LOCK])
}

const PLAN_LOCK = 7_262_004

/** Every contact of the calendar, and every browser of its members. How many rows. */
export async function planForEverybody(client: pg.ClientBase, mailingIds: string[], now: Date): Promise<number> {
  const codes = areaCodes()
  const zones = [codes.map(([code]) => code), codes.map(([, zone]) => zone)]
  const { rowCount } = await client.query(planDeliveries, [mailingIds, now, ...zones])
  const pushes = await client.query(planPushes, [mailingIds, now])
  await client.query(addJobs, [mailingIds, JOB_SIZE, now])
  return (rowCount ?? 0) + (pushes.rowCount ?? 0)
}

/** Only those who were told what a notice changes. */
export async function planForTold(client: pg.ClientBase, mailingIds: string[], now: Date): Promise<number> {
  const { rowCount } = await client.query(planTold, [mailingIds, now])
  await client.query(addJobs, [mailingIds, JOB_SIZE, now])
  return rowCount ?? 0
}

/** A member who switched email off is not written to as a contact, once they have proved that the address is theirs: anybody
 *  can sign up with anybody's. */
const isUnwanted = (calendar: string, channel: string, address: string) => `
  (private.is_opted_out(${calendar}, ${channel}, ${address}) or ${channel} = 'email' and exists (
    select from auth.users u join public.notification_preferences p on p.user_id = u.id
    where u.email = ${address} and u.email_confirmed_at is not null
      and p.calendar_id = ${calendar} and not p.email_notifications
  ))`

/**
 * One row a contact and channel. Who opted out has a row too, so that the ledger can say so; phones only once their owner
 * has said yes, and not before their quiet hours end.
 */
const planDeliveries = `
  insert into public.deliveries (
    mailing_id, calendar_id, contact_id, channel, address, state, next_attempt_at, expires_at, time_zone, created_at
  )
  select m.id, m.calendar_id, k.id, k.channel, k.normalised,
    case
      when ${isUnwanted('m.calendar_id', 'k.channel', 'k.normalised')} then 'opted_out'
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
      coalesce(m.expires_at, (m.day + 1)::timestamp at time zone c.time_zone) as until
  ) as timing
  where m.id = any ($1)
  on conflict (mailing_id, channel, address) do nothing`

/** One row a browser of a member who has push switched on. */
const planPushes = `
  insert into public.deliveries (mailing_id, calendar_id, channel, address, next_attempt_at, expires_at, created_at)
  select m.id, m.calendar_id, 'push', s.endpoint, $2,
    coalesce(m.expires_at, (m.day + 1)::timestamp at time zone c.time_zone), $2
  from public.mailings m
  join public.calendars c on c.id = m.calendar_id
  join public.notification_preferences p on p.calendar_id = m.calendar_id and p.push_notifications
  join public.push_subscriptions s on s.user_id = p.user_id
  where m.id = any ($1)
  on conflict (mailing_id, channel, address) do nothing`

/** Whoever was sent the event before it changed, the way they were told. Who was sent it later knows it as it is. */
const planTold = `
  insert into public.deliveries (
    mailing_id, calendar_id, contact_id, channel, address, state, next_attempt_at, expires_at, time_zone, created_at
  )
  select distinct on (m.id, d.channel, d.address) m.id, m.calendar_id, d.contact_id, d.channel, d.address,
    case
      when ${isUnwanted('m.calendar_id', 'd.channel', 'd.address')} then 'opted_out'
      when timing.at >= m.expires_at then 'expired'
      else 'planned'
    end,
    timing.at, m.expires_at, d.time_zone, $2
  from public.mailings m
  join public.change_notices n on n.mailing_id = m.id
  join public.deliveries d on d.mailing_id = any (n.told_in) and d.calendar_id = m.calendar_id
  cross join lateral (
    select case when d.channel = 'sms' then private.text_time($2, coalesce(d.time_zone, 'UTC')) else $2::timestamptz end as at
  ) as timing
  where m.id = any ($1)
    and d.state in ('committing', 'sent', 'delivered', 'uncertain') and (d.sent_at is null or d.sent_at <= n.changed_at)
    and (
      d.contact_id is not null
      or d.channel = 'push' and exists (select from public.push_subscriptions s where s.endpoint = d.address)
    )
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
