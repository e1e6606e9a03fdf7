// `townbell admin pause`, `resume`, `disable` and `enable`: what operators do about single calendars.
import type pg from 'pg'
import { UsageError } from './command.ts'
import { resumeOwner } from './senders.ts'

export async function pause(pool: pg.Pool, [which = '', ...words]: string[]): Promise<void> {
  const { id, name } = await findCalendar(pool, which)
  await pool.query(pauseCalendar, [id, words.join(' ') || 'Paused by an operator.'])
  console.log(`Sending is paused for ${name}.`)
}

export async function resume(pool: pg.Pool, [which = '']: string[]): Promise<void> {
  if (which.includes('@')) return resumeOwner(pool, which)
  const { id, name } = await findCalendar(pool, which)
  const { rowCount } = await pool.query(resumeCalendar, [id])
  if (rowCount === 0) throw new UsageError(`The owner of ${name} is suspended. Resume them by their email address.`)
  console.log(`Sending resumed for ${name}.`)
}

export async function disable(pool: pg.Pool, [which = '']: string[]): Promise<void> {
  const { id, name, identifier } = await findCalendar(pool, which)
  await pool.query(setDisabled, [id, true])
  console.log(
    `${name} is hidden from everybody but its members and sends nothing. To undo: townbell admin enable ${identifier}`,
  )
}

export async function enable(pool: pg.Pool, [which = '']: string[]): Promise<void> {
  const { id, name } = await findCalendar(pool, which)
  const { rows } = await pool.query(setDisabled, [id, false])
  console.log(rows[0]?.disabled ? `${name} is deleted; restored, it is shown again.` : `${name} is shown again.`)
}

/** Hides a calendar, pauses it for good, and leads from its addresses to another installation. */
export async function moved(pool: pg.Pool, [which = '', to = '', key]: string[]): Promise<void> {
  const { id, name, identifier } = await findCalendar(pool, which)
  if (to === 'undo') {
    const { rowCount } = await pool.query('delete from private.moved_calendars where calendar_id = $1', [id])
    if (rowCount === 0) throw new UsageError(`${name} has not moved.`)
    return console.log(
      `${name} leads nowhere else. It is still hidden and paused: townbell admin enable ${identifier}, and resume ${identifier}`,
    )
  }
  const url = originOf(to)
  if (url === null) throw new UsageError('Say where it lives now: townbell admin moved <calendar> https://new.example')
  await pool.query(noteMove, [id, url, key ?? null])
  await pool.query(pauseCalendar, [id, `Moved to ${url}`])
  await pool.query(setDisabled, [id, true])
  console.log(
    `${name} sends nothing any more, and its addresses lead to ${url}. To undo: townbell admin moved ${identifier} undo`,
  )
}

function originOf(text: string): string | null {
  const url = URL.parse(text)
  const isOrigin =
    url && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && !url.search && !url.username
  return isOrigin ? url.origin : null
}

type Calendar = { id: string; name: string; identifier: string }

export async function findCalendar(pool: pg.Pool | pg.ClientBase, which: string): Promise<Calendar> {
  const { rows } = await pool.query<Calendar>(
    'select id, name, identifier::text from public.calendars where id::text = $1 or identifier::text = $1',
    [which.replace(/^#/, '').toLowerCase()],
  )
  if (!rows[0]) throw new UsageError(`There is no calendar ${which || 'without a name: say its id or its number'}.`)
  return rows[0]
}

const resumeCalendar = `
  update public.calendars set
    sending_paused_at = null, sending_paused_by = null, sending_paused_reason = null, sending_resumed_at = now()
  where id = $1 and sending_paused_by is distinct from 'suspension'`

const pauseCalendar = `
  update public.calendars set
    sending_paused_at = coalesce(sending_paused_at, now()), sending_paused_by = 'operator', sending_paused_reason = left($2, 200)
  where id = $1 and sending_paused_by is distinct from 'suspension'`

/** A deleted calendar stays hidden; what it is when it is restored changes. */
const setDisabled = `
  update public.calendars set
    disabled = $2 or deleted_at is not null, disabled_before = case when deleted_at is not null then $2 end
  where id = $1
  returning disabled`

const noteMove = `
  insert into private.moved_calendars (calendar_id, identifier, url, key)
  select id, identifier, $2, $3 from public.calendars where id = $1
  on conflict (calendar_id) do update set url = excluded.url, key = coalesce(excluded.key, moved_calendars.key)`
