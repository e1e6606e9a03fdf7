// Creates the demo town, in a folder of its own, and prints how to sign in. Runs only where nobody else can reach it, and marks its database,
// on which nothing else starts that others can reach: whoever has its password could send mail in a town's name.
import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { canBeReached } from '#database/demo.ts'
import { inTransaction } from '#database/scope.ts'
import { addDays, dayInZone, instantAt } from '#domain/dates.ts'
import { ConfigError, readConfig } from '#runtime/config.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { openServer, openWorker } from './assemble.ts'
import { buildWeb } from './build-web.ts'
import { openContext, openPool } from './context.ts'
import { calendars, type DemoCalendar, type DemoEvent, people } from './demo-town.ts'
import { keyLines } from './keys.ts'
import { migrateDatabase } from './upgrade.ts'

export async function demo(): Promise<void> {
  const config = readConfig({ ...process.env, TOWNBELL_DATA: process.env.TOWNBELL_DATA || './demo-data' })
  if (canBeReached(config))
    throw new ConfigError(
      "The demo town is for looking around on this machine. It doesn't run in production, with a mail server or Twilio, with a public SITE_URL, or with a HOST that others can reach.",
    )
  await buildWeb()
  const context = await openContext(config)
  await migrateDatabase(context)
  const pool = openPool(context, 'demo')
  const password = randomBytes(9).toString('base64url')
  const made = await fillTown(pool, new Date(), password)
  const { port } = await openServer(context)
  await openWorker(context)
  const [first = ''] = people
  console.log(
    `${made ? 'The demo town is ready.' : 'The demo town was already there.'} Sign in at http://localhost:${port}/signin as ${emailOf(first)} with the password ${password}`,
  )
  console.log(
    `Others: ${people.slice(1).map(emailOf).join(', ')} (the same password). Mail is at http://localhost:${port}/dev/mailbox?key=${config.mailboxKey}`,
  )
  console.log(keyLines(config))
}

/** Returns false if the town already exists; its people get the password. */
export async function fillTown(pool: pg.Pool, now: Date, newPassword: string): Promise<boolean> {
  const password = await hashPassword(newPassword)
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query(
      'select is_demo, exists (select from auth.users) as has_people from private.sending',
    )
    if (rows[0].is_demo) {
      await client.query('update auth.users set encrypted_password = $1 where email = any ($2)', [
        password,
        people.map(emailOf),
      ])
      return false
    }
    if (rows[0].has_people)
      throw new ConfigError('This database has accounts already. Set TOWNBELL_DATA or DATABASE_URL to an empty one.')
    await client.query('update private.sending set is_demo = true')
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
