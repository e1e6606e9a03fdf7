// Mails the link to an answer: to confirm it, or because a place became free. The job holds only an id; the link is made here, so that
// no working one lies in the queue.
import type { Task } from 'graphile-worker'
import * as z from 'zod'
import { whenWords } from '#domain/event-words.ts'
import type { Language } from '#domain/languages.ts'
import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { inLanguage, listHeaders, messageId } from '#messages/mail-links.ts'
import { plainName } from '#messages/plain-name.ts'
import { rsvpLink } from '#messages/rsvp-link.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { rsvpLetters } from '#messages/templates/rsvps/letters.ts'
import { systemClock } from '#runtime/clock.ts'
import { type LetterOptions, sendLetter } from './send-letter.ts'

const payload = z.object({ answer: z.guid(), kind: z.enum(['confirm', 'promoted']) })

export function sendRsvpMail(options: LetterOptions): Task {
  const { pool, linkSecret, siteUrl, mailFrom, clock = systemClock } = options
  return async (given, { job }) => {
    const { answer: answerId, kind } = payload.parse(given)
    const now = clock.now()
    const fresh = new Date(now.getTime() - CONFIRMATION_LIFETIME_MS)
    const { rows } = await pool.query<Found>(findAnswer, [answerId, kind, now, fresh])
    const [found] = rows
    // It was deleted, changed or has expired, the event is over or off, or the address may not be written to.
    if (!found) return
    const { calendar_id: calendarId, email, language } = found
    const url = inLanguage(rsvpLink({ siteUrl, linkSecret, answerId }), language)
    const when = whenWords(found, found.time_zone, language)
    const letter = rsvpLetters[language][kind](plainName(found.title), when, plainName(found.calendar_name), url)
    const mail = {
      to: email,
      ...renderLetter(letter, options, language),
      messageId: messageId(linkSecret, mailFrom, 'rsvp', job.id),
      headers: { ...listHeaders({ siteUrl, linkSecret, calendarId, email }), ...automaticHeaders(language) },
    }
    await sendLetter(options, mail, { answer: answerId })
  }
}

type Found = {
  calendar_id: string
  calendar_name: string
  time_zone: string
  email: string
  language: Language
  title: string
  start_time: Date
  end_time: Date
  all_day: boolean
}

// Who opted out of the calendar is written to only about what they ask for this moment: a confirmation, not a place that became free.
const findAnswer = `
  select a.calendar_id, c.name as calendar_name, c.time_zone, a.email, e.title, e.start_time, e.end_time, e.all_day,
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
      else a.promoted_at is not null and a.answer = 'going' and a.waiting_since is null
        and not private.is_opted_out(a.calendar_id, 'email', a.email)
    end`
