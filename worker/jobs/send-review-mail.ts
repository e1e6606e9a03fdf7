// Mails the operators, at the support address, that mailings wait for a review.
import type { Task } from 'graphile-worker'
import { automaticHeaders } from '#messages/email/automatic-headers.ts'
import { messageId } from '#messages/mail-links.ts'
import { renderLetter } from '#messages/templates/letter.ts'
import { reviewLetter } from '#messages/templates/sending/review.ts'
import { type LetterOptions, sendLetter } from './send-letter.ts'

export function sendReviewMail(options: LetterOptions): Task {
  const { pool, linkSecret, mailFrom, supportEmail } = options
  return async (_, { job }) => {
    const { rows } = await pool.query<{ count: number }>(countWaiting)
    const count = rows[0]?.count ?? 0
    if (count === 0) return
    const mail = {
      to: supportEmail,
      ...renderLetter(reviewLetter(count), options),
      messageId: messageId(linkSecret, mailFrom, 'review', job.id),
      headers: automaticHeaders('en'),
    }
    await sendLetter(options, mail, { waiting: count })
  }
}

const countWaiting = `
  select count(*)::int from public.mailings where review = 'waiting' and state in ('planned', 'sending')`
