// The mails about who owns a calendar: who offers it, to whom, who has it now, and who could take it when its owner has left.
import type { Task } from 'graphile-worker'
import * as z from 'zod'
import type { Language } from '#domain/languages.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { inLanguage, messageId } from '#messages/mail-links.ts'
import { plainName } from '#messages/plain-name.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { memberLetters } from '#messages/templates/members/letters.ts'
import { type LetterOptions, sendLetter } from './send-letter.ts'

const payload = z.object({
  letter: z.enum(['offerMade', 'offered', 'taken', 'takenBack', 'ownerLeft']),
  calendar: z.guid(),
  user: z.guid(),
})

export function sendTransferMail(options: LetterOptions): Task {
  const { pool, linkSecret, siteUrl, mailFrom } = options
  return async (given, { job }) => {
    const { letter, calendar, user } = payload.parse(given)
    const { rows } = await pool.query<Found>(findPerson, [calendar, user])
    const [found] = rows
    // Gone, or without a confirmed address that can be mailed.
    if (!found) return
    const { email, name, language } = found
    const path = letter === 'offerMade' || letter === 'taken' ? `/calendars/${calendar}/people` : '/dashboard'
    const url = inLanguage(new URL(path, siteUrl).href, language)
    const mail = {
      to: email,
      ...renderLetter(memberLetters[language][letter](plainName(name), url), options, language),
      messageId: messageId(linkSecret, mailFrom, letter, job.id),
      // No List-Unsubscribe: nobody can unsubscribe from mails about what they own.
      headers: automaticHeaders(language),
    }
    await sendLetter(options, mail, { calendar })
  }
}

type Found = { email: string; name: string; language: Language }

const findPerson = `
  select u.email, c.name, coalesce((
      select s.language from auth.sessions s where s.user_id = u.id order by s.refreshed_at desc limit 1
    ), 'en') as language
  from public.calendars c, auth.users u
  where c.id = $1 and u.id = $2 and u.email_confirmed_at is not null
    and not exists (select from public.suppressions s where s.channel = 'email' and s.address = u.email)`
