// Notifies the owner of a calendar that somebody has accepted an invitation.
import type { Task } from 'graphile-worker'
import * as z from 'zod'
import type { Language } from '#domain/languages.ts'
import type { MemberRole } from '#domain/roles.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { inLanguage, messageId } from '#messages/mail-links.ts'
import { plainName } from '#messages/plain-name.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { memberLetters } from '#messages/templates/members/letters.ts'
import { type LetterOptions, sendLetter } from './send-letter.ts'

const payload = z.object({ calendar: z.guid(), member: z.guid() })

export function sendJoinedMail(options: LetterOptions): Task {
  const { pool, linkSecret, siteUrl, mailFrom } = options
  return async (given, { job }) => {
    const { calendar, member } = payload.parse(given)
    const { rows } = await pool.query<Joined>(findOwner, [calendar, member])
    const [found] = rows
    // The member has left, or the owner's address is suppressed or not confirmed.
    if (!found) return
    const { email, name, person, role, language } = found
    const url = inLanguage(new URL(`/calendars/${calendar}/people`, siteUrl).href, language)
    const letter = memberLetters[language].joined(plainName(name), plainName(person), role, url)
    const mail = {
      to: email,
      ...renderLetter(letter, options, language),
      messageId: messageId(linkSecret, mailFrom, 'joined', job.id),
      headers: automaticHeaders(language),
    }
    await sendLetter(options, mail, { calendar })
  }
}

type Joined = { email: string; name: string; person: string; role: MemberRole; language: Language }

const findOwner = `
  select u.email, c.name, p.display_name as person, m.role, coalesce((
      select chosen.language from private.contact_preferences chosen
      where chosen.channel = 'email' and chosen.address = u.email
      order by chosen.updated_at desc limit 1
    ), 'en') as language
  from public.calendars c
  join auth.users u on u.id = c.owner_id and u.email_confirmed_at is not null
  join public.calendar_members m on m.calendar_id = c.id and m.user_id = $2 and m.user_id <> c.owner_id
  join public.profiles p on p.user_id = m.user_id
  where c.id = $1 and c.deleted_at is null
    and not exists (select from public.suppressions s where s.channel = 'email' and s.address = u.email)`
