// Mails the link to a suggestion: to confirm it, or because it was decided. The job holds only an id; the link is made here, so that no
// working one lies in the queue.
import type { Task } from 'graphile-worker'
import * as z from 'zod'
import type { Language } from '#domain/languages.ts'
import { CONFIRMATION_LIFETIME_MS } from '#domain/limits.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { inLanguage, listHeaders, messageId } from '#messages/mail-links.ts'
import { plainName } from '#messages/plain-name.ts'
import { suggestionLink } from '#messages/suggestion-link.ts'
import { type Letter, renderLetter } from '#messages/templates/letter.ts'
import { suggestionLetters } from '#messages/templates/suggestions/letters.ts'
import { systemClock } from '#runtime/clock.ts'
import { type LetterOptions, sendLetter } from './send-letter.ts'

const kinds = ['confirm', 'accepted', 'declined'] as const
const payload = z.object({ suggestion: z.guid(), kind: z.enum(kinds) })

export function sendSuggestionMail(options: LetterOptions): Task {
  const { pool, linkSecret, siteUrl, mailFrom, clock = systemClock } = options
  return async (given, { job }) => {
    const { suggestion: suggestionId, kind } = payload.parse(given)
    const fresh = new Date(clock.now().getTime() - CONFIRMATION_LIFETIME_MS)
    const { rows } = await pool.query<Found>(findSuggestion, [suggestionId, kind, fresh])
    const [found] = rows
    // It was deleted, decided otherwise or has expired, or the address may not be written to.
    if (!found) return
    const { calendar_id: calendarId, email, language } = found
    const url = inLanguage(suggestionLink({ siteUrl, linkSecret, calendarId, suggestionId }), language)
    const mail = {
      to: email,
      ...renderLetter(letterOf(kind, found, url), options, language),
      messageId: messageId(linkSecret, mailFrom, 'suggestion', job.id),
      headers: { ...listHeaders({ siteUrl, linkSecret, calendarId, email }), ...automaticHeaders(language) },
    }
    await sendLetter(options, mail, { suggestion: suggestionId })
  }
}

function letterOf(kind: (typeof kinds)[number], found: Found, url: string): Letter {
  const letters = suggestionLetters[found.language]
  const calendar = plainName(found.calendar_name)
  const title = plainName(found.title)
  if (kind === 'confirm') return letters.confirm(calendar, url)
  return kind === 'accepted'
    ? letters.accepted(title, calendar, url)
    : letters.declined(title, found.reason && plainName(found.reason.replace(/\s+/g, ' ')), calendar, url)
}

type Found = {
  calendar_id: string
  calendar_name: string
  email: string
  language: Language
  title: string
  reason: string | null
}

// Who opted out of the calendar is written to only about what they ask for this moment: a confirmation, not a decision.
const findSuggestion = `
  select s.calendar_id, c.name as calendar_name, s.email, coalesce(e.title, s.title) as title, s.reason,
    coalesce((
      select chosen.language from private.contact_preferences chosen
      where chosen.channel = 'email' and chosen.address = s.email
      order by chosen.updated_at desc limit 1
    ), s.language) as language
  from public.event_suggestions s
  join public.calendars c on c.id = s.calendar_id and c.deleted_at is null and not c.disabled
  left join public.events e on e.id = s.event_id and s.state = 'accepted'
  where s.id = $1 and c.sending_paused_by is distinct from 'suspension'
    and case $2::text
      when 'confirm' then s.state = 'unconfirmed' and s.created_at > $3 and not exists (
        select from public.suppressions p where p.channel = 'email' and p.address = s.email and p.created_at > s.created_at
      )
      else s.state = $2 and not private.is_opted_out(s.calendar_id, 'email', s.email)
    end`
