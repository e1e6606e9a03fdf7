// Saves a repeated event, or an edit that affects several dates or sends a notice. One transaction, as the caller: the policies decide.

import type pg from 'pg'
import * as z from 'zod'
import { assignments } from '#database/column-list.ts'
import { eventWrite } from '#database/event-write.ts'
import { inTransaction } from '#database/scope.ts'
import { applyPlan, fillSeries, insertSeries, readOccurrences, readSeries } from '#database/series.ts'
import { dayInZone, instantAt } from '#domain/dates.ts'
import { AppError, sqlState } from '#domain/errors.ts'
import { detailColumns, detailsOf, type EventDetails, type EventRow } from '#domain/event-columns.ts'
import { type EventTimes, eventTimes, seriesTimes } from '#domain/event-times.ts'
import { eventChange, newEvent } from '#domain/events.ts'
import { firstDay, planSeriesEdit, type Series, timesOfRow } from '#domain/recurrence/edit.ts'
import { formatRule, parseRule } from '#domain/recurrence/rule.ts'
import { eventProblemTexts } from '#domain/texts/events.ts'
import { type RuleProblem, ruleProblemTexts } from '#domain/texts/recurrence.ts'
import type { Identity } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { translateDatabaseErrors } from './database-errors.ts'
import { endpoint } from './endpoint.ts'

const rrule = z.string().max(500)
const scope = z.enum(['this', 'following', 'all'], 'scope must be this, following or all')
export const creating = z.object({
  calendar_id: z.guid('calendar_id must be the id of a calendar'),
  event: newEvent,
  times: eventTimes,
  rrule,
})
export const editing = z.object({
  event_id: z.guid('event_id must be the id of an event'),
  scope: scope.default('this'),
  notify: z.boolean().default(false),
  event: eventChange.default({}),
  times: eventTimes.optional(),
  rrule: rrule.nullish(),
  /** The event as the caller read it. If it was saved since, nothing is changed. */
  updated_at: z.iso.datetime({ offset: true, error: 'updated_at must be the time from the event' }).optional(),
})
type Creating = z.infer<typeof creating>
type Editing = z.infer<typeof editing>

const saved = z.object({
  /** Undefined: the first date of the series is too far away to exist yet. */
  event_id: z.guid().optional(),
  /** Null: it happens by itself, once. */
  series_id: z.guid().nullable(),
})
type Saved = z.infer<typeof saved>

export const saveEvent = endpoint({
  summary: 'Adds a repeated event, or edits an event or several dates and notifies people.',
  who: ['signed in', 'token'],
  body: z.union([creating, editing]),
  readsBody: true,
  answer: saved,
  limits: ['save-event'],
  run:
    ({ pool, clock }) =>
    async ({ c, identity }) => {
      const isEdit = 'event_id' in (await readJson(c, z.looseObject({})))
      const request = isEdit ? await readJson(c, editing) : await readJson(c, creating)
      const now = clock.now()
      return translateDatabaseErrors(
        inTransaction(
          pool,
          (client) => ('event_id' in request ? edit(client, request, now) : create(client, request, now)),
          scopeOf(identity, request, now),
        ),
      )
    },
})

export function scopeOf(identity: Identity, request: Partial<Pick<Editing, 'scope' | 'notify' | 'rrule'>>, now: Date) {
  const isOne = request.scope === 'this' && !request.rrule
  return {
    ...identity,
    settings: eventWrite({ ...(!isOne && { as: 'series' }), notify: request.notify ?? false, now }),
  }
}

async function create(client: pg.ClientBase, request: Creating, now: Date): Promise<Saved> {
  const zone = await zoneOf(client, request.calendar_id)
  const series = newSeries(request, zone)
  const today = dayInZone(now, zone)
  if (series.starts_on < today) throw past()
  return begin(client, request.calendar_id, series, today)
}

async function begin(client: pg.ClientBase, calendarId: string, series: Series, today: string): Promise<Saved> {
  const id = await insertSeries(client, calendarId, series)
  const made = await readSeries(client, id)
  if (!made) throw forbidden()
  await fillSeries(client, made, today, today)
  const { rows } = await client.query(firstOccurrence, [id])
  return { event_id: rows[0]?.id, series_id: id }
}

function newSeries({ event, times, rrule }: Pick<Creating, 'event' | 'times' | 'rrule'>, zone: string): Series {
  const { startsAt, endsAt, endDays, allDay } = seriesTimes(times)
  const { rule, problem } = parseRule(rrule, { startsAt, zone })
  if (problem !== null) throw wrongRule(problem)
  const starts_on = firstDay({ startsOn: times.day, rule, rdates: [], exdates: [] }, times.day)
  if (starts_on === null) throw wrongRule('never')
  const clock = { all_day: allDay, starts_at: startsAt, ends_at: endsAt, end_days: endDays }
  return { ...event, ...clock, starts_on, rrule: formatRule(rule), rdates: [], exdates: [] }
}

export async function edit(client: pg.ClientBase, request: Editing, now: Date): Promise<Saved> {
  const { rows } = await client.query(findEvent, [request.event_id, request.updated_at ?? null])
  const [event] = rows
  if (!event) throw new AppError('not_found', 404, "This event doesn't exist.")
  if (!event.is_current)
    throw new AppError('event_changed', 409, 'Someone else saved this event while you were editing it.')
  if (request.scope === 'this' && request.rrule === undefined) return editOne(client, event, request)
  if (event.series_id === null) return repeat(client, event, request, now)
  if (request.scope === 'this')
    throw new AppError('validation_failed', 400, 'A rule applies to several dates: scope must be following or all')
  return editSeries(client, event, request, now)
}

async function editOne(client: pg.ClientBase, event: StoredEvent, request: Editing): Promise<Saved> {
  const times = request.times && instantsOf(request.times, event.zone)
  const { rowCount } = await client.query(changeEvent, [event.id, JSON.stringify({ ...request.event, ...times })])
  if (rowCount !== 1) throw forbidden()
  return { event_id: event.id, series_id: event.series_id }
}

/** An event that happened once becomes the first of a series; its row stays, as one of the series'. */
async function repeat(client: pg.ClientBase, event: StoredEvent, request: Editing, now: Date): Promise<Saved> {
  if (!request.rrule) return editOne(client, event, request)
  const today = dayInZone(now, event.zone)
  const times = request.times ?? timesOfEvent(event)
  if (times.day < today) throw past()
  if (times.day !== event.event_date && request.event.status !== 'moved')
    throw new AppError(sqlState('TB010'), 400, eventProblemTexts.fixedDay.body)
  const series = newSeries(
    { event: { ...detailsOf(event), ...request.event }, times, rrule: request.rrule },
    event.zone,
  )
  if (series.starts_on !== times.day) series.rdates = [times.day]
  const id = await insertSeries(client, event.calendar_id, series)
  await editOne(client, event, request)
  const { rowCount } = await client.query(joinSeries, [event.id, id, times.day])
  const made = await readSeries(client, id)
  if (rowCount !== 1 || !made) throw forbidden()
  await fillSeries(client, made, today, today)
  return { event_id: event.id, series_id: id }
}

async function editSeries(client: pg.ClientBase, event: StoredEvent, request: Editing, now: Date): Promise<Saved> {
  const { scope, event: fields } = request
  const series = await readSeries(client, event.series_id as string)
  if (!series || scope === 'this') throw forbidden()
  const today = dayInZone(now, series.zone)
  if (event.end_date < today) throw past('pastEvent')
  const times = request.times && seriesTimes(request.times)
  let { rrule } = request
  if (typeof rrule === 'string') {
    const { rule, problem } = parseRule(rrule, { startsAt: times?.startsAt ?? series.starts_at, zone: series.zone })
    if (problem !== null) throw wrongRule(problem)
    rrule = formatRule(rule)
    if (firstDay({ startsOn: series.starts_on, rule, rdates: [], exdates: [] }, today) === null)
      throw wrongRule('never')
  }
  const day = event.series_day as string
  const [from = day] = [day, today].sort()
  const rows = await readOccurrences(client, series.id, from)
  const plan = planSeriesEdit(series, rows, { fields, times, rrule }, { day, scope, today, zone: series.zone })
  const seriesId = await applyPlan(client, series, plan, today)
  const isGone = plan.remove.includes(event.id)
  const { rows: next } = isGone ? await client.query(firstOccurrence, [seriesId]) : { rows: [{ id: event.id }] }
  return { event_id: next[0]?.id ?? event.id, series_id: seriesId }
}

type StoredEvent = EventDetails &
  Pick<
    EventRow,
    'id' | 'series_id' | 'series_day' | 'event_date' | 'end_date' | 'all_day' | 'start_time' | 'end_time'
  > & {
    calendar_id: string
    zone: string
  }

function timesOfEvent(event: StoredEvent): EventTimes {
  const { startsAt, endsAt } = timesOfRow(event, event.zone)
  const { event_date: day, all_day } = event
  const end_day = all_day ? event.end_date : dayInZone(event.end_time, event.zone)
  return { day, start: startsAt, end_day, end: endsAt, all_day }
}

export function instantsOf(times: EventTimes, zone: string) {
  const { day, start, end_day, end, all_day } = times
  // Whole days are put on their midnights by trigger.
  const from = instantAt(day, all_day ? '00:00' : start, zone)
  const to = instantAt(end_day, all_day ? '23:59' : end, zone)
  return { all_day, start_time: from.toISOString(), end_time: to.toISOString() }
}

async function zoneOf(client: pg.ClientBase, calendarId: string): Promise<string> {
  const { rows } = await client.query('select time_zone from public.calendars where id = $1', [calendarId])
  if (!rows[0]) throw new AppError('calendar_access_denied', 403, "You don't have access to this calendar.")
  return rows[0].time_zone
}

function forbidden(): AppError {
  return new AppError('forbidden', 403, "You can't change this event.")
}

function past(key: 'pastDay' | 'pastEvent' = 'pastDay'): AppError {
  return new AppError(sqlState('TB005'), 400, eventProblemTexts[key].title, { details: eventProblemTexts[key].body })
}

function wrongRule(problem: RuleProblem): AppError {
  return new AppError(sqlState('TB020'), 400, ruleProblemTexts[problem])
}

const findEvent = `
  select e.*, e.event_date::text, e.end_date::text, e.series_day::text, e.start_time::text, e.end_time::text, c.time_zone as zone,
    $2::timestamptz is null or e.updated_at = $2 as is_current
  from public.events e join public.calendars c on c.id = e.calendar_id
  where e.id = $1`

const changeEvent = `
  update public.events e set ${assignments([...detailColumns, 'all_day', 'start_time', 'end_time'], 'n')}
  from public.events old, jsonb_populate_record(old, $2) as n
  where e.id = $1 and old.id = $1`

const joinSeries = 'update public.events set series_id = $2, series_day = $3 where id = $1'

const firstOccurrence = 'select id from public.events where series_id = $1 order by start_time limit 1'
