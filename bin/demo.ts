// Creates the demo town and prints how to sign in. Refuses to run in production or with a mail server, because mail would be sent to
// its invented addresses.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inTransaction } from '#database/scope.ts'
import { addDays, dayInZone, instantAt } from '#domain/dates.ts'
import { ConfigError, readConfig } from '#runtime/config.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { openServer, openWorker } from './assemble.ts'
import { buildWeb } from './build-web.ts'
import { migrateDatabase, openContext, openPool } from './context.ts'
import { calendars, DEMO_PASSWORD, type DemoCalendar, type DemoEvent, people } from './demo-town.ts'
import { keyLines } from './keys.ts'

export async function demo(): Promise<void> {
  const config = readConfig()
  if (!config.mailbox)
    throw new ConfigError(
      "The demo town is for looking around. It doesn't run in production, with a mail server or with a public SITE_URL.",
    )
  await buildWeb()
  const context = await openContext(config)
  await migrateDatabase(context)
  const pool = openPool(context, 'demo')
  const made = await fillTown(pool, new Date())
  const { port } = await openServer(context)
  await openWorker(context)
  const [first = ''] = people
  console.log(
    `${made ? 'The demo town is ready.' : 'The demo town was already there.'} Sign in at http://localhost:${port}/signin as ${emailOf(first)} with the password ${DEMO_PASSWORD}`,
  )
  console.log(
    `Others: ${people.slice(1).map(emailOf).join(', ')} (the same password). Mail is at http://localhost:${port}/dev/mailbox`,
  )
  console.log(keyLines(config))
}

/** Returns false if the town already exists. */
export async function fillTown(pool: pg.Pool, now: Date): Promise<boolean> {
  const password = await hashPassword(DEMO_PASSWORD)
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query('select from auth.users where email = $1', [emailOf(people[0] ?? '')])
    if (rowCount) return false
    const ids = new Map<string, string>()
    for (const name of people) {
      const id = randomUUID()
      await client.query(insertPerson, [id, emailOf(name), password, JSON.stringify({ display_name: name })])
      ids.set(name, id)
    }
    await client.query('update public.profiles set trial = false where user_id = any ($1)', [
      [...ids.values()].slice(0, -1),
    ])
    for (const calendar of calendars) await fillCalendar(client, calendar, ids, now)
    return true
  })
}

async function fillCalendar(
  client: pg.PoolClient,
  calendar: DemoCalendar,
  ids: Map<string, string>,
  now: Date,
): Promise<void> {
  const [owner = '', ...others] = calendar.people
  const ownerId = ids.get(owner)
  const { rows } = await client.query(insertCalendar, [
    calendar.name,
    calendar.description,
    calendar.state,
    calendar.city,
    ownerId,
    emailOf(owner),
    calendar.guests,
  ])
  const id: string = rows[0].id
  for (const other of others) {
    const name = other.replace('*', '')
    await client.query('insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, $3)', [
      id,
      ids.get(name),
      other === name ? 'member' : 'admin',
    ])
  }
  const addresses = Array.from(
    { length: calendar.contacts },
    (_, n) => `neighbor${n + 1}@${calendar.city.toLowerCase().replaceAll(' ', '-')}.example`,
  )
  const numbers = Array.from({ length: calendar.phones }, (_, n) => `+1512555${String(100 + n).padStart(4, '0')}`)
  await client.query(insertContacts, [id, 'email', addresses, ownerId])
  await client.query(insertContacts, [id, 'phone', numbers, ownerId])
  const zone = rows[0].time_zone
  for (const event of calendar.events) {
    for (const day of daysOf(event, dayInZone(now, zone))) {
      const values = [
        event.title,
        event.category,
        event.description ?? null,
        event.place ?? null,
        event.address ?? null,
      ]
      await client.query(insertEvent, [
        id,
        ownerId,
        day,
        instantAt(day, event.from, zone),
        instantAt(day, event.to, zone),
        ...values,
      ])
    }
  }
}

/** Returns the days of a month from today; a daily event lasts three days. */
function daysOf({ first, every }: DemoEvent, today: string): string[] {
  if (every === undefined) return [addDays(today, first)]
  const times = every === 1 ? 3 : Math.ceil((30 - first) / every)
  return Array.from({ length: times }, (_, n) => addDays(today, first + n * every))
}

function emailOf(name: string): string {
  return `${name.split(' ')[0]?.toLowerCase()}@townbell.example`
}

const insertPerson = `
  insert into auth.users (id, email, encrypted_password, email_confirmed_at, user_metadata) values ($1, $2, $3, now(), $4)`

const insertCalendar = `
  insert into public.calendars (name, description, state, city, owner_id, admin_email, allow_guest_users)
  values ($1, $2, $3, $4, $5, $6, $7) returning id, time_zone`

const insertContacts = `
  insert into public.calendar_contacts (calendar_id, contact_type, contact_value, created_by)
  select $1, $2, value, $4 from unnest($3::text[]) as value`

const insertEvent = `
  insert into public.events (calendar_id, created_by, event_date, start_time, end_time, title, category, description, location_name, location)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
