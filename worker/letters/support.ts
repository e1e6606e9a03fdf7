import { type SupportMessage, supportMessage } from '#messages/templates/support.ts'
import type { Found, LetterKind } from './letter-kind.ts'

type Message = Found & Omit<SupportMessage, 'email'> & { mail_id: string; from_email: string }

/** A message from the Contact Us form, to ourselves. Its subject, body and Reply-To address are what a stranger typed. */
const message: LetterKind<Message> = {
  ids: ['message'],
  find: `
    select m.id as mail_id, null as email, 'en' as language, m.first_name, m.last_name, m.email as from_email, m.subject, m.message
    from private.support_messages m where m.id = $2 and m.sent_at is null`,
  stoppedBy: 'nothing',
  // Not Auto-Submitted: a person wrote it, and the support desk's programs should reply to it as to a person.
  compose: ({ from_email: email, ...typed }) => ({
    ...supportMessage({ ...typed, email }),
    headers: { 'Reply-To': email },
  }),
  async around(send, { mail_id: id }, { pool, now }) {
    if (await send()) await pool.query('update private.support_messages set sent_at = $2 where id = $1', [id, now])
  },
}

export const support = { message }
