// Answers "Will you be there?" without an account.
import type pg from 'pg'
import * as z from 'zod'
import { AppError, sqlState } from '#domain/errors.ts'
import type { Language } from '#domain/languages.ts'
import { rsvpAnswers } from '#domain/rsvp-answers.ts'
import { type LinkedRsvp, linkedRsvpForm, rsvpForm } from '#domain/rsvps.ts'
import { rsvpTexts } from '#domain/texts/rsvps.ts'
import { readRsvpToken } from '#messages/rsvp-link.ts'
import { linkedAnswer, linkedEvent, linkedParts, linkedShape } from './answer.ts'
import { eventFields, linkedRequest, type Mailable, mailableColumns } from './request.ts'

type Asked = Mailable & { is_open: boolean; is_crowded: boolean; answer_id: string | null }

const requestRsvp = linkedRequest({
  summary: 'Asks for the mail with which a person answers whether they come.',
  door: 'answer',
  body: rsvpForm.extend(eventFields),
  async find(client, { event_id, calendar_id, email }, now) {
    const { rows } = await client.query<Asked>(findAsked, [event_id, calendar_id, email, now])
    const [found] = rows
    if (!found) throw new AppError('not_found', 404, 'This event was not found.')
    if (!found.is_open) throw new AppError(sqlState('TB050'), 400, rsvpTexts.closed)
    if (found.is_crowded) throw tooMany()
    return found
  },
  async store(client, { event_id, calendar_id, email, name, answer, party, reply, language }, found, now, origins) {
    const values = [event_id, calendar_id, email, name, answer, party, reply, language ?? 'en', now, origins]
    const { rows } = await client.query<{ id: string }>(upsertAnswer, values)
    return (rows[0]?.id ?? found.answer_id) as string
  },
  letter: ['rsvps/confirm', 'answer'],
})

/** Whether the address is that of a follower or member: they may have all places. */
function isKnown(email: string, calendar: string): string {
  return `(exists (
    select from public.calendar_contacts k
    where k.calendar_id = ${calendar} and k.contact_type = 'email' and k.normalised = ${email}
  ) or exists (${memberWith(email, calendar)}))`
}

const tooMany = () => new AppError(sqlState('TB052'), 400, rsvpTexts.tooMany)

const findAsked = `
  select ${mailableColumns('$3', '$4')},
    r.is_open and e.status not in ('cancelled', 'postponed') and c.sending_paused_by is distinct from 'suspension'
      and e.start_time - make_interval(hours => r.closes_hours) > $4 as is_open,
    a.id is null and (
      select count(*) from public.rsvp_answers o where o.event_id = e.id
    ) >= private.answer_limit() as is_crowded,
    a.id as answer_id
  from public.events e
  join public.event_rsvps r on r.event_id = e.id
  join public.calendars c on c.id = e.calendar_id and not c.disabled and c.deleted_at is null
  left join public.rsvp_answers a on a.event_id = e.id and a.email = $3
  where e.id = $1 and e.calendar_id = $2`

// What was confirmed is changed by its link only.
const upsertAnswer = `
  insert into public.rsvp_answers as a (event_id, calendar_id, email, name, answer, party, reply, language, created_at, origins)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when not ${isKnown('$3', '$2')} then $10::text[] end)
  on conflict (event_id, email) do update set
    name = excluded.name, answer = excluded.answer, party = excluded.party, reply = excluded.reply, language = excluded.language,
    created_at = excluded.created_at, origins = excluded.origins
  where a.confirmed_at is null
  returning id`

/** Selects the account of a member whose confirmed address this is. */
function memberWith(email: string, calendar: string): string {
  return `
    select u.id from auth.users u
    join public.calendar_members m on m.user_id = u.id and m.calendar_id = ${calendar}
    where u.email = ${email} and u.email_confirmed_at is not null`
}

/** Also of an answer that is still to be given: the link of a mail about the event holds an address instead of an answer. */
type Found = LinkedRsvp & { id: string | null }

// On a calendar that is no longer public only members get past their link. What is not confirmed was perhaps typed by somebody else, so only
// the link that confirms it shows it. The name is what the person called themselves before.
const findAnswer = `
  select json_build_object(
    'id', a.id, ${linkedParts.event}, ${linkedParts.calendar},
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

const found: z.ZodType<Found> = z.object({
  ...linkedShape,
  /** Null: nothing was answered yet. */
  id: z.guid().nullable(),
  event: linkedEvent,
  rsvp: z.object({ question: z.string().nullable(), is_full: z.boolean() }),
  answer: z.enum(rsvpAnswers),
  party: z.number().int(),
  reply: z.string().nullable(),
  is_stored: z.boolean(),
  state: z.enum([...rsvpAnswers, 'waiting']).nullable(),
  is_open: z.boolean(),
})

const link = linkedAnswer<Found>({
  kind: 'rsvp',
  table: 'rsvp_answers',
  door: 'answer',
  texts: rsvpTexts,
  answer: found,
  find: findAnswer,
  open(token, linkSecret) {
    const holder = readRsvpToken(token, linkSecret)
    return holder && ('answerId' in holder ? [holder.answerId, null, null] : [null, holder.eventId, holder.email])
  },
})

const answerRsvp = link.answer({
  summary: 'Gives or changes an answer, by the token of its mail.',
  form: linkedRsvpForm,
  remove: `
    delete from public.rsvp_answers
    where id = $1::uuid or event_id = $2::uuid and email = $3::text and confirmed_at is not null`,
  async save(client, found, { answer, party, name, reply }, { language, clock }) {
    const id = found.id ?? (await addAnswer(client, found, language))
    await client.query('select private.place_answer($1, $2, $3, $4, $5, $6)', [
      id,
      answer,
      party,
      name,
      reply,
      clock.now(),
    ])
    await client.query('select private.mail_answer($1)', [id])
  },
})

/** The first answer by the link of a mail about the event: that it came to the address is proof enough. */
async function addAnswer(client: pg.PoolClient, { event, email, name }: Found, language: Language): Promise<string> {
  await client.query('select private.lock_rsvp($1)', [event.id])
  const { rows } = await client.query<{ id: string }>(insertAnswer, [event.id, email, name, language])
  if (!rows[0]) throw tooMany()
  return rows[0].id
}

const insertAnswer = `
  insert into public.rsvp_answers as a (event_id, calendar_id, user_id, email, name, answer, language)
  select e.id, e.calendar_id, (${memberWith('$2', 'e.calendar_id')}), $2, $3, 'no', $4
  from public.events e
  where e.id = $1 and (
    select count(*) from public.rsvp_answers o where o.event_id = e.id
  ) < private.answer_limit()
  on conflict (event_id, email) do update set user_id = coalesce(a.user_id, excluded.user_id), language = excluded.language
  returning a.id`

export const rsvp = {
  'request-rsvp': requestRsvp,
  'get-rsvp': link.read('An answer, by the token of its mail.'),
  'answer-rsvp': answerRsvp,
}
