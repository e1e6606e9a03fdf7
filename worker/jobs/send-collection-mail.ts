// Notifies the owner of a calendar that somebody else put it on a town page.
import type { Task } from 'graphile-worker'
import * as z from 'zod'
import type { Language } from '#domain/languages.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { inLanguage, messageId } from '#messages/mail-links.ts'
import { plainName } from '#messages/plain-name.ts'
import { followLetters } from '#messages/templates/follow/letters.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { type LetterOptions, sendLetter } from './send-letter.ts'

const payload = z.object({ collection: z.guid(), calendar: z.guid() })

export function sendCollectionMail(options: LetterOptions): Task {
  const { pool, linkSecret, siteUrl, mailFrom } = options
  return async (given, { job }) => {
    const { collection, calendar } = payload.parse(given)
    const { rows } = await pool.query<Found>(findOwner, [collection, calendar])
    const [found] = rows
    // It was removed or declined meanwhile, or the owner's address is suppressed or not confirmed.
    if (!found) return
    const { email, calendar_name: name, collection_name: page, language } = found
    const url = inLanguage(new URL('/towns', siteUrl).href, language)
    const mail = {
      to: email,
      ...renderLetter(followLetters[language].collected(plainName(name), plainName(page), url), options, language),
      messageId: messageId(linkSecret, mailFrom, 'collection', job.id),
      headers: automaticHeaders(language),
    }
    await sendLetter(options, mail, { collection, calendar })
  }
}

type Found = { email: string; calendar_name: string; collection_name: string; language: Language }

const findOwner = `
  select u.email, c.name as calendar_name, l.name as collection_name, coalesce((
      select chosen.language from private.contact_preferences chosen
      where chosen.channel = 'email' and chosen.address = u.email
      order by chosen.updated_at desc limit 1
    ), 'en') as language
  from public.collection_calendars m
  join public.collections l on l.id = m.collection_id and not private.is_suspended(l.owner_id)
  join public.calendars c on c.id = m.calendar_id and c.deleted_at is null
  join auth.users u on u.id = c.owner_id and u.email_confirmed_at is not null
  where m.collection_id = $1 and m.calendar_id = $2 and m.declined_at is null
    and not exists (select from public.suppressions s where s.channel = 'email' and s.address = u.email)`
