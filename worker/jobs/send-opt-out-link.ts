// Sends the link that somebody asked for on the opt-out page, to an address or number that a calendar writes to. For others nothing happens.
import type { Task } from 'graphile-worker'
import * as z from 'zod'
import { PRODUCT_NAME } from '#domain/company.ts'
import { languages } from '#domain/languages.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { inLanguage, messageId } from '#messages/mail-links.ts'
import { failureOf } from '#messages/outcome.ts'
import { openRecipient, preferencesLink } from '#messages/preferences-link.ts'
import type { TextCarrier } from '#messages/sms/carrier.ts'
import { textsIn } from '#messages/sms/texts-in.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { words } from '#messages/templates/letters.ts'
import { systemClock } from '#runtime/clock.ts'
import { handOver, type LetterOptions } from './send-letter.ts'

const payload = z.object({ recipient: z.string(), language: z.enum(languages) })

export function sendOptOutLink(options: LetterOptions & { texts: TextCarrier }): Task {
  const { pool, texts, log, linkSecret, siteUrl, mailFrom, clock = systemClock } = options
  return async (given, { job }) => {
    const { recipient, language } = payload.parse(given)
    const address = openRecipient(linkSecret, recipient)
    if (address === null) return
    const channel = address.startsWith('+') ? 'sms' : 'email'
    if ((await pool.query(findFollower, [channel, address])).rowCount === 0) return
    const now = clock.now()
    const url = preferencesLink({ siteUrl, linkSecret, address, now })
    if (channel === 'email') {
      const mail = {
        from: { name: PRODUCT_NAME, address: mailFrom },
        date: now,
        to: address,
        ...renderLetter(words[language].follow.link(url), options, language),
        messageId: messageId(linkSecret, mailFrom, 'opt-out-link', job.id),
        headers: automaticHeaders(language),
      }
      await handOver(options, mail, { job: job.id })
      return
    }
    const text = { to: address, body: textsIn[language].link(inLanguage(url, language)) }
    try {
      // An earlier attempt may have been accepted although its answer was lost.
      if (job.attempts === 1 || !(await texts.find(text, job.created_at))) await texts.send(text)
    } catch (error) {
      if (failureOf(error) !== 'permanent') throw error
      log.warn({ err: error, job: job.id }, 'a text cannot be delivered')
    }
  }
}

const findFollower = `
  select from private.contact_choices k
  join public.calendars c on c.id = k.calendar_id and not c.disabled and c.deleted_at is null
  where k.channel = $1 and k.address = $2 and (k.channel = 'email' or k.confirmed_at is not null)
    and not exists (select from public.suppressions s where s.channel = $1 and s.address = $2)
  limit 1`
