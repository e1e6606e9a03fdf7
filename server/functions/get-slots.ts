// What the page behind a sign-up's link shows.
import type pg from 'pg'
import * as z from 'zod'
import { type LinkedSlots, slotToken } from '#domain/slot-forms.ts'
import { slotTexts } from '#domain/texts/slots.ts'
import { readSlotToken } from '#messages/slot-link.ts'
import type { FunctionContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { readLinked, requireHolder } from './linked/link.ts'

export const getSlots = endpoint({
  summary: 'A sign-up with all lines of the event, by the token of its mail.',
  who: ['anyone'],
  body: z.object({ token: slotToken }),
  limits: ['rsvp-link-network'],
  run:
    (context) =>
    ({ body }) =>
      readLinkedSlots(context, context.pool, body.token),
})

/** The sign-up that a link is for, or why it opens nothing. */
export async function readLinkedSlots(
  context: FunctionContext,
  client: pg.Pool | pg.PoolClient,
  token: string,
): Promise<LinkedSlots & { id: string }> {
  const id = requireHolder(readSlotToken(token, context.linkSecret), slotTexts)
  return readLinked(context, client, { sql: findSignup, of: [id], texts: slotTexts })
}

// On a calendar that is no longer public only members get past their link.
const findSignup = `
  select json_build_object(
    'id', p.id,
    'event', json_build_object(
      'id', e.id, 'title', e.title, 'start_time', e.start_time, 'end_time', e.end_time, 'all_day', e.all_day,
      'location', e.location, 'location_name', e.location_name, 'status', e.status
    ),
    'calendar', json_build_object('id', c.id, 'name', c.name, 'time_zone', c.time_zone, 'is_public', not c.disabled),
    'name', p.name, 'email', p.email,
    'slots', coalesce((
      select json_agg(json_build_object(
        'id', s.id, 'kind', s.kind, 'title', s.title, 'wanted', s.wanted, 'taken', s.taken, 'mine', coalesce(a.amount, 0)
      ) order by s.position, s.id)
      from public.event_slots s left join public.slot_amounts a on a.slot_id = s.id and a.signup_id = p.id
      where s.event_id = e.id
    ), '[]'),
    'is_confirmed', p.confirmed_at is not null,
    'is_open', e.status not in ('cancelled', 'postponed') and e.start_time > $2
  ) as found
  from public.slot_signups p
  join public.events e on e.id = p.event_id
  join public.calendars c on c.id = p.calendar_id and c.deleted_at is null
  where p.id = $1 and p.email is not null and (p.confirmed_at is not null or p.created_at > $3) and (
    not c.disabled or exists (
      select from public.calendar_members m where m.calendar_id = c.id and m.user_id = p.user_id
    )
  )`
