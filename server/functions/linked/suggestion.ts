// Suggests an event without an account: nobody sees it before the link of the mail confirms it, and then it waits for an admin.
import type pg from 'pg'
import * as z from 'zod'
import { dayInZone, instantAt } from '#domain/dates.ts'
import { AppError, sqlState } from '#domain/errors.ts'
import { CALENDAR_EVENTS_MAX, SUGGESTIONS_PENDING_MAX } from '#domain/limits.ts'
import {
  type LinkedSuggestion,
  linkedSuggestionForm,
  type SuggestedEvent,
  suggestionFormWith,
  suggestionStates,
} from '#domain/suggestions.ts'
import { eventProblemTexts } from '#domain/texts/events.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { suggestionTexts } from '#domain/texts/suggestions.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from '../context.ts'
import { linkedAnswer, linkedParts, linkedShape } from './answer.ts'
import { calendarFields, linkedRequest, type Mailable, mailableColumns } from './request.ts'

type Form = z.infer<typeof linkedSuggestionForm>
type Found = LinkedSuggestion & { id: string }
type Asked = Mailable & { time_zone: string; is_open: boolean; pending: number }

const requestSuggestion = linkedRequest({
  summary: 'Suggests an event; a mail confirms it.',
  door: 'suggestion',
  body: suggestionFormWith(calendarFields),
  async find(client, { calendar_id, email, day }, now) {
    const { rows } = await client.query<Asked>(findAsked, [calendar_id, email, now])
    const [found] = rows
    if (!found) throw new AppError('calendar_not_found', 404, publicCalendarTexts.notFoundOrDisabled.body)
    if (!found.is_open) throw new AppError('suggestions_closed', 400, suggestionTexts.closed)
    if (day < dayInZone(now, found.time_zone)) throw pastDay()
    requireRoom(found.pending)
    return found
  },
  async store(client, request, _, now) {
    const values = [request.calendar_id, request.email, request.name, request.language ?? 'en', now]
    const { rows } = await client.query<{ id: string }>(insertSuggestion, [...values, ...valuesOf(request)])
    return rows[0]?.id as string
  },
  letter: ['suggestions/confirm', 'suggestion'],
})

function pastDay(): AppError {
  const { title, body } = eventProblemTexts.pastDay
  return new AppError(sqlState('TB005'), 400, title, { details: body })
}

function requireRoom(pending: number): void {
  if (pending >= SUGGESTIONS_PENDING_MAX) throw new AppError('too_many_suggestions', 400, suggestionTexts.tooMany)
}

const textsOf = ({ title, description, location_name, location, link_url }: SuggestedEvent) => [
  ...[title, description, location_name, location, link_url],
]

/** In the order of the columns below. */
const valuesOf = (event: SuggestedEvent) => [
  ...textsOf(event),
  ...[event.day, event.start, event.end_day, event.end, event.all_day],
]

const countPending = (calendar: string) =>
  `(select count(*)::int from public.event_suggestions s where s.calendar_id = ${calendar} and s.state = 'pending')`

const findAsked = `
  select ${mailableColumns('$2', '$3')},
    c.time_zone, c.takes_suggestions and c.sending_paused_by is distinct from 'suspension' as is_open,
    ${countPending('c.id')} as pending
  from public.calendars c
  where c.id = $1 and not c.disabled and c.deleted_at is null`

const insertSuggestion = `
  insert into public.event_suggestions (
    calendar_id, email, name, language, created_at, title, description, location_name, location, link_url,
    day, starts_at, end_day, ends_at, all_day
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
  returning id`

// What was accepted is shown as the event is now: an admin may have changed it.
const findSuggestion = `
  select json_build_object(
    'id', s.id, 'state', s.state, 'reason', s.reason, 'name', s.name, 'email', s.email, 'event_id', e.id, ${linkedParts.calendar},
    'is_open', c.takes_suggestions and c.sending_paused_by is distinct from 'suspension',
    'is_gone', s.event_id is not null and coalesce(e.end_time <= $2, true)
  )::jsonb || case when s.state = 'accepted' and e.id is not null then json_build_object(
    'title', e.title, 'description', e.description, 'location_name', e.location_name, 'location', e.location, 'link_url', e.link_url,
    'day', e.event_date, 'all_day', e.all_day, 'start', to_char(e.start_time at time zone c.time_zone, 'HH24:MI'),
    'end', to_char(e.end_time at time zone c.time_zone, 'HH24:MI'),
    'end_day', case when e.all_day then e.end_date else (e.end_time at time zone c.time_zone)::date end
  ) else json_build_object(
    'title', s.title, 'description', s.description, 'location_name', s.location_name, 'location', s.location, 'link_url', s.link_url,
    'day', s.day, 'all_day', s.all_day, 'start', to_char(s.starts_at, 'HH24:MI'), 'end', to_char(s.ends_at, 'HH24:MI'),
    'end_day', s.end_day
  ) end::jsonb as found
  from public.event_suggestions s
  join public.calendars c on c.id = s.calendar_id and c.deleted_at is null
  left join public.events e on e.id = s.event_id and e.calendar_id = s.calendar_id
  where s.id = $1 and not c.disabled and (s.confirmed_at is not null or s.created_at > $3)`

const found: z.ZodType<Found> = z.object({
  ...linkedShape,
  title: z.string(),
  description: z.string().nullable(),
  location_name: z.string().nullable(),
  location: z.string().nullable(),
  link_url: z.string().nullable(),
  day: z.string(),
  start: z.string(),
  end_day: z.string(),
  end: z.string(),
  all_day: z.boolean(),
  state: z.enum(suggestionStates),
  reason: z.string().nullable(),
  event_id: z.guid().nullable(),
  is_open: z.boolean(),
  is_gone: z.boolean(),
})

const link = linkedAnswer<Found>({
  kind: 'suggestion',
  table: 'event_suggestions',
  door: 'suggestion',
  texts: suggestionTexts,
  answer: found,
  find: findSuggestion,
})

const answerSuggestion = link.answer({
  summary: 'Confirms, changes or deletes a suggestion, by the token of its mail.',
  form: linkedSuggestionForm,
  limitsInside: ['suggestion-trusted'],
  // The calendar first, as everything that writes events does, so that nothing deadlocks. An admin who decides meanwhile waits, or was first.
  lock: `
    with its_calendar as materialized (
      select c.id from public.calendars c
      where c.id = (select s.calendar_id from public.event_suggestions s where s.id = $1)
      for no key update
    )
    select s.id from public.event_suggestions s join its_calendar c on c.id = s.calendar_id where s.id = $1 for no key update of s`,
  // The event that it became stays.
  remove: 'delete from public.event_suggestions where id = $1',
  async save(client, found, form, context) {
    const { calendar, state } = found
    const now = context.clock.now()
    if (state === 'accepted' && isSame(found, form)) return
    if (found.is_gone) throw new AppError('suggested_event_gone', 400, suggestionTexts.eventGone)
    if (!found.is_open) throw new AppError('suggestions_closed', 400, suggestionTexts.closed)
    if (form.day < dayInZone(now, calendar.time_zone) && form.day !== found.day) throw pastDay()
    if (state !== 'pending') {
      const { rows } = await client.query<{ pending: number }>(`select ${countPending('$1')} as pending`, [calendar.id])
      requireRoom(rows[0]?.pending ?? 0)
    }
    await client.query(putIntoQueue, [found.id, form.name, now, ...valuesOf(form)])
    if (state === 'unconfirmed' && (await acceptAtOnce(context, client, found, form))) return
    if (state !== 'pending') await client.query(queueNotice, [calendar.id])
  },
})

function isSame(found: SuggestedEvent, form: Form): boolean {
  return (Object.keys(form) as (keyof Form)[]).every((key) => key === 'name' || form[key] === found[key])
}

/** Makes it an event if the admins trust the address, so many times a day; returns whether it did. */
async function acceptAtOnce(
  { linkSecret, clock }: FunctionContext,
  client: pg.PoolClient,
  { id, calendar, email }: Found,
  form: Form,
): Promise<boolean> {
  const { rows } = await client.query(findTrust, [calendar.id, email, CALENDAR_EVENTS_MAX])
  if (!rows[0] || form.day < dayInZone(clock.now(), calendar.time_zone)) return false
  const limits = createLimits({ pool: client, secret: linkSecret })
  const take = { name: 'suggestion-trusted', of: `${calendar.id} ${email}` } as const
  if ((await limits.used(take)).some((share) => share >= 1)) return false
  await limits.take(take)
  const zone = calendar.time_zone
  const from = instantAt(form.day, form.all_day ? '00:00' : form.start, zone)
  const to = instantAt(form.end_day, form.all_day ? '23:59' : form.end, zone)
  await client.query(addEvent, [id, clock.now(), calendar.id, ...textsOf(form), from, to, form.all_day])
  return true
}

const putIntoQueue = `
  update public.event_suggestions set
    state = 'pending', confirmed_at = coalesce(confirmed_at, $3), name = $2, title = $4, description = $5, location_name = $6,
    location = $7, link_url = $8, day = $9, starts_at = $10, end_day = $11, ends_at = $12, all_day = $13, reason = null,
    decided_by = null, decided_at = null, updated_at = $3
  where id = $1`

const findTrust = `
  select from public.trusted_submitters t
  where t.calendar_id = $1 and t.email = $2 and (select count(*) from public.events e where e.calendar_id = $1) < $3`

// Not mailed on its day: no admin has chosen that.
const addEvent = `
  with added as (
    insert into public.events (
      calendar_id, title, description, location_name, location, link_url, start_time, end_time, all_day, category, include_in_mailer
    )
    values ($3, $4, $5, $6, $7, $8, $9, $10, $11, 'Event', false)
    returning id
  ), accepted as (
    update public.event_suggestions s set state = 'accepted', event_id = added.id, decided_at = $2 from added where s.id = $1
  )
  select private.log_change($3, 'suggestion_accepted'), private.send_letter('suggestions/accepted', json_build_object('suggestion', $1::uuid))`

const queueNotice = `
  select graphile_worker.add_job(
    'notify-suggestions', json_build_object('calendar', $1::uuid), max_attempts := 12,
    job_key := 'notify-suggestions:' || $1::uuid, job_key_mode := 'preserve_run_at'
  )`

export const suggestion = {
  'request-suggestion': requestSuggestion,
  'get-suggestion': link.read('A suggestion, by the token of its mail.'),
  'answer-suggestion': answerSuggestion,
}
