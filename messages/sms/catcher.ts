// Stores texts instead of sending them; /dev/mailbox shows them beside the mails and can reply as a phone would.
import type pg from 'pg'
import type { TextCarrier } from './carrier.ts'

export function createTextCatcher({ pool, from }: { pool: pg.Pool; from: string }): TextCarrier {
  return {
    async send({ to, body }) {
      const { rows } = await pool.query(insertText, [from, to, body])
      return { providerId: rows[0].id }
    },
    async find({ to, body }, since) {
      const { rows } = await pool.query(findCaught, [to, body, since])
      return rows[0] ? { providerId: rows[0].id } : null
    },
    async close() {},
  }
}

const insertText = `
  insert into private.caught_messages (kind, sender, recipient, text) values ('sms', $1, $2, $3)
  returning id`

const findCaught = `
  select id from private.caught_messages
  where kind = 'sms' and recipient = $1 and text = $2 and caught_at >= $3
  order by position desc limit 1`
