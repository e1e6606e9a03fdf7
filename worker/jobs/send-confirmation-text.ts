// Sends the text that asks a follower's number to reply YES. The job holds only an id.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod'
import type { Language } from '#domain/languages.ts'
import { failureOf, notSentDetails } from '#messages/outcome.ts'
import { plainName } from '#messages/plain-name.ts'
import type { TextCarrier } from '#messages/sms/carrier.ts'
import { confirmationText } from '#messages/sms/confirmation-text.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'

export type ConfirmationTextOptions = { pool: pg.Pool; carrier: TextCarrier; log: Log; clock?: Clock }

const payload = z.object({ confirmation: z.uuid() })

export function sendConfirmationText({ pool, carrier, log, clock = systemClock }: ConfirmationTextOptions): Task {
  return async (given, { job }) => {
    const { confirmation: id } = payload.parse(given)
    const { rows } = await pool.query<Question>(findQuestion, [id, clock.now()])
    const [question] = rows
    // It was answered or sent already, or has expired, the number replied STOP, or the contact was removed.
    if (!question) return
    const text = { to: question.phone, body: confirmationText(plainName(question.name), question.language) }
    try {
      // An earlier attempt may have been accepted although its answer was lost.
      const before = job.attempts > 1 ? await carrier.find(text, question.created_at) : null
      const { providerId = null } = before ?? (await carrier.send(text))
      await pool.query(markSent, [id, clock.now(), providerId])
    } catch (error) {
      const failure = failureOf(error)
      if (failure === 'alarm') log.error({ err: error, confirmation: id }, 'the text carrier refuses us')
      if (failure !== 'permanent') throw error
      log.warn({ err: error, confirmation: id }, 'a text cannot be delivered')
      const { code = 'unknown', isBadAddress = false } = notSentDetails(error) ?? {}
      await pool.query(markFailed, [id, code])
      if (isBadAddress) await pool.query(suppress, [question.phone, reasonOf(code), code, clock.now()])
    }
  }
}

/** Twilio's 21610 means that the person replied STOP to our number. */
function reasonOf(code: string): 'stop' | 'bounce' {
  return code.endsWith('21610') ? 'stop' : 'bounce'
}

type Question = { phone: string; name: string; created_at: Date; language: Language }

const findQuestion = `
  select q.phone, c.name, q.created_at, k.language
  from private.phone_confirmations q
  join private.contact_choices k on k.contact_id = q.contact_id
  join public.calendars c on c.id = k.calendar_id
  where q.id = $1 and q.confirmed_at is null and q.sent_at is null and q.expires_at > $2 and not c.disabled and c.sending_paused_by is distinct from 'suspension'
    and not exists (select from public.suppressions s where s.channel = 'sms' and s.address = q.phone)`

const markSent =
  'update private.phone_confirmations set sent_at = $2, provider_id = $3, last_error = null where id = $1'
const markFailed = 'update private.phone_confirmations set last_error = $2 where id = $1'
const suppress = `select private.suppress('sms', $1, $2, $3, $4)`
