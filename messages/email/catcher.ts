// Stores mail instead of sending it, for machines without a provider; /dev/mailbox shows it.
import type pg from 'pg'
import { checkMail, type EmailCarrier, requireMaySend } from './carrier.ts'

export function createCatcher({ pool }: { pool: pg.Pool }): EmailCarrier {
  return {
    async send(mail, maySend) {
      checkMail(mail)
      await requireMaySend(maySend)
      const { from, to, subject, html, text, headers, messageId, date } = mail
      const sender = `${from.name} <${from.address}>`
      const shown = {
        From: sender,
        To: to,
        Subject: subject,
        Date: date.toUTCString(),
        'Message-ID': messageId,
        ...headers,
      }
      const { rows } = await pool.query(insertMail, [sender, to, subject, html, text, JSON.stringify(shown), messageId])
      return { providerId: rows[0].id }
    },
    async close() {},
  }
}

const insertMail = `
  insert into private.caught_messages (kind, sender, recipient, subject, html, text, headers, message_id)
  values ('email', $1, $2, $3, $4, $5, $6, $7)
  returning id`
