// One generator for all sizes. Ids are made from numbers, so that a scenario knows them without asking; the month that is read
// is the month of filling, with one event each day in every calendar.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Month } from '#domain/dates.ts'

export type SizeName = 'T' | 'S' | 'M' | 'L' | 'RS' | 'RL'
export type Size = { calendars: number; events: number; members: number; contacts: number; series?: number }

/**
 * T is for tries: any scenario runs on it. Events, members, contacts and series are of each calendar. Everybody belongs to ten calendars. The dates of series are events
 * besides: of RS and RL, ten thousand events with a hundred series, and a million with ten thousand.
 */
export const sizes: Record<SizeName, Size> = {
  T: { calendars: 20, events: 60, members: 10, contacts: 10 },
  S: { calendars: 50, events: 200, members: 20, contacts: 20 },
  M: { calendars: 1_000, events: 200, members: 20, contacts: 20 },
  L: { calendars: 100_000, events: 50, members: 10, contacts: 10 },
  RS: { calendars: 10, events: 220, members: 10, contacts: 10, series: 10 },
  RL: { calendars: 1_000, events: 220, members: 10, contacts: 10, series: 10 },
}

const CALENDARS_EACH = 10
/** Counted from 0, in the month that is read. The others lie at least two months away. */
export const EVENTS_A_MONTH = 31

export const calendarId = (n: number) => idOf('calendar', n)
export const userId = (n: number) => idOf('user', n)
export const userEmail = (n: number) => `user${n}@example.org`
export const usersOf = ({ calendars, members }: Size) => (calendars * members) / CALENDARS_EACH

/** The person on a seat of a calendar; on seat 0 sits its owner. */
export const userOn = (size: Size, calendar: number, seat: number) => (calendar * size.members + seat) % usersOf(size)

/** Some calendar of a person, and one they administer when `user` is the owner of any. */
export const calendarOf = (size: Size, user: number, which = 0) =>
  Math.floor((user + which * usersOf(size)) / size.members)

export async function fill(client: pg.ClientBase, size: Size, month: Month, say: (what: string) => void) {
  // Triggers would check and log row by row what is right by construction; foreign keys rest with them.
  await client.query('set session_replication_role = replica')
  const indexes = await dropIndexes(client)
  for (const { what, sql, values } of recipe(size, month)) {
    const { rowCount } = await client.query(sql, values)
    if (what) say(`${rowCount} ${what}`)
  }
  for (const { definition, name, comment } of indexes) {
    await client.query(definition)
    if (comment) await client.query(`comment on index ${name} is ${client.escapeLiteral(comment)}`)
  }
  await client.query('vacuum (analyze)')
  say(`${indexes.length} indexes, analysed`)
}

/** The statements that fill a database, in order. A cached cluster is filled again when they change. */
export function recipe(size: Size, month: Month): { what: string; sql: string; values: unknown[] }[] {
  const rows = Object.entries(statements(size)).map(([what, sql]) => ({ what, sql, values: [] }))
  // Event by event through all calendars: those of one lie far apart on disk, as what was written over a year does.
  const sql = insertEvents(size, month)
  const events = Array.from({ length: size.events }, (_, e) => ({
    what: (e + 1) % 25 ? '' : `events, for the ${e + 1}th time of ${size.events}`,
    sql,
    values: [e],
  }))
  return [...rows, ...events, ...(size.series ? repeated(size, size.series, month) : [])]
}

/** The span of dates with rows: from about seven months before the month to eleven after it. */
const WEEKS = { first: -30, count: 78 }

/** Date by date through all calendars, too. */
function repeated(size: Size, series: number, month: Month) {
  const each = Array.from({ length: series }, (_, s) => s)
  const weeks = Array.from({ length: WEEKS.count }, (_, w) => w)
  return [
    ...each.map((s) => ({ what: s ? '' : 'series, for the first time', sql: insertSeries(size, month), values: [s] })),
    ...weeks.flatMap((w) =>
      each.map((s) => ({
        what: s === 0 && (w + 1) % 26 === 0 ? `dates of series, for the ${w + 1}th week of ${WEEKS.count}` : '',
        sql: insertDates(size, month),
        values: [s, w],
      })),
    ),
  ]
}

function idOf(kind: string, n: number): string {
  const hex = createHash('md5').update(`${kind}${n}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Building an index once is several times faster than keeping it row by row. Those of constraints stay. */
async function dropIndexes(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string; definition: string; comment: string | null }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition,
      obj_description(i.indexrelid, 'pg_class') as comment
    from pg_index i
    where i.indrelid = any (array[
        'auth.users', 'public.calendars', 'public.calendar_members', 'public.notification_preferences',
        'public.calendar_contacts', 'public.events'
      ]::regclass[])
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows
}

function statements({ calendars, members, contacts }: Size): Record<string, string> {
  const users = (calendars * members) / CALENDARS_EACH
  const all = `generate_series(0, ${calendars - 1}) as c`
  return {
    users: `
      insert into auth.users (id, email, encrypted_password, email_confirmed_at)
      select md5('user' || u)::uuid, 'user' || u || '@example.org', '$argon2id$none', now()
      from generate_series(0, ${users - 1}) as u`,
    profiles: `
      insert into public.profiles (user_id, email, display_name, trial)
      select id, email, 'Neighbour ' || split_part(email, '@', 1), false from auth.users`,
    senders: `
      insert into private.senders (owner_id, mailbox, approved_at) select id, private.mailbox_hash(email), now() from auth.users`,
    calendars: `
      insert into public.calendars (id, name, description, owner_id, state, city, time_zone)
      select md5('calendar' || c)::uuid, ${calendarName}, 'What happens around here, told by the neighbours.',
        md5('user' || (c * ${members}) % ${users})::uuid, p.state, p.city, p.time_zone
      from ${all} ${placeOf}`,
    invites: `
      insert into private.calendar_invites (calendar_id, code)
      select id, substr(md5(id::text), 1, 24) from public.calendars`,
    members: `
      insert into public.calendar_members (calendar_id, user_id, role)
      select md5('calendar' || c)::uuid, md5('user' || (c * ${members} + seat) % ${users})::uuid,
        case seat when 0 then 'admin' else 'member' end
      from ${all} cross join generate_series(0, ${members - 1}) as seat`,
    preferences: `
      insert into public.notification_preferences (calendar_id, user_id)
      select calendar_id, user_id from public.calendar_members`,
    contacts: `
      insert into public.calendar_contacts (calendar_id, contact_type, contact_value, confirmed_at)
      select md5('calendar' || c)::uuid, case when k % 5 = 4 then 'phone' else 'email' end,
        case when k % 5 = 4 then '+1512' || 2000000 + (c * ${contacts} + k) % 8000000
          else 'reader' || k || '.' || c || '@example.org' end,
        now()
      from generate_series(0, ${contacts - 1}) as k cross join ${all}`,
  }
}

/** Those of the month are in no mailer: the worker of a filled product has nothing to send while it is measured. */
function insertEvents({ calendars, members }: Size, month: Month): string {
  const users = (calendars * members) / CALENDARS_EACH
  return `
    insert into public.events (id, calendar_id, title, description, location, location_name, latitude, longitude, start_time,
      end_time, category, include_in_mailer, event_date, end_date, event_date_for_reporting, is_public, created_by)
    select md5('event' || e || '.' || c)::uuid, md5('calendar' || c)::uuid,
      (array['Potluck supper', 'Street sweeping', 'Council hearing', 'Bike repair morning'])[1 + e % 4] || ' ' || e,
      'Bring a chair, and somebody to share it with. Doors open a quarter of an hour before.',
      100 + c % 900 || ' Congress Avenue', 'Town hall', 30.26, -97.74,
      (day + interval '18 hours') at time zone p.time_zone, (day + interval '20 hours') at time zone p.time_zone,
      (array['Event', 'Alert', 'Notice', 'FYI'])[1 + e % 4], e >= ${EVENTS_A_MONTH}, day, day,
      day::timestamp at time zone 'UTC', true, md5('user' || (c * ${members}) % ${users})::uuid
    from (select $1::int as e, date '${month}-01' as first) as given
    cross join lateral (select first + case
      when e < ${EVENTS_A_MONTH} then least(e, extract(day from first + interval '1 month - 1 day')::int - 1)
      when e % 2 = 0 then 90 + e
      else -60 - e
    end as day) as days
    cross join generate_series(0, ${calendars - 1}) as c ${placeOf}`
}

/** In no mailer, and with all their dates: the worker has nothing to add or send while they are measured. */
function insertSeries({ calendars, members }: Size, month: Month): string {
  const users = (calendars * members) / CALENDARS_EACH
  return `
    insert into public.event_series (id, calendar_id, title, location, location_name, category, include_in_mailer, starts_on, starts_at,
      ends_at, rrule, filled_until, is_complete, created_by)
    select md5('series' || s || '.' || c)::uuid, md5('calendar' || c)::uuid, 'Choir ' || s, 100 + c % 900 || ' Congress Avenue', 'Town hall',
      'Event', false, first, '19:00', '20:30', 'FREQ=WEEKLY', first + ${7 * WEEKS.count - 1}, false,
      md5('user' || (c * ${members}) % ${users})::uuid
    from (select $1::int as s, date '${month}-01' + ${7 * WEEKS.first} + $1::int as first) as given
    cross join generate_series(0, ${calendars - 1}) as c`
}

function insertDates({ calendars, members }: Size, month: Month): string {
  const users = (calendars * members) / CALENDARS_EACH
  return `
    insert into public.events (id, calendar_id, series_id, series_day, title, location, location_name, start_time, end_time, category,
      include_in_mailer, event_date, end_date, event_date_for_reporting, is_public, created_by)
    select md5('date' || s || '.' || w || '.' || c)::uuid, md5('calendar' || c)::uuid, md5('series' || s || '.' || c)::uuid, day,
      'Choir ' || s, 100 + c % 900 || ' Congress Avenue', 'Town hall',
      (day + time '19:00') at time zone p.time_zone, (day + time '20:30') at time zone p.time_zone, 'Event', false, day, day,
      day::timestamp at time zone 'UTC', true, md5('user' || (c * ${members}) % ${users})::uuid
    from (select $1::int as s, $2::int as w, date '${month}-01' + 7 * (${WEEKS.first} + $2::int) + $1::int as day) as given
    cross join generate_series(0, ${calendars - 1}) as c ${placeOf}`
}

/** The number of places is apart, so that they are found by hash: otherwise each row would look through all of them. */
const placeOf = `
  cross join (select count(*) as total from public.places) as places
  join (select *, row_number() over (order by state, city) - 1 as n from public.places) as p on p.n = c % places.total`

/** One in eight speaks of gardens (a broad search), one in a thousand of beekeepers (a rare word). */
const calendarName = `
  (array['Barton Hills', 'Riverside', 'Old Product', 'Maple Street', 'North Loop', 'Harbor', 'Mill Creek', 'Garden District'])[1 + c % 8]
  || case when c % 1000 = 7 then ' Beekeepers ' else ' Neighbours ' end || c`
