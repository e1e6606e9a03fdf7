// Notifies the owner of a full free calendar that people wait for a place.
import type { Task } from 'graphile-worker'
import * as z from 'zod'
import type { Language } from '#domain/languages.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { inLanguage, messageId } from '#messages/mail-links.ts'
import { plainName } from '#messages/plain-name.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { memberLetters } from '#messages/templates/members/letters.ts'
import { systemClock } from '#runtime/clock.ts'
import { type LetterOptions, sendLetter } from './send-letter.ts'

const payload = z.object({ calendar: z.guid() })

export function sendWaitingMail(options: LetterOptions): Task {
  const { pool, linkSecret, siteUrl, mailFrom, clock = systemClock } = options
  return async (given, { job }) => {
    const { calendar } = payload.parse(given)
    const { rows } = await pool.query<Waiting>(findOwner, [calendar, clock.now()])
    const [found] = rows
    // Nobody waits any more, or the owner's address is suppressed or not confirmed.
    if (!found) return
    const { email, name, count, language } = found
    const url = inLanguage(new URL(`/calendars/${calendar}/people`, siteUrl).href, language)
    const mail = {
      to: email,
      ...renderLetter(memberLetters[language].waiting(plainName(name), count, url), options, language),
      messageId: messageId(linkSecret, mailFrom, 'waiting', job.id),
      headers: automaticHeaders(language),
    }
    await sendLetter(options, mail, { calendar })
  }
}

type Waiting = { email: string; name: string; count: number; language: Language }

const findOwner = `
  select u.email, c.name, waiting.count::int, coalesce((
      select chosen.language from private.contact_preferences chosen
      where chosen.channel = 'email' and chosen.address = u.email
      order by chosen.updated_at desc limit 1
    ), 'en') as language
  from public.calendars c
  join auth.users u on u.id = c.owner_id and u.email_confirmed_at is not null,
  private.waiting_count(c.id, $2) as waiting (count)
  where c.id = $1 and c.deleted_at is null and waiting.count > 0
    and not exists (select from public.suppressions s where s.channel = 'email' and s.address = u.email)`
