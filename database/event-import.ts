// Reads and writes what domain/event-import plans. The file is read and the import planned in a thread, before a connection or a
// lock is taken; the plan is written in one transaction and as the caller, so that the policies of the tables apply.
import type pg from 'pg'
import { type Day, dayInZone } from '#domain/dates.ts'
import { AppError } from '#domain/errors.ts'
import { detailColumns, importedColumns } from '#domain/event-columns.ts'
import type { Fingerprints } from '#domain/event-import/feed.ts'
import type { ImportResult, Outcome } from '#domain/event-import/plan.ts'
import { horizonOf } from '#domain/recurrence/edit.ts'
import { importTurnTexts } from '#domain/texts/event-import.ts'
import { assignments, columnList } from './column-list.ts'
import { eventWrite } from './event-write.ts'
import type { AskThread } from './import-thread/import-thread.ts'
import type { PreparedImport, SeriesWrite } from './import-thread/prepare.ts'
import { type Caller, inTransaction, type Scope } from './scope.ts'
import { setFilledUntil } from './series.ts'

export interface Importing {
  calendarId: string
  now: Date
  /** Null for the worker, which imports a feed that an admin chose. */
  caller: Caller | null
}

/** The counts and SEQUENCE numbers to record; null if nothing was written. */
export type ImportNote = { counts: object; sequences: string; replaced: string[] } | null

export interface ImportPlan extends PreparedImport {
  importing: Importing
  zone: string
  today: Day
  /** The calendar's version that was compared with the file. */
  version: string
}

/** Reads the file that the thread has and plans its import. `known` is null for a file, which is no feed. */
export async function planImport(
  pool: pg.Pool,
  importing: Importing,
  ask: AskThread,
  known: Fingerprints | null = null,
): Promise<ImportPlan> {
  const { calendarId, now, caller } = importing
  const service = { ...serviceScope(importing), readOnly: true }
  const { zone } = await inTransaction(
    pool,
    async (client) =>
      (await client.query<{ zone: string }>('select private.import_zone($1) as zone', [calendarId])).rows[0]!,
    service,
  )
  const today = dayInZone(now, zone)
  const { uids } = await ask('read', { zone })
  const { version, stored } = await inTransaction(
    pool,
    async (client) =>
      (await client.query<{ version: string; stored: string }>(findStored, [calendarId, uids, today])).rows[0]!,
    caller ? { ...caller, readOnly: true } : service,
  )
  return { ...(await ask('plan', { stored, today, known })), importing, zone, today, version }
}

export interface Written<T> {
  result: T
  /** Names the import when it is undone; null if it brought nothing new. */
  importId: string | null
}

/** How often an import is planned before it gives up, because the calendar keeps changing. */
const TRIES = 3

/**
 * Passes a plan to `work`, which writes it, unless the calendar changed since: then it is planned again. `work` returns null to ask
 * for that itself. The thread is free meanwhile: a write may wait for a lock.
 */
export async function runImport<Plan extends ImportPlan, T>(
  pool: pg.Pool,
  first: Plan,
  planAgain: () => Promise<Plan>,
  work: (client: pg.ClientBase, plan: Plan) => Promise<{ result: T; note: ImportNote } | null>,
): Promise<Written<T>> {
  let plan = first
  for (let left = TRIES; ; ) {
    const written = await inImport(pool, plan, (client) => work(client, plan))
    if (written) return written
    left -= 1
    if (left === 0) throw new AppError('unavailable', 503, importTurnTexts.changing, { retryAfter: 30 })
    plan = await planAgain()
  }
}

function serviceScope({ caller }: Importing): Scope {
  return { role: 'service_role', claims: caller?.claims ?? '', session: caller?.session ?? null }
}

/**
 * Opens and closes the import as the service role, because callers may not execute these functions; the work between runs as the
 * caller. During an import rows are not logged one by one, nobody is notified, and past events may be written. Returns null
 * without doing anything if the calendar has another version.
 */
function inImport<T>(
  pool: pg.Pool,
  { importing, version }: ImportPlan,
  work: (client: pg.ClientBase) => Promise<{ result: T; note: ImportNote } | null>,
): Promise<Written<T> | null> {
  const { calendarId, now, caller } = importing
  const settings = eventWrite({ as: 'import', now })
  return inTransaction(
    pool,
    async (client) => {
      const become = (role: string) => client.query("select set_config('role', $1, true)", [role])
      await client.query('select private.open_import($1)', [calendarId])
      const { rows } = await client.query<{ version: string }>(findVersion, [calendarId])
      if (rows[0]?.version !== version) return null
      if (caller) await become(caller.role)
      const done = await work(client)
      await become('service_role')
      if (!done?.note) return done && { result: done.result, importId: null }
      const { sequences, counts, replaced } = done.note
      const { rows: closed } = await client.query<{ id: string | null }>(closeImport, [
        calendarId,
        sequences,
        JSON.stringify(counts),
        replaced,
      ])
      return { result: done.result, importId: closed[0]?.id ?? null }
    },
    { ...serviceScope(importing), settings },
  )
}

export interface Applying {
  calendarId: string
  /** For new events; changed ones keep their value. */
  includeInMailer: boolean
  source: 'file' | 'feed' | 'copy'
}

/** Writes the plan and returns what to record. */
export async function applyImport(
  client: pg.ClientBase,
  { series, added, changed, sequences, replaced, outcomes, isEmpty, today }: ImportPlan,
  { calendarId, includeInMailer, source }: Applying,
  removed = 0,
): Promise<ImportNote> {
  if (isEmpty && removed === 0) return null
  for (const write of series) {
    if (write.what === 'delete') await client.query('delete from public.event_series where id = $1', [write.id])
    if (write.what === 'insert') await insertSeries(client, write, { calendarId, today, includeInMailer })
    if (write.what === 'update') await updateSeries(client, write, today)
  }
  if (added) await client.query(addOnce, [calendarId, added, includeInMailer])
  if (changed) await client.query(changeRows, [changed])
  const counts = { source, added: countOf(outcomes, 'added'), changed_events: countOf(outcomes, 'changed'), removed }
  return { counts, sequences, replaced }
}

export function countOf(outcomes: Outcome[], result: ImportResult): number {
  return outcomes.filter((outcome) => outcome.result === result).length
}

async function insertSeries(
  client: pg.ClientBase,
  { series, rows, instead, isComplete }: Extract<SeriesWrite, { what: 'insert' }>,
  { calendarId, today, includeInMailer }: { calendarId: string; today: Day; includeInMailer: boolean },
): Promise<void> {
  // It was a single event before: delete its row, because a series has its own rows.
  if (instead) await client.query('delete from public.events where id = $1', [instead])
  const { rows: made } = await client.query<{ id: string }>(addSeries, [calendarId, series, includeInMailer])
  const id = made[0]?.id as string
  if (rows) await client.query(addRows, [id, rows])
  await setFilledUntil(client, id, horizonOf(today), isComplete)
}

async function updateSeries(
  client: pg.ClientBase,
  { id, series, insert, update, remove, isComplete }: Extract<SeriesWrite, { what: 'update' }>,
  today: Day,
): Promise<void> {
  await client.query(changeSeries, [id, series])
  if (remove.length > 0) await client.query('delete from public.events where id = any ($1)', [remove])
  if (update) await client.query(changeRows, [update])
  if (insert) await client.query(addRows, [id, insert])
  if (insert || remove.length > 0) await setFilledUntil(client, id, horizonOf(today), isComplete)
}

const words = columnList(importedColumns)
/** Details that files do not have; the dates of a series copy them from the series. */
const own = detailColumns.filter((name) => !importedColumns.some((imported) => imported === name))
const clock = 'all_day, starts_on, starts_at, ends_at, end_days, time_zone, rrule, rdates, exdates'

const closeImport = 'select private.close_import($1, $2, $3, $4) as id'

const findVersion = 'select version from public.calendars where id = $1'

// One statement, so that all of it is of one moment. As text: the thread parses it. The dates of a series have their details only
// where these are their own, because a long description would come with each of hundreds of dates.
const findStored = `
  select c.version, json_build_object(
    'once', (
      select coalesce(json_agg(e), '[]') from (
        select id, uid, sequence, ${words}, all_day, start_time, end_time from public.events
        where calendar_id = $1 and series_id is null and uid = any ($2)
      ) as e
    ),
    'series', (
      select coalesce(json_agg(to_jsonb(s) || jsonb_build_object('rows', coalesce(dates.rows, '[]'))), '[]')
      from public.event_series s
      left join lateral (
        select jsonb_agg(
          case when (${columnList(importedColumns, 'e')}) is distinct from (${columnList(importedColumns, 's')})
            then jsonb_build_object(${importedColumns.map((name) => `'${name}', e.${name}`).join(', ')}) else '{}' end
          || jsonb_build_object(
            'id', e.id, 'series_day', e.series_day, 'sequence', e.sequence,
            'all_day', e.all_day, 'start_time', e.start_time, 'end_time', e.end_time
          )
        ) as rows
        from public.events e where e.series_id = s.id and e.calendar_id = $1 and e.series_day >= $3
      ) as dates on true
      where s.calendar_id = $1 and s.uid = any ($2)
    ),
    'series_count', (select count(*) from public.event_series where calendar_id = $1)
  )::text as stored
  from public.calendars c where c.id = $1`

const addOnce = `
  insert into public.events (calendar_id, uid, ${words}, include_in_mailer, all_day, start_time, end_time)
  select $1, uid, ${words}, $3, all_day, start_time, end_time
  from jsonb_populate_recordset(null::public.events, $2)`

const addSeries = `
  insert into public.event_series (calendar_id, uid, ${words}, include_in_mailer, ${clock})
  select $1, uid, ${words}, $3, ${clock} from jsonb_populate_record(null::public.event_series, $2)
  returning id`

const addRows = `
  insert into public.events (
    calendar_id, series_id, series_day, ${words}, ${columnList(own)}, all_day, start_time, end_time
  )
  select s.calendar_id, s.id, n.series_day, ${columnList(importedColumns, 'n')}, ${columnList(own, 's')},
    n.all_day, n.start_time, n.end_time
  from public.event_series s, jsonb_populate_recordset(null::public.events, $2) as n
  where s.id = $1
  on conflict (series_id, calendar_id, series_day) do nothing`

// A file without coordinates does not remove them, unless the place changed.
const position = (column: string, table: string) => `
  case when n.${column} is null and n.location is not distinct from ${table}.location then ${table}.${column} else n.${column} end`

const changes = (table: string) => `
  ${assignments(
    importedColumns.filter((name) => name !== 'latitude' && name !== 'longitude'),
    'n',
  )},
  latitude = ${position('latitude', table)}, longitude = ${position('longitude', table)}`

const changeRows = `
  update public.events e set ${changes('e')}, ${assignments(['all_day', 'start_time', 'end_time'], 'n')}
  from jsonb_populate_recordset(null::public.events, $1) as n
  where e.id = n.id`

const changeSeries = `
  update public.event_series s set
    ${changes('s')},
    (${clock}) = (select ${clock} from jsonb_populate_record(null::public.event_series, $2))
  from jsonb_populate_record(null::public.event_series, $2) as n
  where s.id = $1`
