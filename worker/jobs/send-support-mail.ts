// Sends a message from the Contact Us form to the support mailbox. The recipient is ours; the subject, the body and the
// Reply-To address are what a stranger typed.
import type { Task } from 'graphile-worker'
import * as z from 'zod'
import { messageId } from '#messages/mail-links.ts'
import { type SupportMessage, supportMessage } from '#messages/templates/support.ts'
import { systemClock } from '#runtime/clock.ts'
import { type LetterOptions, sendLetter } from './send-letter.ts'

const payload = z.object({ message: z.uuid() })

export function sendSupportMail(options: LetterOptions): Task {
  const { pool, linkSecret, mailFrom, supportEmail, clock = systemClock } = options
  return async (given) => {
    const { message: id } = payload.parse(given)
    const { rows } = await pool.query<SupportMessage>(findMessage, [id])
    const [message] = rows
    if (!message) return
    const mail = {
      to: supportEmail,
      ...supportMessage(message),
      messageId: messageId(linkSecret, mailFrom, 'support', id),
      // Not Auto-Submitted: a person wrote it, and the support desk's programs should reply to it as to a person.
      headers: { 'Reply-To': message.email },
    }
    if (await sendLetter(options, mail, { message: id })) await pool.query(markSent, [id, clock.now()])
  }
}

const findMessage = `
  select first_name, last_name, email, subject, message from private.support_messages where id = $1 and sent_at is null`

const markSent = 'update private.support_messages set sent_at = $2 where id = $1'
