// Inserts calendars with contacts as the service, for tests of planning and sending.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { instantAt, timeInZone } from '#domain/dates.ts'
import type { Clock } from '#runtime/clock.ts'

export type TestCalendar = { id: string; zone: string; owner: string }
export type CalendarOptions = {
  name?: string
  state?: string
  city?: string
  emails?: string[]
  phones?: string[]
  notifyAt?: string
  /** False for an owner whose first mails to strangers may wait for a review. */
  approved?: boolean
}

/** Returns a clock that stands still until it is set. */
export function fixedClock(start: string | Date): Clock & { set(to: string | Date): void } {
  let now = new Date(start)
  return {
    now: () => new Date(now),
    set: (to) => {
      now = new Date(to)
    },
  }
}

export async function makeCalendar(pool: pg.Pool, options: CalendarOptions = {}): Promise<TestCalendar> {
  const {
    name = 'Barton Hills',
    state = 'Texas',
    city = 'Austin',
    emails = [],
    phones = [],
    notifyAt = '08:00',
    approved = true,
  } = options
  const owner = randomUUID()
  await pool.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ($1, $2, 'hash', now())`,
    [owner, `owner-${owner}@example.org`],
  )
  await pool.query('update public.profiles set trial = false where user_id = $1', [owner])
  if (approved) await pool.query('select private.approve_owner($1)', [owner])
  const { rows } = await pool.query(
    'insert into public.calendars (name, owner_id, state, city, notify_at) values ($1, $2, $3, $4, $5) returning id, time_zone',
    [name, owner, state, city, notifyAt],
  )
  const { id, time_zone: zone } = rows[0]
  // Otherwise each test would count the owner's mail too.
  await pool.query('update public.notification_preferences set email_notifications = false where calendar_id = $1', [
    id,
  ])
  await addContacts(pool, id, 'email', emails)
  await addContacts(pool, id, 'phone', phones)
  return { id, zone, owner }
}

/** Adds contacts; phones are confirmed. */
export async function addContacts(
  pool: pg.Pool,
  calendarId: string,
  type: 'email' | 'phone',
  values: string[],
): Promise<void> {
  await pool.query(
    `insert into public.calendar_contacts (calendar_id, contact_type, contact_value, confirmed_at)
     select $1, $2, value, case when $2 = 'phone' then now() end from unnest($3::text[]) as value`,
    [calendarId, type, values],
  )
}

export type EventOptions = {
  title?: string
  day: string
  from?: string
  to?: string
  mailer?: boolean
  description?: string
  location?: string
  /** Added this moment: it waits ten minutes. Otherwise it was added long ago. */
  isNew?: boolean
}

export async function addEvent(pool: pg.Pool, { id, zone }: TestCalendar, options: EventOptions): Promise<string> {
  const {
    title = 'Porch concert',
    day,
    from = '18:00',
    to = '19:00',
    mailer = true,
    description = null,
    location = null,
    isNew = false,
  } = options
  const start = instantAt(day, from, zone)
  const end = new Date(Math.max(instantAt(day, to, zone).getTime(), start.getTime() + 60_000))
  const { rows } = await pool.query(
    `insert into public.events (calendar_id, title, start_time, end_time, category, include_in_mailer, description, location)
     values ($1, $2, $3, $4, 'Event', $5, $6, $7) returning id`,
    [id, title, start, end, mailer, description, location],
  )
  if (!isNew) await pool.query('delete from private.waiting_events where event_id = $1', [rows[0].id])
  return rows[0].id
}

/** Finds a time zone where it is morning, so that the day does not end during the test. */
export function morningZone(): string {
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => /^(America|Asia|Europe|Pacific)\//.test(zone))
  const found = zones.find((zone) => ['09', '10', '11'].includes(timeInZone(Date.now(), zone).slice(0, 2)))
  if (!found) throw new Error('it is morning nowhere')
  return found
}
