// Suggests an event without an account, second half: the button of the page behind the link confirms, changes or deletes the suggestion.
import type pg from 'pg'
import type * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { dayInZone, instantAt } from '#domain/dates.ts'
import { AppError } from '#domain/errors.ts'
import { CALENDAR_EVENTS_MAX, SUGGESTIONS_PENDING_MAX } from '#domain/limits.ts'
import { linkedSuggestionForm, type SuggestedEvent, suggestionToken } from '#domain/suggestions.ts'
import { suggestionTexts } from '#domain/texts/suggestions.ts'
import { readSuggestionToken } from '#messages/suggestion-link.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'
import { translateDatabaseErrors } from './database-errors.ts'
import { endpoint } from './endpoint.ts'
import { type FoundSuggestion, readLinkedSuggestion } from './get-suggestion.ts'
import { linkedBody, requireHolder } from './linked/link.ts'
import { pastDay } from './request-suggestion.ts'

type Form = z.infer<typeof linkedSuggestionForm>

export const answerSuggestion = endpoint({
  summary: 'Confirms, changes or deletes a suggestion, by the token of its mail.',
  who: ['anyone'],
  body: linkedBody({ token: suggestionToken }, linkedSuggestionForm),
  limits: ['suggestion-link-network'],
  limitsInside: ['suggestion-trusted'],
  run:
    (context) =>
    async ({ body: { token, form } }) => {
      const { pool, linkSecret } = context
      const id = requireHolder(readSuggestionToken(token, linkSecret), suggestionTexts)
      if (!form) {
        // Works as long as it is stored, whatever became of the calendar. The event stays.
        await pool.query('delete from public.event_suggestions where id = $1', [id])
        return { status: 'removed' }
      }
      const work = inTransaction(pool, async (client) => {
        await client.query(lock, [id])
        await save(context, client, await readLinkedSuggestion(context, client, token), form)
        return readLinkedSuggestion(context, client, token)
      })
      return translateDatabaseErrors(work, sentences)
    },
})

async function save(context: FunctionContext, client: pg.PoolClient, found: FoundSuggestion, form: Form) {
  const { calendar, state } = found
  const now = context.clock.now()
  if (state === 'accepted' && isSame(found, form)) return
  if (found.is_gone) throw new AppError('suggested_event_gone', 400, suggestionTexts.eventGone)
  if (!found.is_open) throw new AppError('suggestions_closed', 400, suggestionTexts.closed)
  if (form.day < dayInZone(now, calendar.time_zone) && form.day !== found.day) throw pastDay()
  if (state !== 'pending') {
    const { rows } = await client.query<{ count: number }>(countPending, [calendar.id])
    if (Number(rows[0]?.count) >= SUGGESTIONS_PENDING_MAX)
      throw new AppError('too_many_suggestions', 400, suggestionTexts.tooMany)
  }
  const { title, description, location_name, location, link_url, day, start, end_day, end, all_day, name } = form
  const event = [title, description, location_name, location, link_url, day, start, end_day, end, all_day]
  await client.query(putIntoQueue, [found.id, name, now, ...event])
  if (state === 'unconfirmed' && (await acceptAtOnce(context, client, found, form))) return
  if (state !== 'pending') await client.query(queueNotice, [calendar.id])
}

function isSame(found: SuggestedEvent, form: Form): boolean {
  return (Object.keys(form) as (keyof Form)[]).every((key) => key === 'name' || form[key] === found[key])
}

/** Makes it an event if the admins trust the address, so many times a day; returns whether it did. */
async function acceptAtOnce(
  { linkSecret, clock }: FunctionContext,
  client: pg.PoolClient,
  { id, calendar, email }: FoundSuggestion,
  form: Form,
): Promise<boolean> {
  const { rows } = await client.query(findTrust, [calendar.id, email, CALENDAR_EVENTS_MAX])
  if (!rows[0] || form.day < dayInZone(clock.now(), calendar.time_zone)) return false
  const limits = createLimits({ pool: client, secret: linkSecret })
  const take = { name: 'suggestion-trusted', of: `${calendar.id} ${email}` } as const
  if ((await limits.used(take)).some((share) => share >= 1)) return false
  await limits.take(take)
  const { title, description, location_name, location, link_url, day, start, end_day, end, all_day } = form
  const zone = calendar.time_zone
  const from = instantAt(day, all_day ? '00:00' : start, zone)
  const to = instantAt(end_day, all_day ? '23:59' : end, zone)
  const texts = [title, description, location_name, location, link_url]
  await client.query(addEvent, [id, clock.now(), calendar.id, ...texts, from, to, all_day])
  return true
}

const sentences = { forbidden: suggestionTexts.failed, invalid: suggestionTexts.failed }

// The calendar first, as everything that writes events does, so that nothing deadlocks. An admin who decides meanwhile waits, or was first.
const lock = `
  with its_calendar as materialized (
    select c.id from public.calendars c
    where c.id = (select s.calendar_id from public.event_suggestions s where s.id = $1)
    for no key update
  )
  select s.id from public.event_suggestions s join its_calendar c on c.id = s.calendar_id where s.id = $1 for no key update of s`

const countPending = `
  select count(*)::int as count from public.event_suggestions where calendar_id = $1 and state = 'pending'`

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
  select private.log_suggestion($3, 'suggestion_accepted'), private.send_letter('suggestions/accepted', json_build_object('suggestion', $1::uuid))`

const queueNotice = `
  select graphile_worker.add_job(
    'notify-suggestions', json_build_object('calendar', $1::uuid), max_attempts := 12,
    job_key := 'notify-suggestions:' || $1::uuid, job_key_mode := 'preserve_run_at'
  )`
