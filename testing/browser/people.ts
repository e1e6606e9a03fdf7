// People and calendars as they are before a journey begins, put straight into the database.
import type pg from 'pg'
import { addDays, dayInZone, instantAt } from '#domain/dates.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { TestApp } from '#testing/app.ts'
import type { Visitor } from './fixture.ts'

export const PASSWORD = 'Bell!tower7'
const hashed = hashPassword(PASSWORD)

export type Person = { id: string; email: string; name: string }

export async function makePerson(
  { pool }: TestApp,
  name: string,
  { confirmed = true, trial = false }: { confirmed?: boolean; trial?: boolean } = {},
): Promise<Person> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@town.example`
  const values = [email, await hashed, confirmed ? new Date() : null, { display_name: name }]
  const { rows } = await pool.query<{ id: string }>(insertPerson, values)
  const id = only(rows).id
  await pool.query('update public.profiles set trial = $2 where user_id = $1', [id, trial])
  return { id, email, name }
}

const insertPerson = `
  insert into auth.users (email, encrypted_password, email_confirmed_at, user_metadata) values ($1, $2, $3, $4) returning id`

export type Calendar = { id: string; name: string; zone: string; today: string }

type CalendarSetup = {
  name?: string
  description?: string
  members?: Person[]
  admins?: Person[]
  contacts?: string[]
  template?: string | null
  /** Defaults to the last minute of the day, so that whether people were notified does not depend on when a test runs. */
  notifyAt?: string
}

export async function makeCalendar({ pool }: TestApp, owner: Person, setup: CalendarSetup = {}): Promise<Calendar> {
  const {
    name = 'Elm Street',
    description = null,
    members = [],
    admins = [],
    contacts = [],
    notifyAt = '23:59',
  } = setup
  const made = await pool.query<{ id: string; time_zone: string }>(insertCalendar, [
    name,
    description,
    owner.id,
    notifyAt,
  ])
  const { id, time_zone: zone } = only(made.rows)
  // Otherwise each test would count the owner's mail too.
  await pool.query('update public.notification_preferences set email_notifications = false where calendar_id = $1', [
    id,
  ])
  const seats = [...admins.map(({ id }) => [id, 'admin']), ...members.map(({ id }) => [id, 'member'])]
  for (const [person, role] of seats) await pool.query(insertMember, [id, person, role])
  for (const email of contacts) await pool.query(insertContact, [id, email])
  if (setup.template !== undefined)
    await pool.query('update public.calendars set sendgrid_template_id = $2 where id = $1', [id, setup.template])
  return { id, name, zone, today: dayInZone(Date.now(), zone) }
}

const insertCalendar = `
  insert into public.calendars (name, description, owner_id, state, city, notify_at)
  values ($1, $2, $3, 'Vermont', 'Burlington', $4) returning id, time_zone`
const insertMember = 'insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, $3)'
const insertContact = `insert into public.calendar_contacts (calendar_id, contact_type, contact_value) values ($1, 'email', $2)`

type EventSetup = {
  title?: string
  inDays?: number
  category?: string
  creator?: Person
  description?: string
  place?: string
  from?: string
  to?: string
}

export async function makeEvent({ pool }: TestApp, calendar: Calendar, setup: EventSetup = {}): Promise<string> {
  const {
    title = 'Block party',
    inDays = 0,
    category = 'Event',
    creator,
    description = null,
    place = null,
    from = '17:00',
    // One of today isn't over before midnight.
    to = inDays === 0 ? '23:59' : '20:00',
  } = setup
  const day = addDays(calendar.today, inDays)
  const at = (time: string) => instantAt(day, time, calendar.zone)
  await pool.query(insertEvent, [
    calendar.id,
    title,
    category,
    description,
    place,
    at(from),
    at(to),
    day,
    creator?.id ?? null,
  ])
  return day
}

const insertEvent = `
  insert into public.events (calendar_id, title, category, description, location_name, start_time, end_time, event_date, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

/** Signs in before the page opens, like a returning visitor. */
export async function arriveAs(
  { page }: Visitor,
  app: TestApp,
  { email, password = PASSWORD }: { email: string; password?: string },
): Promise<void> {
  const answer = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: app.config.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`could not sign in: ${answer.status} ${await answer.text()}`)
  const session = await answer.text()
  // Once: a page that signs out stays signed out when it is opened again.
  await page.addInitScript((stored) => {
    if (sessionStorage.getItem('arrived')) return
    sessionStorage.setItem('arrived', 'yes')
    localStorage.setItem('townbell', stored)
  }, session)
}

export async function count(pool: pg.Pool, sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(`select count(*) from ${sql}`, values)
  return Number(only(rows).count)
}

function only<Row>(rows: Row[]): Row {
  if (rows.length !== 1) throw new Error(`expected one row, got ${rows.length}`)
  return rows[0] as Row
}
