// Mails the owner of a calendar that one of its webhooks was turned off, because posts to it kept failing, or the
// admin who added it has left.
import type { Task } from 'graphile-worker'
import * as z from 'zod'
import type { Language } from '#domain/languages.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { inLanguage, messageId } from '#messages/mail-links.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { sendingLetters } from '#messages/templates/sending/letters.ts'
import { type LetterOptions, sendLetter } from './send-letter.ts'

const payload = z.object({ webhook_id: z.guid() })

export function sendWebhookMail(options: LetterOptions): Task {
  const { pool, linkSecret, siteUrl, mailFrom } = options
  return async (given) => {
    const { webhook_id: webhook } = payload.parse(given)
    const { rows } = await pool.query<Disabled>(findOwner, [webhook])
    const [found] = rows
    if (!found) return
    const { calendar_id, name, email, url, reason, since, language } = found
    const settings = inLanguage(new URL(`/calendars/${calendar_id}/settings`, siteUrl).href, language)
    const letter = sendingLetters[language].webhookOff(name, new URL(url).host, reason, settings)
    const mail = {
      to: email,
      ...renderLetter(letter, options, language),
      messageId: messageId(linkSecret, mailFrom, 'webhook-off', `${webhook} ${since.toISOString()}`),
      headers: automaticHeaders(language),
    }
    await sendLetter(options, mail, { calendar: calendar_id })
  }
}

type Disabled = {
  calendar_id: string
  name: string
  email: string
  url: string
  reason: 'failing' | 'gone' | 'left'
  since: Date
  language: Language
}

/** Nobody when it was turned on again meanwhile. */
const findOwner = `
  select c.id as calendar_id, c.name, u.email, w.url, w.disabled_reason as reason, w.disabled_at as since, coalesce((
      select chosen.language from private.contact_preferences chosen
      where chosen.channel = 'email' and chosen.address = u.email
      order by chosen.updated_at desc limit 1
    ), 'en') as language
  from public.webhooks w
  join public.calendars c on c.id = w.calendar_id and c.deleted_at is null
  join auth.users u on u.id = c.owner_id and u.email_confirmed_at is not null
  where w.id = $1 and w.disabled_reason in ('failing', 'gone', 'left')
    and not exists (select from public.suppressions s where s.channel = 'email' and s.address = u.email)`
