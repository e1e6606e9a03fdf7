// Suggests an event without an account, first half: stores what was typed, which nobody sees yet, and mails a link to the address.
import type { Handler } from 'hono'
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { dayInZone } from '#domain/dates.ts'
import { AppError, sqlState } from '#domain/errors.ts'
import { languages } from '#domain/languages.ts'
import { BOUNCE_REST_MS, SUGGESTIONS_PENDING_MAX } from '#domain/limits.ts'
import { suggestionFormWith } from '#domain/suggestions.ts'
import { eventProblemTexts } from '#domain/texts/events.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { suggestionTexts } from '#domain/texts/suggestions.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'
import { createFollowProof } from './follow-proof.ts'
import { type CalendarOwner, mailTakes, networkTakes } from './unasked-mails.ts'

export const shape = suggestionFormWith({
  calendar_id: z.guid('calendar_id must be the id of a calendar'),
  language: z.enum(languages, 'language must be en or es').nullish(),
  /** A field that people do not see. */
  website: z.unknown().optional(),
  /** The solved puzzle of follow-challenge. */
  proof: z.string().max(16_384).nullish().catch(undefined),
})

type Request = z.infer<typeof shape> & { network: string }

export function requestSuggestion(context: FunctionContext): Handler<IdentityVariables> {
  const { pool, linkSecret } = context
  const limits = createLimits({ pool, secret: linkSecret })
  const proof = createFollowProof(context)
  return async (c) => {
    const body = await readJson(c, shape)
    if (body.website !== undefined && body.website !== null && body.website !== '') return c.json({ status: 'sent' })
    const network = c.get('network')
    await proof.require('suggestion', body.proof ?? undefined, { calendarId: body.calendar_id, network })
    await limits.take(...networkTakes('suggestion', network))
    await inTransaction(pool, (client) => remember(context, client, { ...body, network }))
    return c.json({ status: 'sent' })
  }
}

async function remember({ clock, linkSecret }: FunctionContext, client: pg.PoolClient, request: Request) {
  const { calendar_id: calendarId, email, network } = request
  const now = clock.now()
  const rested = new Date(now.getTime() - BOUNCE_REST_MS)
  const { rows } = await client.query<Standing>(findStanding, [calendarId, email, rested])
  const [standing] = rows
  if (!standing) throw new AppError('calendar_not_found', 404, publicCalendarTexts.notFoundOrDisabled.body)
  if (!standing.is_open) throw new AppError('suggestions_closed', 400, suggestionTexts.closed)
  if (request.day < dayInZone(now, standing.time_zone)) throw pastDay()
  if (standing.pending >= SUGGESTIONS_PENDING_MAX)
    throw new AppError('too_many_suggestions', 400, suggestionTexts.tooMany)
  await createLimits({ pool: client, secret: linkSecret }).take(
    ...mailTakes('suggestion', standing, { calendarId, email, network }),
  )
  const { title, description, location_name, location, link_url, day, start, end_day, end, all_day } = request
  const event = [title, description, location_name, location, link_url, day, start, end_day, end, all_day]
  const values = [calendarId, email, request.name, request.language ?? 'en', now, ...event]
  const { rows: stored } = await client.query<{ id: string }>(insertSuggestion, values)
  // An address that must not be written to gets the same reply, or this would tell who complained about us.
  if (!standing.suppressed) await client.query(queueMail, [stored[0]?.id])
}

export function pastDay(): AppError {
  const { title, body } = eventProblemTexts.pastDay
  return new AppError(sqlState('TB005'), 400, title, { details: body })
}

type Standing = CalendarOwner & {
  time_zone: string
  is_open: boolean
  pending: number
  suppressed: boolean
}

const findStanding = `
  select c.owner_id, coalesce((select p.trial from public.profiles p where p.user_id = c.owner_id), true) as on_trial, c.time_zone,
    c.takes_suggestions and c.sending_paused_by is distinct from 'suspension' as is_open,
    (select count(*)::int from public.event_suggestions s where s.calendar_id = c.id and s.state = 'pending') as pending,
    exists (
      select from public.suppressions s
      where s.channel = 'email' and s.address = $2 and (s.reason <> 'bounce' or s.created_at > $3)
    ) as suppressed
  from public.calendars c
  where c.id = $1 and not c.disabled and c.deleted_at is null`

const insertSuggestion = `
  insert into public.event_suggestions (
    calendar_id, email, name, language, created_at, title, description, location_name, location, link_url,
    day, starts_at, end_day, ends_at, all_day
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
  returning id`

const queueMail = `select private.queue_suggestion_mail($1, 'confirm')`
