// Mails the admins of a calendar that the review or an operator has paused.
import type { Task } from 'graphile-worker'
import * as z from 'zod'
import type { Language } from '#domain/languages.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { inLanguage, messageId } from '#messages/mail-links.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { sendingLetters } from '#messages/templates/sending/letters.ts'
import { type LetterOptions, sendLetter } from './send-letter.ts'

const payload = z.object({ calendar_id: z.guid() })

export function sendPauseMail(options: LetterOptions): Task {
  const { pool, linkSecret, siteUrl, mailFrom, supportEmail } = options
  return async (given) => {
    const { calendar_id: calendarId } = payload.parse(given)
    const { rows } = await pool.query<Paused>(findAdmins, [calendarId])
    for (const { user_id, email, name, reason, since, language } of rows) {
      const url = inLanguage(new URL('/dashboard', siteUrl).href, language)
      const letter = sendingLetters[language].paused(name, reason, url, supportEmail)
      const mail = {
        to: email,
        ...renderLetter(letter, options, language),
        messageId: messageId(linkSecret, mailFrom, 'paused', `${calendarId} ${user_id} ${since.toISOString()}`),
        headers: automaticHeaders(language),
      }
      await sendLetter(options, mail, { calendar: calendarId })
    }
  }
}

type Paused = { user_id: string; email: string; name: string; reason: string; since: Date; language: Language }

/** Nobody when it was resumed meanwhile, or an admin has paused it. */
const findAdmins = `
  select m.user_id, u.email, c.name, c.sending_paused_reason as reason, c.sending_paused_at as since, coalesce((
      select chosen.language from private.contact_preferences chosen
      where chosen.channel = 'email' and chosen.address = u.email
      order by chosen.updated_at desc limit 1
    ), 'en') as language
  from public.calendars c
  join public.calendar_members m on m.calendar_id = c.id and m.role = 'admin'
  join auth.users u on u.id = m.user_id and u.email_confirmed_at is not null
  where c.id = $1 and c.deleted_at is null and c.sending_paused_by in ('review', 'operator', 'suspension')
    and not exists (select from public.suppressions s where s.channel = 'email' and s.address = u.email)
  order by m.user_id`
