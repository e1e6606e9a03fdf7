// Reads and writes what domain/event-import plans, in one transaction and as the caller, so that the policies of the tables apply.
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import type { Day } from '#domain/dates.ts'
import { detailColumns, importedColumns } from '#domain/event-columns.ts'
import type { ImportedEntry, ImportedOnce, ImportedSeries } from '#domain/event-import/item.ts'
import {
  type ImportResult,
  type Outcome,
  type PlanContext,
  planContext,
  planEntry,
  type RowChanges,
  type StoredOnce,
  type StoredSeries,
  uidsOf,
  type WantedRow,
  type Write,
} from '#domain/event-import/plan.ts'
import { horizonOf } from '#domain/recurrence/edit.ts'
import { assignments, columnList } from './column-list.ts'
import { inTransaction } from './scope.ts'
import { readSeries, setFilled } from './series.ts'

const SERIES_MAX = 1000

export interface Importing {
  calendarId: string
  now: Date
  /** Null for the worker, which imports a feed that an admin chose. */
  caller: { role: string; claims: string; session?: string | undefined } | null
}

/** The counts and SEQUENCE numbers to record; null if nothing was written. */
export type ImportNote = { counts: object; sequences: object[] } | null

/**
 * Opens and closes the import as the service role, because callers may not execute these functions; the work between runs as the
 * caller. During an import rows are not logged one by one, nobody is notified, and past events may be written.
 */
export function inImport<T>(
  pool: pg.Pool,
  { calendarId, now, caller }: Importing,
  work: (client: pg.ClientBase, zone: string) => Promise<{ result: T; note: ImportNote }>,
): Promise<T> {
  const settings = {
    'townbell.import': 'on',
    'townbell.series': 'on',
    'townbell.notify': 'off',
    'townbell.now': now.toISOString(),
  }
  const service = { role: 'service_role', claims: caller?.claims ?? '', session: caller?.session, settings }
  return inTransaction(
    pool,
    async (client) => {
      const become = (role: string) => client.query("select set_config('role', $1, true)", [role])
      const { rows } = await client.query<{ zone: string }>('select private.open_import($1) as zone', [calendarId])
      if (caller) await become(caller.role)
      const { result, note } = await work(client, rows[0]?.zone as string)
      await become('service_role')
      if (note) {
        const { sequences, counts } = note
        const values = [calendarId, JSON.stringify(sequences), JSON.stringify(counts)]
        await client.query('select private.close_import($1, $2, $3)', values)
      }
      return result
    },
    service,
  )
}

export interface ImportPlan {
  outcomes: Outcome[]
  writes: Write[]
}

interface Planning {
  calendarId: string
  zone: string
  today: Day
  isFeed?: boolean
  known?: ReadonlySet<string>
}

export async function planImport(
  client: pg.ClientBase,
  read: Iterable<ImportedEntry>,
  { calendarId, zone, today, isFeed = false, known = new Set() }: Planning,
): Promise<ImportPlan> {
  const entries: ImportedEntry[] = []
  for (const entry of read) {
    // Each entry takes up to some milliseconds of the thread; let other requests run in between.
    await setImmediate()
    entries.push(entry)
  }
  const stored = await readStored(client, calendarId, uidsOf(entries), today)
  const context = planContext({ stored, zone, today, isFeed, known })
  const plan: ImportPlan = { outcomes: [], writes: [] }
  for (const entry of entries) {
    if (entry.item?.kind === 'series') await setImmediate()
    const { outcome, write } = planEntry(entry, context)
    plan.outcomes.push(outcome)
    if (write) plan.writes.push(write)
  }
  return plan
}

async function readStored(
  client: pg.ClientBase,
  calendarId: string,
  uids: string[],
  today: Day,
): Promise<PlanContext['stored']> {
  const { rows: once } = await client.query<{ event: StoredOnce }>(findOnce, [calendarId, uids])
  const { rows: series } = await client.query<{ series: StoredSeries }>(findSeries, [calendarId, uids, today])
  const { rows: count } = await client.query(countSeries, [calendarId])
  return {
    once: new Map(once.map(({ event }) => [event.uid, event])),
    series: new Map(series.map(({ series }) => [series.uid, series])),
    seriesLeft: SERIES_MAX - Number(count[0]?.count ?? 0),
  }
}

export interface Applying {
  calendarId: string
  today: Day
  /** For new events; changed ones keep their value. */
  includeInMailer: boolean
  source: 'file' | 'feed'
}

/** Writes the plan and returns what to record. */
export async function applyImport(
  client: pg.ClientBase,
  { writes, outcomes }: ImportPlan,
  { calendarId, today, includeInMailer, source }: Applying,
  removed = 0,
): Promise<ImportNote> {
  if (writes.length === 0 && removed === 0) return null
  for (const write of writes) {
    if (write.what === 'delete-series') await client.query('delete from public.event_series where id = $1', [write.id])
    if (write.what === 'insert-series') await insertSeries(client, calendarId, write, { today, includeInMailer })
    if (write.what === 'update-series') await updateSeries(client, write.id, write.item, write.changes, today)
  }
  const isOnce = writes.filter((write) => write.what === 'insert-once' || write.what === 'delete-series')
  const added = isOnce.map(({ item }) => ({ ...item, include_in_mailer: includeInMailer }))
  if (added.length > 0) await client.query(addOnce, [calendarId, JSON.stringify(added)])
  const changed = writes.flatMap((write) => (write.what === 'update-once' ? [{ ...write.item, id: write.id }] : []))
  if (changed.length > 0) await client.query(changeRows, [JSON.stringify(changed)])
  const counts = { source, added: countOf(outcomes, 'added'), changed_events: countOf(outcomes, 'changed'), removed }
  return { counts, sequences: writes.flatMap(({ item }) => sequencesOf(item)) }
}

export function countOf(outcomes: Outcome[], result: ImportResult): number {
  return outcomes.filter((outcome) => outcome.result === result).length
}

type InsertSeries = Extract<Write, { what: 'insert-series' }>

async function insertSeries(
  client: pg.ClientBase,
  calendarId: string,
  { item, rows, instead }: InsertSeries,
  { today, includeInMailer }: { today: Day; includeInMailer: boolean },
): Promise<void> {
  // It was a single event before: delete its row, because a series has its own rows.
  if (instead) await client.query('delete from public.events where id = $1', [instead])
  const series = JSON.stringify({ ...item, include_in_mailer: includeInMailer })
  const { rows: made } = await client.query<{ id: string }>(addSeries, [calendarId, series])
  const id = made[0]?.id as string
  await insertRows(client, id, rows)
  await fill(client, id, today)
}

async function updateSeries(
  client: pg.ClientBase,
  id: string,
  item: ImportedSeries,
  { insert, update, remove }: RowChanges,
  today: Day,
): Promise<void> {
  await client.query(changeSeries, [id, JSON.stringify(item)])
  if (remove.length > 0) await client.query('delete from public.events where id = any ($1)', [remove])
  if (update.length > 0) await client.query(changeRows, [JSON.stringify(update)])
  await insertRows(client, id, insert)
  if (insert.length + remove.length > 0) await fill(client, id, today)
}

async function insertRows(client: pg.ClientBase, id: string, rows: WantedRow[]): Promise<void> {
  if (rows.length > 0) await client.query(addRows, [id, JSON.stringify(rows)])
}

async function fill(client: pg.ClientBase, id: string, today: Day): Promise<void> {
  const series = await readSeries(client, id)
  if (series) await setFilled(client, series, horizonOf(today))
}

/** Returns the sequences above 0, which new rows have. */
function sequencesOf(item: ImportedOnce | ImportedSeries) {
  const { uid, sequence } = item
  const exceptions = item.kind === 'series' ? item.exceptions : []
  return [{ uid, series_day: null as Day | null, sequence }, ...exceptions.map((one) => ({ ...one, uid }))]
    .filter((one) => one.sequence > 0)
    .map((one) => ({ uid, series_day: one.series_day, sequence: one.sequence }))
}

const findOnce = `
  select to_jsonb(e) as event from public.events e
  where e.calendar_id = $1 and e.series_id is null and e.uid = any ($2)`

const findSeries = `
  select to_jsonb(s) || jsonb_build_object('rows', coalesce((
    select jsonb_agg(to_jsonb(e)) from public.events e where e.series_id = s.id and e.calendar_id = $1 and e.series_day >= $3
  ), '[]')) as series
  from public.event_series s
  where s.calendar_id = $1 and s.uid = any ($2)`

const countSeries = 'select count(*) from public.event_series where calendar_id = $1'

const words = columnList(importedColumns)
/** Details that files do not have; the dates of a series copy them from the series. */
const own = detailColumns.filter((name) => !importedColumns.some((imported) => imported === name))
const clock = 'all_day, starts_on, starts_at, ends_at, end_days, time_zone, rrule, rdates, exdates'

const addOnce = `
  insert into public.events (calendar_id, uid, ${words}, include_in_mailer, all_day, start_time, end_time)
  select $1, uid, ${words}, include_in_mailer, all_day, start_time, end_time
  from jsonb_populate_recordset(null::public.events, $2)`

const addSeries = `
  insert into public.event_series (calendar_id, uid, ${words}, include_in_mailer, ${clock})
  select $1, uid, ${words}, include_in_mailer, ${clock} from jsonb_populate_record(null::public.event_series, $2)
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
