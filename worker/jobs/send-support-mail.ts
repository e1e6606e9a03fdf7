// Carries a message of the Contact Us form to the support mailbox. The recipient is ours; what a stranger typed stands in
// the subject, the body and the address to reply to.
import type { Task } from 'graphile-worker'
import * as z from 'zod'
import { PRODUCT_NAME } from '#domain/company.ts'
import { messageId } from '#messages/links.ts'
import { type SupportMessage, supportMessage } from '#messages/templates/support.ts'
import { systemClock } from '#runtime/clock.ts'
import { handOver } from './hand-over.ts'
import type { LetterOptions } from './send-confirmation-mail.ts'

const payload = z.object({ message: z.uuid() })

export function sendSupportMail(options: LetterOptions): Task {
  const { pool, carrier, log, linkSecret, mailFrom, supportEmail, clock = systemClock } = options
  return async (given) => {
    const { message: id } = payload.parse(given)
    const { rows } = await pool.query<SupportMessage>(findMessage, [id])
    const [message] = rows
    if (!message) return
    const mail = {
      from: { name: PRODUCT_NAME, address: mailFrom },
      to: supportEmail,
      ...supportMessage(message),
      date: clock.now(),
      messageId: messageId(linkSecret, mailFrom, 'support', id),
      // Not Auto-Submitted: a person wrote it, and the support desk's own programs should answer as to one.
      headers: { 'Reply-To': message.email },
    }
    if (await handOver(carrier, mail, log, { message: id })) await pool.query(markSent, [id, clock.now()])
  }
}

const findMessage = `
  select first_name, last_name, email, subject, message from private.support_messages where id = $1 and sent_at is null`

const markSent = 'update private.support_messages set sent_at = $2 where id = $1'
