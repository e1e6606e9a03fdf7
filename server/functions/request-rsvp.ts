// Answers "Will you be there?" without an account, first half: stores the answer, which counts for nothing yet, and mails a link to the
// address. The reply is the same for an address that has answered already, so it tells nobody who comes.
import type { Handler } from 'hono'
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { AppError, sqlState } from '#domain/errors.ts'
import { languages } from '#domain/languages.ts'
import { BOUNCE_REST_MS } from '#domain/limits.ts'
import { rsvpForm } from '#domain/rsvps.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'
import { createFollowProof } from './follow-proof.ts'
import { type CalendarOwner, mailTakes, networkTakes } from './unasked-mails.ts'

export const shape = rsvpForm.extend({
  event_id: z.guid('event_id must be the id of an event'),
  calendar_id: z.guid('calendar_id must be the id of a calendar'),
  language: z.enum(languages, 'language must be en or es').nullish(),
  /** A field that people do not see. */
  website: z.unknown().optional(),
  /** The solved puzzle of follow-challenge. */
  proof: z.string().max(16_384).nullish().catch(undefined),
})

type Request = z.infer<typeof shape> & { network: string }

export function requestRsvp(context: FunctionContext): Handler<IdentityVariables> {
  const { pool, linkSecret } = context
  const limits = createLimits({ pool, secret: linkSecret })
  const proof = createFollowProof(context)
  return async (c) => {
    const body = await readJson(c, shape)
    if (body.website !== undefined && body.website !== null && body.website !== '') return c.json({ status: 'sent' })
    const network = c.get('network')
    await proof.require('rsvp', body.proof ?? undefined, { calendarId: body.calendar_id, network })
    await limits.take(...networkTakes('rsvp', network))
    await inTransaction(pool, (client) => remember(context, client, { ...body, network }))
    return c.json({ status: 'sent' })
  }
}

async function remember({ clock, linkSecret }: FunctionContext, client: pg.PoolClient, request: Request) {
  const { event_id: eventId, calendar_id: calendarId, email, name, answer, party, reply, language, network } = request
  const now = clock.now()
  const rested = new Date(now.getTime() - BOUNCE_REST_MS)
  const { rows } = await client.query<Standing>(findStanding, [eventId, calendarId, email, now, rested])
  const [standing] = rows
  if (!standing) throw new AppError('not_found', 404, 'This event was not found.')
  if (!standing.is_open) throw new AppError(sqlState('TB050'), 400, rsvpTexts.closed)
  if (standing.is_crowded) throw new AppError(sqlState('TB052'), 400, rsvpTexts.tooMany)
  await createLimits({ pool: client, secret: linkSecret }).take(
    ...mailTakes('rsvp', standing, { calendarId, email, network }),
  )
  const values = [eventId, calendarId, email, name, answer, party, reply, language ?? 'en', now]
  const { rows: stored } = await client.query<{ id: string }>(upsertAnswer, values)
  // An address that must not be written to gets the same reply, or this would tell who complained about us.
  if (!standing.suppressed) await client.query(queueMail, [stored[0]?.id ?? standing.answer_id])
}

type Standing = CalendarOwner & {
  is_open: boolean
  is_crowded: boolean
  suppressed: boolean
  answer_id: string | null
}

const findStanding = `
  select c.owner_id, coalesce((select p.trial from public.profiles p where p.user_id = c.owner_id), true) as on_trial,
    r.is_open and e.status not in ('cancelled', 'postponed') and c.sending_paused_by is distinct from 'suspension'
      and e.start_time - make_interval(hours => r.closes_hours) > $4 as is_open,
    a.id is null and (
      select count(*) from public.rsvp_answers o where o.event_id = e.id
    ) >= private.rsvp_answer_limit() as is_crowded,
    exists (
      select from public.suppressions s
      where s.channel = 'email' and s.address = $3 and (s.reason <> 'bounce' or s.created_at > $5)
    ) as suppressed,
    a.id as answer_id
  from public.events e
  join public.event_rsvps r on r.event_id = e.id
  join public.calendars c on c.id = e.calendar_id and not c.disabled and c.deleted_at is null
  left join public.rsvp_answers a on a.event_id = e.id and a.email = $3
  where e.id = $1 and e.calendar_id = $2`

// What was confirmed is changed by its link only.
const upsertAnswer = `
  insert into public.rsvp_answers as a (event_id, calendar_id, email, name, answer, party, reply, language, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (event_id, email) do update set
    name = excluded.name, answer = excluded.answer, party = excluded.party, reply = excluded.reply, language = excluded.language,
    created_at = excluded.created_at
  where a.confirmed_at is null
  returning id`

const queueMail = `
  select graphile_worker.add_job(
    'send-rsvp-mail', json_build_object('answer', $1::uuid, 'kind', 'confirm'),
    max_attempts := 12, job_key := 'send-rsvp-mail:confirm:' || $1::uuid
  )`
