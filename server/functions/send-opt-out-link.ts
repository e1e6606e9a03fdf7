import * as z from 'zod'
import { mailboxOf, normaliseEmail } from '#domain/email-address.ts'
import { AppError } from '#domain/errors.ts'
import { languages } from '#domain/languages.ts'
import { optOutLinkForm } from '#domain/opt-out.ts'
import { isTextable, normalisePhone } from '#domain/phones.ts'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { sealRecipient } from '#messages/preferences-link.ts'
import { createLimits } from '#server/http/limits.ts'
import { endpoint } from './endpoint.ts'

const shape = optOutLinkForm.extend({ language: z.enum(languages, 'language must be en or es').nullish() })

export const sendOptOutLink = endpoint({
  summary:
    'Sends a link to stop notifications, to an address or number that gets some; the answer does not say whether it does.',
  who: ['anyone'],
  body: shape,
  answer: z.object({ status: z.literal('sent'), message: z.string() }),
  limits: [],
  limitsInside: ['opt-out-link-network', 'opt-out-link'],
  run: ({ pool, linkSecret }) => {
    const limits = createLimits({ pool, secret: linkSecret })

    return async ({ body, network }) => {
      const { address, language } = body
      const email = normaliseEmail(address)
      const to = email ?? (isTextable(address) ? normalisePhone(address) : null)
      if (to === null) throw new AppError('validation_failed', 400, optOutTexts.invalidAddress)
      await limits.take(
        { name: 'opt-out-link-network', of: network },
        { name: 'opt-out-link', of: email ? mailboxOf(email) : to },
      )
      await pool.query(email ? queueLetter : queueText, [sealRecipient(linkSecret, to), language ?? 'en'])
      return { status: 'sent' as const, message: optOutTexts.linkSent }
    }
  },
})

const queueLetter = `
  select private.send_letter('follow/link', json_build_object('recipient', $1::text), p_language => $2, p_tries => 5)`

const queueText = `
  select graphile_worker.add_job(
    'send-opt-out-text', json_build_object('recipient', $1::text, 'language', $2::text), max_attempts := 5
  )`
