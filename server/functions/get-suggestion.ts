// What the page behind a suggestion's link shows.
import type pg from 'pg'
import * as z from 'zod'
import { type LinkedSuggestion, suggestionToken } from '#domain/suggestions.ts'
import { suggestionTexts } from '#domain/texts/suggestions.ts'
import { readSuggestionToken } from '#messages/suggestion-link.ts'
import type { FunctionContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { readLinked, requireHolder } from './linked/link.ts'

export const getSuggestion = endpoint({
  summary: 'A suggestion, by the token of its mail.',
  who: ['anyone'],
  body: z.object({ token: suggestionToken }),
  limits: ['suggestion-link-network'],
  run:
    (context) =>
    ({ body }) =>
      readLinkedSuggestion(context, context.pool, body.token),
})

export type FoundSuggestion = LinkedSuggestion & { id: string }

/** The suggestion that a link is for, or why it opens nothing. */
export async function readLinkedSuggestion(
  context: FunctionContext,
  client: pg.Pool | pg.PoolClient,
  token: string,
): Promise<FoundSuggestion> {
  const id = requireHolder(readSuggestionToken(token, context.linkSecret), suggestionTexts)
  return readLinked(context, client, { sql: findSuggestion, of: [id], texts: suggestionTexts })
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
