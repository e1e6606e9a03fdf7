// Measures a whole mailing: an event of today is added, the planner plans it, mails are sent, and the ledger has their times.
import type pg from 'pg'
import { type Costs, cpuMs } from './cpu.ts'
import { calendarId } from './data.ts'
import type { Product } from './product.ts'
import type { Sample } from './scenario.ts'

/** Gives a calendar so many recipients. It is late morning there, so that the day does not end while we measure. */
export async function addRecipients(product: Product, calendar: number, count: number): Promise<void> {
  const client = await product.pool.connect()
  try {
    await client.query('set statement_timeout = 0; set session_replication_role = replica')
    const offset = new Date().getUTCHours() - 11
    const zone = offset === 0 ? 'Etc/UTC' : `Etc/GMT${offset > 0 ? '+' : '-'}${Math.abs(offset)}`
    const id = calendarId(calendar)
    await client.query(`update public.calendars set time_zone = $2, notify_at = '00:00' where id = $1`, [id, zone])
    await client.query('delete from public.calendar_contacts where calendar_id = $1', [id])
    await client.query(insertContacts, [id, count])
    await client.query('vacuum analyze public.calendar_contacts')
  } finally {
    client.release(true)
  }
}

/** From the moment it is due until the last mail was accepted and written down. */
export async function sendMailing(product: Product, calendar: number, costs: Costs): Promise<Sample> {
  const { pool } = product
  const before = cpuMs(costs)
  const { rows } = await pool.query(addEvent, [calendarId(calendar), DESCRIPTION])
  const { id, due } = rows[0] as { id: string; due: Date }
  await pool.query('delete from private.waiting_events where event_id = $1', [id])
  await pool.query(`select graphile_worker.add_job('plan-day-of')`)
  const { total, sent, first, last } = await untilFinished(pool, id)
  const after = cpuMs(costs)
  const ms = last.getTime() - due.getTime()
  return {
    perSecond: (sent / ms) * 1000,
    firstMs: first.getTime() - due.getTime(),
    ms,
    nodeCpu: ((after.node ?? 0) - (before.node ?? 0)) / total,
    postgresCpu: ((after.postgres ?? 0) - (before.postgres ?? 0)) / total,
    errors: total - sent,
  }
}

type Outcome = { total: number; sent: number; first: Date; last: Date }

async function untilFinished(pool: pg.Pool, eventId: string): Promise<Outcome> {
  for (;;) {
    const { rows } = await pool.query(findMailing, [eventId])
    if (rows[0]?.finished_at) {
      const { rows: counted } = await pool.query(outcome, [rows[0].id])
      return counted[0]
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** With it a mail is about 20 kB, as newsletters are. */
const DESCRIPTION =
  'Bring a chair, and somebody to share it with. Doors open a quarter of an hour before we begin. '.repeat(52)

const insertContacts = `
  insert into public.calendar_contacts (calendar_id, contact_type, contact_value, source, confirmed_at)
  select $1, 'email', 'follower' || n || '@example.org', 'follow', now() from generate_series(1, $2::int) as n`

const addEvent = `
  insert into public.events (calendar_id, title, description, location_name, start_time, end_time, category, include_in_mailer,
    event_date, event_date_for_reporting, end_date)
  select id, 'Potluck supper', left($2, 5000), 'Town hall', now() + interval '2 hours', now() + interval '3 hours', 'Event', true,
    current_date, current_date, current_date
  from public.calendars where id = $1
  returning id, clock_timestamp() as due`

const findMailing = `
  select m.id, m.finished_at from public.mailings m join public.mailing_events e on e.mailing_id = m.id where e.event_id = $1`

const outcome = `
  select count(*)::int as total, count(*) filter (where state = 'sent')::int as sent, min(sent_at) as first, max(sent_at) as last
  from public.deliveries where mailing_id = $1`
