// Finishes the import of a calendar file: what triggers would have done, and what must hold of rows that somebody else may have written.
import type pg from 'pg'
import type { CataloguedTable } from './catalogue.ts'
import type { Line } from './format.ts'

type Stopped = Extract<Line, { stopped: unknown }>['stopped']

/** Whom the other installation wrote to no more has left the calendar here; other calendars are not concerned. */
export async function noteStop(
  client: pg.ClientBase,
  { calendar_id: calendarId, channel, address, reason }: Stopped,
): Promise<void> {
  if (channel === 'email')
    await client.query(stopMail, [calendarId, address, reason === 'bounce' ? 'bounce' : 'operator'])
  else await client.query(stopTexts, [calendarId, address])
}

export async function findProblem(client: pg.ClientBase, calendars: string[]): Promise<string | undefined> {
  const { rows } = await client.query<{ problem: string | null }>(problemsQuery, [calendars])
  return rows.find(({ problem }) => problem !== null)?.problem ?? undefined
}

export async function finishLoading(client: pg.ClientBase, calendars: string[], site: string): Promise<void> {
  for (const statement of derived) await client.query(statement, [calendars])
  await client.query(writeHistory, [calendars, site])
}

/** Returns what is wrong if a row belongs to no calendar of the file or names a row of another. */
export async function refuseStrays(
  client: pg.ClientBase,
  tables: CataloguedTable[],
  calendars: string[],
  loaded: Map<string, number>,
): Promise<string | undefined> {
  for (const { name, of, references } of tables) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${name} t where ${of.rows}`,
      [calendars],
    )
    if (rows[0]?.count !== (loaded.get(name) ?? 0) && !addedBeside.has(name))
      return `A row of ${name} names something that is not in this file.`
    for (const { column, table, key } of references) {
      const parent = tables.find((known) => known.name === table)
      if (!parent) continue
      const { rowCount } = await client.query(
        `select from ${name} t where ${of.rows} and t.${column} is not null
        and t.${column} not in (select t.${key} from ${table} t where ${parent.of.rows}) limit 1`,
        [calendars],
      )
      if (rowCount !== 0) return `A row of ${name} names something that is not in this file.`
    }
  }
  return undefined
}

/** These have more rows than the file: who stopped, the owner, the import itself. */
const addedBeside = new Set([
  'public.opt_outs',
  'private.contact_preferences',
  'public.calendar_members',
  'public.notification_preferences',
  'public.audit_logs',
])

const stopMail = `
  insert into public.opt_outs (calendar_id, email, source) values ($1, $2, $3)
  on conflict (calendar_id, email) do nothing`

const stopTexts = `
  insert into private.contact_preferences (calendar_id, channel, address, is_on) values ($1, 'sms', $2, false)
  on conflict (channel, address, calendar_id) do update set is_on = false`

const problemsQuery = `
  select case
    when c.owner_id is null then format('The owner of “%s” has no address in this file. Name an account: --owner ann@example.org.', c.name)
    when not private.is_time_zone(c.time_zone) then format('“%s” has a time zone that nobody knows.', c.name)
    when private.is_suspended(c.owner_id) then format('The owner of “%s” is suspended. It can only be given to somebody else, with --owner.', c.name)
  end as problem
  from public.calendars c where c.id = any ($1)`

/** Days follow from times, and what is counted is counted: a file may say otherwise. */
const derived = [
  `update public.events e set event_date = made.first, end_date = made.last,
    event_date_for_reporting = made.first::timestamp at time zone 'UTC', is_public = not made.disabled
  from (
    select e.id, c.disabled, (e.start_time at time zone c.time_zone)::date as first, greatest(
      (e.start_time at time zone c.time_zone)::date, ((e.end_time - interval '1 microsecond') at time zone c.time_zone)::date
    ) as last
    from public.events e join public.calendars c on c.id = e.calendar_id
    where c.id = any ($1)
  ) as made
  where e.id = made.id and (e.event_date, e.end_date, e.event_date_for_reporting, e.is_public)
    is distinct from (made.first, made.last, made.first::timestamp at time zone 'UTC', not made.disabled)`,
  `update public.calendars c set stored_events = (select count(*) from public.events e where e.calendar_id = c.id)
  where c.id = any ($1)`,
  `update public.event_rsvps r set taken = (
    select coalesce(sum(a.party), 0) from public.rsvp_answers a
    where a.event_id = r.event_id and a.answer = 'going' and a.confirmed_at is not null and a.waiting_since is null
  )
  where r.calendar_id = any ($1)`,
  `select private.count_slots(asked.event_id)
  from (select distinct s.event_id from public.event_slots s where s.calendar_id = any ($1)) as asked`,
  'select private.count_poll(p.id) from public.polls p where p.calendar_id = any ($1)',
  'select private.note_full($1)',
  `insert into public.calendar_members (calendar_id, user_id, role)
  select c.id, c.owner_id, 'admin' from public.calendars c where c.id = any ($1)
  on conflict (calendar_id, user_id) do update set role = 'admin'`,
  `insert into public.notification_preferences (calendar_id, user_id)
  select m.calendar_id, m.user_id from public.calendar_members m where m.calendar_id = any ($1)
  on conflict (calendar_id, user_id) do nothing`,
]

const writeHistory = `
  insert into public.audit_logs (calendar_id, entity_type, entity_id, action, metadata)
  select c.id, 'calendar', c.id, 'import', jsonb_build_object('source', 'move', 'from', $2::text)
  from public.calendars c where c.id = any ($1)`
