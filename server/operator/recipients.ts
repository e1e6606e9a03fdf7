// Who gets nothing, and why; for operators, who take somebody off every list or lift a bounce.
import type pg from 'pg'
import { normaliseEmail } from '#domain/email-address.ts'
import { normalisePhone } from '#domain/phones.ts'

export type Reached = { channel: 'email' | 'sms'; address: string }

/** Why something is not sent. `left`: a member who left a calendar. */
export type StopReason = 'bounce' | 'complaint' | 'stop' | 'operator' | 'left' | 'asked_operator' | 'unsubscribed'

export type Stop = Reached & {
  /** Null: everywhere. */
  calendar: string | null
  why: StopReason
  created_at: Date
  detail: string | null
}

/** Null for what is neither an email address nor a phone number. */
export function readAddress(typed: string): Reached | null {
  const email = normaliseEmail(typed)
  if (email) return { channel: 'email', address: email }
  const address = normalisePhone(typed)
  return address ? { channel: 'sms', address } : null
}

/**
 * For somebody who asks an operator: as if they had unsubscribed everywhere, or replied STOP. They can follow again themselves. Returns
 * from how many calendars; null for a number.
 */
export async function optOut(client: pg.ClientBase, { channel, address }: Reached): Promise<number | null> {
  if (channel === 'sms') {
    await client.query(`select private.suppress('sms', $1, 'stop', 'Asked an operator.', now())`, [address])
    return null
  }
  const { rowCount } = await client.query(insertOptOuts, [address])
  await client.query(
    'select private.stop_texts(calendar_id, email) from public.opt_outs where email = $1 and source = $2',
    [address, 'operator'],
  )
  await client.query(switchOff, [address])
  return rowCount ?? 0
}

/** Lifts bounces only: an operator repairs an error, and does not decide for people. Returns how many. */
export async function liftBounces(database: pg.Pool | pg.ClientBase, address: string): Promise<number> {
  const { rows } = await database.query<{ lifted: number }>(lift, [address])
  return rows[0]?.lifted ?? 0
}

/** Without an address the newest. */
export async function listStops(database: pg.Pool | pg.ClientBase, address: string | null): Promise<Stop[]> {
  return (await database.query<Stop>(findStops, [address])).rows
}

export const stops = `(
  select channel, address, null::uuid as calendar_id, created_at, detail, reason as why
  from public.suppressions
  union all
  select 'email', email, calendar_id, created_at, reason, case source
    when 'bounce' then 'bounce' when 'left' then 'left' when 'operator' then 'asked_operator' else 'unsubscribed'
  end
  from public.opt_outs
)`

const findStops = `
  select s.channel, s.address, '#' || c.identifier || ' ' || c.name as calendar, s.why, s.created_at, s.detail
  from ${stops} s
  left join public.calendars c on c.id = s.calendar_id
  where $1::text is null or s.address = $1
  order by s.created_at desc limit 100`

/** Of a member only where the address is confirmed: anybody can sign up with somebody else's. */
const insertOptOuts = `
  insert into public.opt_outs (calendar_id, email, source)
  select k.calendar_id, $1, 'operator' from public.calendar_contacts k where k.contact_type = 'email' and k.normalised = $1
  union
  select m.calendar_id, $1, 'operator'
  from public.calendar_members m join auth.users u on u.id = m.user_id
  where u.email = $1 and u.email_confirmed_at is not null
  on conflict (calendar_id, email) do nothing`

/** A member sees in their own switch what they asked for. */
const switchOff = `
  update public.notification_preferences p set email_notifications = false
  from auth.users u
  where p.user_id = u.id and p.email_notifications and u.email = $1 and u.email_confirmed_at is not null`

const lift = `
  with everywhere as (
    delete from public.suppressions where address = $1 and reason = 'bounce' returning 1
  ), single as (
    delete from public.opt_outs where email = $1 and source = 'bounce' returning 1
  )
  select ((select count(*) from everywhere) + (select count(*) from single))::int as lifted`
