// `townbell admin recipients`, `opt-out`, `suppressions` and `lift`: who gets nothing, and why.
import type pg from 'pg'
import { inTransaction } from '#database/scope.ts'
import { normaliseEmail } from '#domain/email-address.ts'
import { normalisePhone } from '#domain/phones.ts'
import { findCalendar } from './calendars.ts'
import { counted, UsageError } from './command.ts'

export async function recipients(pool: pg.Pool, [which = '']: string[]): Promise<void> {
  const { id } = await findCalendar(pool, which)
  const { rows } = await pool.query(listRecipients, [id])
  if (rows.length === 0) return console.log('It has no contacts.')
  for (const { address, channel, state, at, last_error: error, stopped } of rows) {
    const outcome = [address, channel, state ?? 'nothing sent yet', at?.toISOString(), error]
    console.log([...outcome, stopped && `gets nothing: ${stopped}`].filter(Boolean).join('  '))
  }
}

/** For somebody who asks you, and not us: as if they had unsubscribed everywhere, or replied STOP. They can follow again themselves. */
export async function optOut(pool: pg.Pool, [typed = '']: string[]): Promise<void> {
  const { channel, address } = readAddress(typed)
  if (channel === 'sms') {
    await pool.query(`select private.suppress('sms', $1, 'stop', 'Asked an operator.', now())`, [address])
    return console.log(`${address} gets no texts any more. Only a text with START from this number lifts it.`)
  }
  const calendars = await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(insertOptOuts, [address])
    await client.query(
      'select private.stop_texts(calendar_id, email) from public.opt_outs where email = $1 and source = $2',
      [address, 'operator'],
    )
    await client.query(switchOff, [address])
    return rowCount ?? 0
  })
  console.log(
    calendars === 0
      ? `Nothing changed: ${address} is on no list, or has opted out of each.`
      : `${address} gets nothing any more from ${counted(calendars, 'calendar')}. Only their own confirmed follow lifts it.`,
  )
}

/** Without an address the newest. */
export async function suppressions(pool: pg.Pool, [typed]: string[]): Promise<void> {
  const address = typed === undefined ? null : readAddress(typed).address
  const { rows } = await pool.query(listStops, [address])
  if (rows.length === 0) return console.log(address ? `Nothing stops ${address}.` : 'There are none.')
  for (const { channel, address: whose, calendar, why, created_at: at, detail } of rows)
    console.log([at.toISOString(), channel, whose, calendar ?? 'everywhere', why, detail].filter(Boolean).join('  '))
}

/** Lifts bounces only: an operator repairs an error, and does not decide for people. */
export async function lift(pool: pg.Pool, [typed = '']: string[]): Promise<void> {
  const { address } = readAddress(typed)
  const { rows } = await pool.query<{ lifted: number }>(liftBounces, [address])
  const lifted = rows[0]?.lifted ?? 0
  const { rows: left } = await pool.query<{ why: string }>(listStops, [address])
  console.log(lifted > 0 ? `Lifted ${counted(lifted, 'bounce')} of ${address}.` : `There is no bounce of ${address}.`)
  if (left.length > 0)
    console.log(`Not lifted: ${left.map(({ why }) => why).join(', ')}. Only they can, by following or with START.`)
}

function readAddress(typed: string): { channel: 'email' | 'sms'; address: string } {
  const email = normaliseEmail(typed)
  if (email) return { channel: 'email', address: email }
  const address = normalisePhone(typed)
  if (address) return { channel: 'sms', address }
  throw new UsageError(`Give an email address or a phone number${typed ? `; ${typed} is neither` : ''}.`)
}

const stops = `(
  select channel, address, null::uuid as calendar_id, created_at, detail, case reason
    when 'bounce' then 'bounced' when 'complaint' then 'complained' when 'stop' then 'replied STOP' else 'stopped by an operator'
  end as why
  from public.suppressions
  union all
  select 'email', email, calendar_id, created_at, reason, case source
    when 'bounce' then 'bounced' when 'left' then 'left' when 'operator' then 'asked an operator' else 'unsubscribed'
  end
  from public.opt_outs
)`

const listStops = `
  select s.channel, s.address, '#' || c.identifier || ' ' || c.name as calendar, s.why, s.created_at, s.detail
  from ${stops} s
  left join public.calendars c on c.id = s.calendar_id
  where $1::text is null or s.address = $1
  order by s.created_at desc limit 100`

const listRecipients = `
  select k.normalised as address, last.channel, last.state, last.at, last.last_error, (
    select string_agg(s.why || coalesce(' (' || s.detail || ')', ''), ', ' order by s.created_at)
    from ${stops} s
    where s.channel = case k.contact_type when 'phone' then 'sms' else 'email' end and s.address = k.normalised
      and (s.calendar_id is null or s.calendar_id = k.calendar_id)
  ) as stopped
  from public.calendar_contacts k
  left join public.contact_outcomes($1) last on last.contact_id = k.id
  where k.calendar_id = $1
  order by 1`

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

const liftBounces = `
  with everywhere as (
    delete from public.suppressions where address = $1 and reason = 'bounce' returning 1
  ), single as (
    delete from public.opt_outs where email = $1 and source = 'bounce' returning 1
  )
  select ((select count(*) from everywhere) + (select count(*) from single))::int as lifted`
