// Mails an invitation to its address. The job holds only an id; the token is made here, at the moment of sending, so that no working
// link lies in the queue.
import type { Task } from 'graphile-worker'
import * as z from 'zod'
import type { Language } from '#domain/languages.ts'
import type { InvitedRole } from '#domain/roles.ts'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { inLanguage, inviteLink, listHeaders, messageId } from '#messages/mail-links.ts'
import { plainName } from '#messages/plain-name.ts'
import { oneTimeToken } from '#messages/signatures.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { memberLetters } from '#messages/templates/members/letters.ts'
import { type LetterOptions, sendLetter } from './send-letter.ts'

const payload = z.object({ invitation: z.uuid() })

export function sendInvitationMail(options: LetterOptions): Task {
  const { pool, linkSecret, siteUrl, mailFrom } = options
  return async (given) => {
    const { invitation: id } = payload.parse(given)
    const { rows } = await pool.query<Invitation>(findInvitation, [id])
    const [found] = rows
    // It was used or withdrawn, has expired or was sent, or the address or the calendar's owner may not be part of it any more.
    if (!found) return
    const { calendar_id: calendarId, email, role, name, language, asked_at: askedAt } = found
    const url = inLanguage(inviteLink({ siteUrl, token: oneTimeToken(linkSecret, id) }), language)
    const mail = {
      to: email,
      ...renderLetter(memberLetters[language].invitation(plainName(name), role, url), options, language),
      messageId: messageId(linkSecret, mailFrom, 'invitation', `${id} ${askedAt}`),
      headers: { ...listHeaders({ siteUrl, linkSecret, calendarId, email }), ...automaticHeaders(language) },
    }
    if (await sendLetter(options, mail, { invitation: id })) await pool.query(noteSent, [id, askedAt])
  }
}

type Invitation = {
  calendar_id: string
  email: string
  role: InvitedRole
  name: string
  language: Language
  /** As text: a date of JavaScript has no microseconds. */
  asked_at: string
}

const findInvitation = `
  select i.calendar_id, i.email, i.role, c.name, i.asked_at::text, coalesce((
      select chosen.language from private.contact_preferences chosen
      where chosen.channel = 'email' and chosen.address = i.email
      order by chosen.updated_at desc limit 1
    ), i.language) as language
  from public.member_invitations i
  join public.calendars c on c.id = i.calendar_id
  where i.id = $1 and i.expires_at > now() and (i.sent_at is null or i.sent_at < i.asked_at) and not c.disabled
    and (c.sending_paused_by is null or c.sending_paused_by = 'admin')
    and not private.cannot_invite(i.calendar_id, i.email)`

const noteSent = 'update public.member_invitations set sent_at = now() where id = $1 and asked_at = $2::timestamptz'
