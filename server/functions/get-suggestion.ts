// What the page behind a suggestion's link shows. By POST, so that the token stands in no log; it changes nothing.
import type { Handler } from 'hono'
import type pg from 'pg'
import * as z from 'zod'
import { AppError } from '#domain/errors.ts'
import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import { type LinkedSuggestion, suggestionToken } from '#domain/suggestions.ts'
import { suggestionTexts } from '#domain/texts/suggestions.ts'
import { readSuggestionToken } from '#messages/suggestion-link.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'

export const shape = z.object({ token: suggestionToken })

export function getSuggestion(context: FunctionContext): Handler<IdentityVariables> {
  const { pool, linkSecret } = context
  const limits = createLimits({ pool, secret: linkSecret })
  return async (c) => {
    await limits.take({ name: 'suggestion-link-network', of: c.get('network') })
    const { token } = await readJson(c, shape)
    return c.json(await readLinkedSuggestion(context, pool, token))
  }
}

export type FoundSuggestion = LinkedSuggestion & { id: string }

/** The suggestion that a link is for, or why it opens nothing. */
export async function readLinkedSuggestion(
  { linkSecret, clock }: FunctionContext,
  client: pg.Pool | pg.PoolClient,
  token: string,
): Promise<FoundSuggestion> {
  const id = readSuggestionToken(token, linkSecret)
  if (id === null) throw new AppError('invalid_signature', 403, suggestionTexts.invalidLink)
  const now = clock.now()
  const fresh = new Date(now.getTime() - CONFIRMATION_LIFETIME_MS)
  const { rows } = await client.query<{ found: FoundSuggestion }>(findSuggestion, [id, now, fresh])
  if (!rows[0]) throw new AppError('link_expired', 410, suggestionTexts.expiredLink)
  return rows[0].found
}

// What was accepted is shown as the event is now: an admin may have changed it.
const findSuggestion = `
  select json_build_object(
    'id', s.id, 'state', s.state, 'reason', s.reason, 'name', s.name, 'email', s.email, 'event_id', e.id,
    'calendar', json_build_object('id', c.id, 'name', c.name, 'time_zone', c.time_zone, 'is_public', not c.disabled),
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
