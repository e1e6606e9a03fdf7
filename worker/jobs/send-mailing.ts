// Sends a part of a mailing on one channel: about 500 recipients, or what is left.
import type { Task } from 'graphile-worker'
import * as z from 'zod'
import { sendDigests } from '#worker/sending/send-digests.ts'
import { sendEmails } from '#worker/sending/send-emails.ts'
import { sendPushes } from '#worker/sending/send-pushes.ts'
import { sendTexts } from '#worker/sending/send-texts.ts'
import type { Sending } from '#worker/sending/sending.ts'

const payload = z.object({
  mailing_id: z.guid(),
  channel: z.enum(['email', 'sms', 'push']),
  count: z.int().positive().optional(),
})

export function sendMailing(sending: Sending): Task {
  const { pool, clock, progress } = sending
  return (given) =>
    sending.during(async () => {
      const { mailing_id: id, channel, count } = payload.parse(given)
      const { rows } = await pool.query({ name: 'start-mailing', text: startMailing, values: [id, clock.now()] })
      // It was deleted with its calendar, cancelled or finished by others, or sending is on hold.
      if (!rows[0]) return
      progress.announce(rows[0].calendar_id)
      const mailing = { id, calendarId: rows[0].calendar_id as string, channel, count }
      if (rows[0].kind === 'digest') await sendDigests(sending, mailing)
      else if (channel === 'email') await sendEmails(sending, mailing)
      if (channel === 'sms') await sendTexts(sending, mailing)
      if (channel === 'push') await sendPushes(sending, mailing)
      // After a first mail the others are still to be planned.
      if (count !== undefined) return
      const values = [id, mailing.calendarId, clock.now()]
      const { rowCount } = await pool.query({ name: 'finish-mailing', text: finishMailing, values })
      if (rowCount) {
        progress.announce(mailing.calendarId)
        await pool.query('select private.review_sending($1)', [mailing.calendarId])
      }
    })
}

const startMailing = `
  update public.mailings set state = 'sending', started_at = coalesce(started_at, $2)
  where id = $1 and state in ('planned', 'sending')
    and not exists (select from private.holds)
  returning calendar_id, kind`

const finishMailing = `
  update public.mailings m set state = 'finished', finished_at = greatest($3, m.started_at)
  where m.id = $1 and m.state = 'sending' and m.is_fully_planned and not exists (
    select from public.deliveries d
    where d.mailing_id = $1 and d.calendar_id = $2 and d.is_waiting
  ) and not exists (
    select from public.deliveries d where d.mailing_id = $1 and d.calendar_id = $2 and d.lease_token is not null
  )`
