// What operators do about single calendars, at the command line and in their screen.
import type pg from 'pg'

type Database = pg.Pool | pg.ClientBase
export type FoundCalendar = { id: string; name: string; identifier: string }

/** By its id or its number. */
export async function findCalendar(database: Database, which: string): Promise<FoundCalendar | undefined> {
  const { rows } = await database.query<FoundCalendar>(
    'select id, name, identifier::text from public.calendars where id::text = $1 or identifier::text = $1',
    [which.replace(/^#/, '').toLowerCase()],
  )
  return rows[0]
}

export async function pauseCalendar(database: Database, id: string, reason: string): Promise<void> {
  await database.query(pause, [id, reason])
}

/** Returns false while its owner is suspended. */
export async function resumeCalendar(database: Database, id: string): Promise<boolean> {
  const { rowCount } = await database.query(resume, [id])
  return rowCount === 1
}

/** Returns whether it is hidden now, which a deleted one always is. */
export async function setDisabled(database: Database, id: string, isDisabled: boolean): Promise<boolean> {
  const { rows } = await database.query<{ disabled: boolean }>(disable, [id, isDisabled])
  return rows[0]?.disabled ?? false
}

/** Hides a calendar, pauses it for good, and leads from its addresses to another installation. */
export async function noteMove(database: Database, id: string, url: string, key: string | null): Promise<void> {
  await database.query(insertMove, [id, url, key])
  await pauseCalendar(database, id, `Moved to ${url}`)
  await setDisabled(database, id, true)
}

/** Returns whether it had moved. It stays hidden and paused. */
export async function undoMove(database: Database, id: string): Promise<boolean> {
  const { rowCount } = await database.query('delete from private.moved_calendars where calendar_id = $1', [id])
  return rowCount === 1
}

/** Null for what is no address of another installation. */
export function originOf(text: string): string | null {
  const url = URL.parse(text)
  const isOrigin =
    url && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && !url.search && !url.username
  return isOrigin ? url.origin : null
}

const resume = `
  update public.calendars set
    sending_paused_at = null, sending_paused_by = null, sending_paused_reason = null, sending_resumed_at = now()
  where id = $1 and sending_paused_by is distinct from 'suspension'`

const pause = `
  update public.calendars set
    sending_paused_at = coalesce(sending_paused_at, now()), sending_paused_by = 'operator', sending_paused_reason = left($2, 200)
  where id = $1 and sending_paused_by is distinct from 'suspension'`

/** A deleted calendar stays hidden; what it is when it is restored changes. */
const disable = `
  update public.calendars set
    disabled = $2 or deleted_at is not null, disabled_before = case when deleted_at is not null then $2 end
  where id = $1
  returning disabled`

const insertMove = `
  insert into private.moved_calendars (calendar_id, identifier, url, key)
  select id, identifier, $2, $3 from public.calendars where id = $1
  on conflict (calendar_id) do update set url = excluded.url, key = coalesce(excluded.key, moved_calendars.key)`
