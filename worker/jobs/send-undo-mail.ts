// Tells an address that it was unsubscribed without a link from one of our mails, and how to take that back.
import type { Task } from 'graphile-worker'
import * as z from 'zod'
import { PRODUCT_NAME } from '#domain/company.ts'
import type { Language } from '#domain/languages.ts'
import { languageHeader } from '#messages/email/language-header.ts'
import { inLanguage, messageId, undoLink } from '#messages/links.ts'
import { followLetters } from '#messages/templates/follow/letters.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { systemClock } from '#runtime/clock.ts'
import { handOver } from './hand-over.ts'
import type { LetterOptions } from './send-confirmation-mail.ts'

const payload = z.object({ opt_out: z.uuid() })

export function sendUndoMail(options: LetterOptions): Task {
  const { pool, carrier, log, linkSecret, siteUrl, mailFrom, clock = systemClock } = options
  return async (given) => {
    const { opt_out: optOutId } = payload.parse(given)
    const { rows } = await pool.query<{ email: string; name: string; language: Language }>(findOptOut, [optOutId])
    const [found] = rows
    // Taken back already, or the address must not be written to at all.
    if (!found) return
    const { email, name, language } = found
    const url = inLanguage(undoLink({ siteUrl, linkSecret, optOutId }), language)
    const mail = {
      from: { name: PRODUCT_NAME, address: mailFrom },
      to: email,
      ...renderLetter(followLetters[language].undo(name, url), options, language),
      date: clock.now(),
      messageId: messageId(linkSecret, mailFrom, 'undo', optOutId),
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        ...languageHeader(language),
      },
    }
    await handOver(carrier, mail, log, { optOut: optOutId })
  }
}

const findOptOut = `
  select o.email, c.name, coalesce(choice.language, 'en') as language
  from public.opt_outs o
  join public.calendars c on c.id = o.calendar_id
  left join private.contact_choices choice
    on choice.calendar_id = c.id and choice.channel = 'email' and choice.address = o.email
  where o.id = $1 and o.source = 'form'
    and not exists (select from public.suppressions s where s.channel = 'email' and s.address = o.email)`
