// Sends the mail with the link that confirms a follow. The job holds only an id; the token is made here, at the moment of
// sending, so that no working link lies in the queue.
import type { Task } from 'graphile-worker'
import * as z from 'zod'
import type { Language } from '#domain/languages.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { confirmContactLink, inLanguage, listHeaders, messageId } from '#messages/mail-links.ts'
import { plainName } from '#messages/plain-name.ts'
import { oneTimeToken } from '#messages/signatures.ts'
import { followLetters } from '#messages/templates/follow/letters.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { systemClock } from '#runtime/clock.ts'
import { type LetterOptions, sendLetter } from './send-letter.ts'

const payload = z.object({ confirmation: z.uuid() })

export function sendConfirmationMail(options: LetterOptions): Task {
  const { pool, linkSecret, siteUrl, mailFrom, clock = systemClock } = options
  return async (given) => {
    const { confirmation: id } = payload.parse(given)
    const { rows } = await pool.query<Pending>(findPending, [id, clock.now()])
    const [pending] = rows
    // It was used, replaced or has expired, the calendar is gone, or the address has complained or bounced since.
    if (!pending) return
    const { calendar_id: calendarId, email, name, consent_address: network, language } = pending
    const url = inLanguage(confirmContactLink({ siteUrl, token: oneTimeToken(linkSecret, id) }), language)
    const letters = followLetters[language]
    const together = pending.together.map(plainName)
    const letter =
      together.length > 1
        ? letters.several(together, url, network)
        : letters.confirmation(plainName(name), url, network)
    const mail = {
      to: email,
      ...renderLetter(letter, options, language),
      messageId: messageId(linkSecret, mailFrom, 'confirmation', id),
      headers: {
        // Of several calendars none can be left by one click.
        ...(together.length > 1 ? {} : listHeaders({ siteUrl, linkSecret, calendarId, email })),
        ...automaticHeaders(language),
      },
    }
    await sendLetter(options, mail, { confirmation: id })
  }
}

type Pending = {
  calendar_id: string
  email: string
  name: string
  /** The calendars that its link confirms, where it was made with others on a town page. */
  together: string[]
  consent_address: string | null
  language: Language
}

/** Anybody can request a mail in any language, so a language that the recipient has chosen or followed in comes first. */
const findPending = `
  select p.calendar_id, p.email, c.name, p.consent_address, array(
      select other.name
      from public.pending_contact_confirmations o join public.calendars other on other.id = o.calendar_id
      where o.group_id = p.group_id and p.asked_at is null and o.used_at is null and not other.disabled and other.allow_guest_users
      order by other.name, other.id
    ) as together, coalesce(
      (
        select chosen.language from private.contact_preferences chosen
        where chosen.channel = 'email' and chosen.address = p.email
        order by chosen.updated_at desc limit 1
      ),
      (
        select k.language from public.calendar_contacts k
        where k.calendar_id = c.id and k.contact_type = 'email' and k.normalised = p.email and k.confirmed_at is not null
          and not exists (select from public.opt_outs o where o.calendar_id = c.id and o.email = p.email)
      ),
      p.language
    ) as language
  from public.pending_contact_confirmations p
  join public.calendars c on c.id = p.calendar_id
  where p.id = $1 and p.used_at is null and (p.waiting_since is null or p.asked_at is not null) and p.expires_at > $2 and not c.disabled and c.sending_paused_by is distinct from 'suspension' and c.allow_guest_users
    and not exists (
      select from public.suppressions s where s.channel = 'email' and s.address = p.email and s.created_at > p.created_at
    )`
