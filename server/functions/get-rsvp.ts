// What the page behind an answer's link shows. By POST, so that the token stands in no log; it changes nothing.
import type { Handler } from 'hono'
import type pg from 'pg'
import * as z from 'zod'
import { AppError } from '#domain/errors.ts'
import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import { type LinkedRsvp, rsvpToken } from '#domain/rsvps.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { readRsvpToken } from '#messages/rsvp-link.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'

export const shape = z.object({ token: rsvpToken })

export function getRsvp(context: FunctionContext): Handler<IdentityVariables> {
  const { pool, linkSecret } = context
  const limits = createLimits({ pool, secret: linkSecret })
  return async (c) => {
    await limits.take({ name: 'rsvp-link-network', of: c.get('network') })
    const { token } = await readJson(c, shape)
    return c.json(await readLinkedRsvp(context, pool, token))
  }
}

/** The answer that a link is for, or why it opens nothing. */
export async function readLinkedRsvp(
  { linkSecret, clock }: FunctionContext,
  client: pg.Pool | pg.PoolClient,
  token: string,
): Promise<LinkedRsvp & { id: string }> {
  const id = readRsvpToken(token, linkSecret)
  if (id === null) throw new AppError('invalid_signature', 403, rsvpTexts.invalidLink)
  const now = clock.now()
  const fresh = new Date(now.getTime() - CONFIRMATION_LIFETIME_MS)
  const { rows } = await client.query<{ found: LinkedRsvp & { id: string } }>(findAnswer, [id, now, fresh])
  if (!rows[0]) throw new AppError('link_expired', 410, rsvpTexts.expiredLink)
  return rows[0].found
}

// On a calendar that is no longer public only members get past their link.
const findAnswer = `
  select json_build_object(
    'id', a.id,
    'event', json_build_object(
      'id', e.id, 'title', e.title, 'start_time', e.start_time, 'end_time', e.end_time, 'all_day', e.all_day,
      'location', e.location, 'location_name', e.location_name, 'status', e.status
    ),
    'calendar', json_build_object('id', c.id, 'name', c.name, 'time_zone', c.time_zone, 'is_public', not c.disabled),
    'rsvp', json_build_object('question', r.question),
    'name', a.name, 'email', a.email, 'answer', a.answer, 'party', a.party, 'reply', a.reply,
    'state', case
      when a.confirmed_at is null then null
      when a.waiting_since is not null then 'waiting'
      else a.answer
    end,
    'is_open', r.is_open and e.status not in ('cancelled', 'postponed')
      and e.start_time - make_interval(hours => r.closes_hours) > $2
  ) as found
  from public.rsvp_answers a
  join public.event_rsvps r on r.event_id = a.event_id
  join public.events e on e.id = a.event_id
  join public.calendars c on c.id = a.calendar_id and c.deleted_at is null
  where a.id = $1 and a.email is not null and (a.confirmed_at is not null or a.created_at > $3) and (
    not c.disabled or exists (
      select from public.calendar_members m where m.calendar_id = c.id and m.user_id = a.user_id
    )
  )`
