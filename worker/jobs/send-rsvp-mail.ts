// Mails the link to an answer: to confirm it, because a place became free, or as a reminder on the day. The job holds only an id; the link is made here, so that
// no working one lies in the queue.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod'
import { eventPath } from '#domain/event-path.ts'
import { placeWords, whenWords } from '#domain/event-words.ts'
import type { Language } from '#domain/languages.ts'
import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import type { RsvpState } from '#domain/rsvp-answers.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { invitationPart } from '#messages/email/invitation-part.ts'
import { inLanguage, listHeaders, messageId } from '#messages/mail-links.ts'
import { plainName } from '#messages/plain-name.ts'
import { rsvpLink } from '#messages/rsvp-link.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { rsvpLetters } from '#messages/templates/rsvps/letters.ts'
import { replyAddress } from '#messages/verp.ts'
import { systemClock } from '#runtime/clock.ts'
import { isWaiting, notYetNotifiedOf } from '#worker/sending/choices.ts'
import { isUnwanted } from '#worker/sending/plan-deliveries.ts'
import { type LetterOptions, sendLetter } from './send-letter.ts'

const payload = z.object({
  answer: z.guid(),
  kind: z.enum(['confirm', 'confirmed', 'promoted', 'reminder', 'waiting']),
})

/** In the transaction that plans the mails of the day, after their deliveries: who gets one of these needs no second. */
export async function planReminders(client: pg.ClientBase, now: Date, calendarId: string | null): Promise<void> {
  await client.query(addReminders, [now, calendarId])
}

export function sendRsvpMail(options: LetterOptions): Task {
  const { pool, linkSecret, siteUrl, mailFrom, bounceAddress, clock = systemClock } = options
  return async (given, { job }) => {
    const { answer: answerId, kind } = payload.parse(given)
    // It is only the envelope of an invitation: the page has said the rest.
    if (kind === 'confirmed' && !bounceAddress) return
    const now = clock.now()
    const fresh = new Date(now.getTime() - CONFIRMATION_LIFETIME_MS)
    const { rows } = await pool.query<Found>(findAnswer, [answerId, kind, now, fresh])
    const [found] = rows
    // It was deleted, changed or has expired, the event is over or off, or the address may not be written to.
    if (!found) return
    // The queue tries again later.
    if (found.is_held && kind === 'reminder') throw new Error('sending is held')
    const { calendar_id: calendarId, email, language } = found
    const url = inLanguage(rsvpLink({ siteUrl, linkSecret, answerId }), language)
    const when = whenWords(found, found.time_zone, language)
    const about = [plainName(found.title), when, plainName(found.calendar_name), url] as const
    const letter =
      kind === 'reminder'
        ? rsvpLetters[language].reminder(...about, placeWords(found))
        : rsvpLetters[language][kind](...about)
    const calendarParts =
      bounceAddress && invites.includes(kind)
        ? [
            invitationPart(
              { ...found, title: plainName(found.title) },
              {
                method: 'REQUEST',
                zone: found.time_zone,
                organizer: {
                  name: plainName(found.calendar_name),
                  address: replyAddress(bounceAddress, linkSecret, answerId),
                },
                attendee: email,
                state: found.state,
                url: siteUrl + eventPath({ id: calendarId }, found.event_id),
                now,
              },
            ),
          ]
        : []
    const mail = {
      to: email,
      ...renderLetter(letter, options, language),
      messageId: messageId(linkSecret, mailFrom, 'rsvp', job.id),
      headers: { ...listHeaders({ siteUrl, linkSecret, calendarId, email }), ...automaticHeaders(language) },
      calendarParts,
    }
    const isSent = await sendLetter(options, mail, { answer: answerId })
    if (isSent && calendarParts.length > 0)
      await pool.query('update public.rsvp_answers set invited_at = $2 where id = $1', [answerId, now])
  }
}

/** Only to addresses that are confirmed: some programs put an invitation into the calendar by themselves, and anybody can type an address. */
const invites = ['confirmed', 'promoted', 'waiting']

type Found = {
  event_id: string
  uid: string
  sequence: number
  state: RsvpState
  calendar_id: string
  calendar_name: string
  time_zone: string
  email: string
  language: Language
  title: string
  start_time: Date
  end_time: Date
  all_day: boolean
  location: string | null
  location_name: string | null
  is_held: boolean
}

// Who opted out of the calendar is written to only about what they ask for this moment: a confirmation, not a place that became free.
const findAnswer = `
  select a.event_id, e.uid, e.sequence,
    case when a.waiting_since is null then a.answer else 'waiting' end as state,
    a.calendar_id, c.name as calendar_name, c.time_zone, a.email, e.title, e.start_time, e.end_time, e.all_day,
    e.location, e.location_name, exists (select from private.sending s where s.held_at is not null) as is_held,
    coalesce((
      select chosen.language from private.contact_preferences chosen
      where chosen.channel = 'email' and chosen.address = a.email
      order by chosen.updated_at desc limit 1
    ), a.language) as language
  from public.rsvp_answers a
  join public.calendars c on c.id = a.calendar_id and c.deleted_at is null
  join public.events e on e.id = a.event_id and e.end_time > $3 and e.status not in ('cancelled', 'postponed')
  where a.id = $1 and a.email is not null and c.sending_paused_by is distinct from 'suspension'
    and case $2::text
      when 'confirm' then not c.disabled and (a.confirmed_at is not null or a.created_at > $4)
        and not exists (
          select from public.suppressions s where s.channel = 'email' and s.address = a.email and s.created_at > a.created_at
        )
      when 'reminder' then not c.disabled and c.sending_paused_at is null and a.reminded_at is not null
        and a.answer <> 'no' and a.waiting_since is null and not private.is_opted_out(a.calendar_id, 'email', a.email)
      when 'confirmed' then a.confirmed_at is not null and a.answer <> 'no' and a.waiting_since is null
        and not private.is_opted_out(a.calendar_id, 'email', a.email)
      when 'waiting' then a.waiting_since is not null and not private.is_opted_out(a.calendar_id, 'email', a.email)
      else a.promoted_at is not null and a.answer = 'going' and a.waiting_since is null
        and not private.is_opted_out(a.calendar_id, 'email', a.email)
    end`

// Who answered on the day itself needs no reminder, and who chose to be notified an hour before gets that one.
const addReminders = `
  with due as materialized (
    select a.id
    from public.events e
    join public.rsvp_answers a on a.event_id = e.id
    join public.calendars c on c.id = e.calendar_id
    cross join lateral (
      select ($1::timestamptz at time zone c.time_zone)::date as today, ($1::timestamptz at time zone c.time_zone)::time as time
    ) as here
    cross join lateral (
      select 'email' as channel, a.email as address, null::text[] as categories, e.mail_tags as tags
    ) as k
    where e.event_date between ($1::timestamptz at time zone 'UTC')::date - 1 and ($1::timestamptz at time zone 'UTC')::date + 1
      and e.event_date = here.today and here.time >= c.notify_at and e.end_time > $1
      and e.status not in ('cancelled', 'postponed') and not ${isWaiting}
      and not c.disabled and c.deleted_at is null and c.sending_paused_at is null and ($2::uuid is null or c.id = $2)
      and a.reminded_at is null and a.email is not null and a.answer <> 'no' and a.waiting_since is null
      and a.confirmed_at < here.today::timestamp at time zone c.time_zone
      and ${notYetNotifiedOf()} and not ${isUnwanted('c.id', "'email'", 'a.email')}
      and not exists (
        select from private.contact_preferences p
        where p.timing = 'hour' and p.channel = 'email' and p.address = a.email and (p.calendar_id is null or p.calendar_id = c.id)
      )
    for update of a skip locked
  ), marked as (
    update public.rsvp_answers a set reminded_at = $1 from due where a.id = due.id returning a.id
  )
  select graphile_worker.add_job(
    'send-rsvp-mail', json_build_object('answer', marked.id, 'kind', 'reminder'),
    max_attempts := 12, job_key := 'send-rsvp-mail:reminder:' || marked.id
  ) from marked`
