import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import {
  type BulkChange,
  type BulkFields,
  type BulkRestore,
  type BulkUndo,
  bulkChange,
  bulkFields,
  bulkRestore,
  bulkUndo,
} from '#domain/bulk-change.ts'
import { eventCategories } from '#domain/categories.ts'
import { dayInZone } from '#domain/dates.ts'
import { eventStatuses } from '#domain/statuses.ts'
import { readJson } from '#server/http/json-body.ts'
import { translateDatabaseErrors } from './database-errors.ts'
import { endpoint } from './endpoint.ts'
import { scopeOf } from './save-event.ts'

const changed = z.object({
  /** The events that changed, each as it was: what undoing needs. */
  changed: z.array(
    z.object({
      id: z.guid(),
      updated_at: z.string().nullable(),
      before: z.object({
        category: z.enum(eventCategories),
        include_in_mailer: z.boolean(),
        status: z.enum(eventStatuses),
        status_reason: z.string().nullable(),
      }),
    }),
  ),
  skipped: z.number().int(),
})
type Changed = z.infer<typeof changed>

export const changeEvents = endpoint({
  summary: 'Changes several events at once, or undoes it.',
  who: ['signed in', 'token'],
  body: z.union([bulkChange, bulkUndo, bulkRestore]),
  readsBody: true,
  answer: changed,
  limits: ['save-event'],
  run:
    ({ pool, clock }) =>
    async ({ c, identity }) => {
      const body = await readJson(c, z.looseObject({}))
      const request = await readJson(c, 'undo' in body ? bulkUndo : 'restore' in body ? bulkRestore : bulkChange)
      const now = clock.now()
      // What an undo changes back is no news, unless the news has gone out.
      const notify = 'notify' in request ? request.notify : true
      const answer = await translateDatabaseErrors(
        inTransaction(
          pool,
          (client) => {
            if ('undo' in request) return undo(client, request)
            if ('restore' in request) return restore(client, request)
            return change(client, request, now)
          },
          scopeOf(identity, { scope: 'this', notify }, now),
        ),
      )
      return answer
    },
})

async function change(client: pg.ClientBase, request: BulkChange, now: Date): Promise<Changed> {
  const { calendar_id, events, action, notify, reason } = request
  const ids = events.map(({ id }) => id)
  const found = await lock(client, calendar_id, ids)
  const read = new Map(events.map(({ id, updated_at }) => [id, updated_at]))
  const { rows: zones } = await client.query<{ zone: string }>(findZone, [calendar_id])
  const today = dayInZone(now, zones[0]?.zone ?? 'UTC')

  if (action === 'delete') {
    const gone = found.filter(({ id, updated_at }) => isSameMoment(read.get(id), updated_at))
    await client.query('delete from public.events where id = any ($1)', [gone.map(({ id }) => id)])
    return {
      changed: gone.map(({ id, fields }) => ({ id, updated_at: null, before: fields })),
      skipped: ids.length - gone.length,
    }
  }
  const coming = found.filter(({ end_date }) => end_date >= today)
  const changes = coming.flatMap((event) => {
    const fields = bulkFields(request, event.fields)
    return fields ? [{ ...event, after: { ...event.fields, ...fields } }] : []
  })
  const updated = await write(
    client,
    changes.map(({ id, after }) => ({ id, ...after })),
  )
  if (action === 'still_on' && notify) {
    const before = new Set(changes.map(({ id }) => id))
    const confirmed = coming.filter(({ id }) => !before.has(id)).map(({ id }) => id)
    await client.query('select public.confirm_events($1, $2, $3)', [calendar_id, confirmed, reason])
    changes.push(
      ...coming.filter(({ id }) => confirmed.includes(id)).map((event) => ({ ...event, after: event.fields })),
    )
  }
  return {
    changed: changes.map(({ id, updated_at, fields }) => ({
      id,
      updated_at: updated.get(id) ?? updated_at,
      before: fields,
    })),
    skipped: ids.length - changes.length,
  }
}

/** Changes events back that nobody has changed since, and takes back what would only say that nothing changed. */
async function undo(client: pg.ClientBase, { calendar_id, undo }: BulkUndo): Promise<Changed> {
  const ids = undo.map(({ id }) => id)
  const found = new Map((await lock(client, calendar_id, ids)).map((event) => [event.id, event]))
  const same = undo.filter(({ id, updated_at }) => isSameMoment(updated_at, found.get(id)?.updated_at))
  const updated = await write(
    client,
    same.map(({ id, before }) => ({ id, ...before })),
  )
  const { rows } = await client.query<{ id: string }>(findSettled, [same.map(({ id }) => id)])
  for (const { id } of rows) await client.query('select public.withdraw_notice($1)', [id])
  return {
    changed: same.map(({ id, updated_at }) => ({
      id,
      updated_at: updated.get(id) ?? updated_at,
      before: found.get(id)!.fields,
    })),
    skipped: undo.length - same.length,
  }
}

async function restore(client: pg.ClientBase, { restore: ids }: BulkRestore): Promise<Changed> {
  for (const id of ids.toSorted()) await client.query('select public.restore_event($1)', [id])
  return { changed: [], skipped: 0 }
}

type Locked = { id: string; updated_at: string; end_date: string; fields: BulkFields }

/** Locks the rows before a trigger locks the calendar, as every other writer does, and in one order: two of these cannot deadlock. */
async function lock(client: pg.ClientBase, calendarId: string, ids: string[]): Promise<Locked[]> {
  const { rows } = await client.query<Omit<Locked, 'fields'> & BulkFields>(lockEvents, [calendarId, ids])
  return rows.map(({ id, updated_at, end_date, ...fields }) => ({ id, updated_at, end_date, fields }))
}

/** Returns when each was updated. */
async function write(client: pg.ClientBase, events: ({ id: string } & BulkFields)[]): Promise<Map<string, string>> {
  if (events.length === 0) return new Map()
  const { rows } = await client.query<{ id: string; updated_at: string }>(writeEvents, [JSON.stringify(events)])
  return new Map(rows.map(({ id, updated_at }) => [id, updated_at]))
}

/** Both in the form that a caller read or PostgreSQL writes; the last digits are microseconds, which Date has not. */
function isSameMoment(one: string | undefined, other: string | undefined): boolean {
  const micro = (text: string) => (/\.(\d+)/.exec(text)?.[1] ?? '').padEnd(6, '0')
  return (
    one !== undefined && other !== undefined && Date.parse(one) === Date.parse(other) && micro(one) === micro(other)
  )
}

const findZone = 'select time_zone as zone from public.calendars where id = $1'

const lockEvents = `
  select id, to_json(updated_at) #>> '{}' as updated_at, end_date::text, category, include_in_mailer, status, status_reason
  from public.events where calendar_id = $1 and id = any ($2)
  order by id
  for update`

const writeEvents = `
  update public.events e set
    category = n.category, include_in_mailer = n.include_in_mailer, status = n.status, status_reason = n.status_reason
  from jsonb_to_recordset($1) as n (id uuid, category text, include_in_mailer boolean, status text, status_reason text)
  where e.id = n.id
  returning e.id, to_json(e.updated_at) #>> '{}' as updated_at`

/** Notices that wait, of events that are again as people know them. */
const findSettled = `
  select n.id from public.change_notices n
  join public.mailings m on m.id = n.mailing_id
  join public.events e on e.id = n.event_id
  cross join lateral jsonb_to_record(n.before) as b (
    start_time timestamptz, end_time timestamptz, all_day boolean, location text, location_name text, status text
  )
  where n.event_id = any ($1) and m.state = 'waiting'
    and (b.start_time, b.end_time, b.all_day, b.location, b.location_name, b.status)
      is not distinct from (e.start_time, e.end_time, e.all_day, e.location, e.location_name, e.status)
  order by n.id`
