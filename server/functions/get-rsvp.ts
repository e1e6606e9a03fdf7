// What the page behind an answer's link shows.
import type pg from 'pg'
import * as z from 'zod'
import { type LinkedRsvp, rsvpToken } from '#domain/rsvps.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { readRsvpToken } from '#messages/rsvp-link.ts'
import type { FunctionContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { readLinked, requireHolder } from './linked/link.ts'

export const getRsvp = endpoint({
  summary: 'An answer, by the token of its mail.',
  who: ['anyone'],
  body: z.object({ token: rsvpToken }),
  limits: ['rsvp-link-network'],
  run:
    (context) =>
    ({ body }) =>
      readLinkedRsvp(context, context.pool, body.token),
})

/** The answer that a link is for, also if it is still to be given, or why it opens nothing. */
export async function readLinkedRsvp(
  context: FunctionContext,
  client: pg.Pool | pg.PoolClient,
  token: string,
): Promise<Found> {
  const holder = requireHolder(readRsvpToken(token, context.linkSecret), rsvpTexts)
  const of = 'answerId' in holder ? [holder.answerId, null, null] : [null, holder.eventId, holder.email]
  return readLinked(context, client, { sql: findAnswer, of, texts: rsvpTexts })
}

type Found = LinkedRsvp & { id: string | null; email: string }

// On a calendar that is no longer public only members get past their link. What is not confirmed was perhaps typed by somebody else, so only
// the link that confirms it shows it. The name is what the person called themselves before.
const findAnswer = `
  select json_build_object(
    'id', a.id,
    'event', json_build_object(
      'id', e.id, 'title', e.title, 'start_time', e.start_time, 'end_time', e.end_time, 'all_day', e.all_day,
      'location', e.location, 'location_name', e.location_name, 'status', e.status
    ),
    'calendar', json_build_object('id', c.id, 'name', c.name, 'time_zone', c.time_zone, 'is_public', not c.disabled),
    'rsvp', json_build_object('question', r.question, 'is_full', r.is_full),
    'name', coalesce(
      a.name,
      (
        select o.name from public.rsvp_answers o
        where o.email = link.email and o.calendar_id = c.id and o.confirmed_at is not null
        order by o.updated_at desc limit 1
      ),
      (select p.display_name from public.profiles p where p.user_id = member.id),
      split_part(link.email, '@', 1)
    ),
    'email', link.email, 'answer', coalesce(a.answer, 'going'), 'party', coalesce(a.party, 1), 'reply', a.reply,
    'is_stored', a.id is not null,
    'state', case
      when a.confirmed_at is null then null
      when a.waiting_since is not null then 'waiting'
      else a.answer
    end,
    'is_open', r.is_open and e.status not in ('cancelled', 'postponed')
      and e.start_time - make_interval(hours => r.closes_hours) > $4
  ) as found
  from (
    select o.event_id, o.email from public.rsvp_answers o where o.id = $1
    union all
    select $2::uuid, $3::text where $2 is not null
  ) as link
  join public.event_rsvps r on r.event_id = link.event_id
  join public.events e on e.id = link.event_id
  join public.calendars c on c.id = e.calendar_id and c.deleted_at is null
  left join public.rsvp_answers a
    on a.event_id = link.event_id and a.email = link.email and (a.confirmed_at is not null or a.id = $1)
  left join lateral (${memberWith('link.email', 'c.id')}) as member on true
  where link.email is not null and (a.confirmed_at is not null or a.created_at > $5 or $1 is null)
    and (not c.disabled or member.id is not null)`

/** Selects the account of a member whose confirmed address this is. */
export function memberWith(email: string, calendar: string): string {
  return `
    select u.id from auth.users u
    join public.calendar_members m on m.user_id = u.id and m.calendar_id = ${calendar}
    where u.email = ${email} and u.email_confirmed_at is not null`
}
