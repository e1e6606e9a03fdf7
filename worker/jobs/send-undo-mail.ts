// Notifies an address that it was unsubscribed without a link from one of our mails, and how to undo that.
import type { Task } from 'graphile-worker'
import * as z from 'zod'
import type { Language } from '#domain/languages.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { inLanguage, messageId, undoLink } from '#messages/mail-links.ts'
import { plainName } from '#messages/plain-name.ts'
import { followLetters } from '#messages/templates/follow/letters.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { type LetterOptions, sendLetter } from './send-letter.ts'

const payload = z.object({ opt_out: z.uuid() })

export function sendUndoMail(options: LetterOptions): Task {
  const { pool, linkSecret, siteUrl, mailFrom } = options
  return async (given) => {
    const { opt_out: optOutId } = payload.parse(given)
    const { rows } = await pool.query<{ email: string; name: string; language: Language }>(findOptOut, [optOutId])
    const [found] = rows
    // The opt-out was undone already, the address is suppressed, or the calendar's owner suspended.
    if (!found) return
    const { email, name, language } = found
    const url = inLanguage(undoLink({ siteUrl, linkSecret, optOutId }), language)
    const mail = {
      to: email,
      ...renderLetter(followLetters[language].undo(plainName(name), url), options, language),
      messageId: messageId(linkSecret, mailFrom, 'undo', optOutId),
      headers: automaticHeaders(language),
    }
    await sendLetter(options, mail, { optOut: optOutId })
  }
}

const findOptOut = `
  select o.email, c.name, coalesce(choice.language, 'en') as language
  from public.opt_outs o
  join public.calendars c on c.id = o.calendar_id
  left join private.contact_choices choice
    on choice.calendar_id = c.id and choice.channel = 'email' and choice.address = o.email
  where o.id = $1 and o.source = 'form' and c.sending_paused_by is distinct from 'suspension'
    and not exists (select from public.suppressions s where s.channel = 'email' and s.address = o.email)`
