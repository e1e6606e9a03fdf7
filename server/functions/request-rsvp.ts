// Answers "Will you be there?" without an account, first half: the link of the mail confirms the answer.
import * as z from 'zod'
import { AppError, sqlState } from '#domain/errors.ts'
import { rsvpForm } from '#domain/rsvps.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { formFields } from './follow-proof.ts'
import { linkedRequest, type Standing, standingOf } from './linked/request.ts'

type Found = Standing & { is_open: boolean; is_crowded: boolean; answer_id: string | null }

export const requestRsvp = linkedRequest({
  summary: 'Asks for the mail with which a person answers whether they come.',
  door: 'rsvp',
  body: rsvpForm.extend({
    event_id: z.guid('event_id must be the id of an event'),
    calendar_id: z.guid('calendar_id must be the id of a calendar'),
    ...formFields,
  }),
  async find(client, { event_id, calendar_id, email }, now) {
    const { rows } = await client.query<Found>(findStanding, [event_id, calendar_id, email, now])
    const [found] = rows
    if (!found) throw new AppError('not_found', 404, 'This event was not found.')
    if (!found.is_open) throw new AppError(sqlState('TB050'), 400, rsvpTexts.closed)
    if (found.is_crowded) throw new AppError(sqlState('TB052'), 400, rsvpTexts.tooMany)
    return found
  },
  async store(client, { event_id, calendar_id, email, name, answer, party, reply, language }, found, now) {
    const values = [event_id, calendar_id, email, name, answer, party, reply, language ?? 'en', now]
    const { rows } = await client.query<{ id: string }>(upsertAnswer, values)
    return (rows[0]?.id ?? found.answer_id) as string
  },
  queueMail: (client, id) => client.query(queueMail, [id]),
})

const findStanding = `
  select ${standingOf('$3', '$4')},
    r.is_open and e.status not in ('cancelled', 'postponed') and c.sending_paused_by is distinct from 'suspension'
      and e.start_time - make_interval(hours => r.closes_hours) > $4 as is_open,
    a.id is null and (
      select count(*) from public.rsvp_answers o where o.event_id = e.id
    ) >= private.rsvp_answer_limit() as is_crowded,
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

const queueMail = `select private.send_letter('rsvps/confirm', json_build_object('answer', $1::uuid))`
