import * as z from 'zod'
import { isAppError } from '#domain/errors.ts'
import { supportForm } from '#domain/support.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import { endpoint } from './endpoint.ts'

/** The captcha's pass: the token that verify-recaptcha has said yes to. */
const shape = supportForm.extend({ captcha: z.string().max(16_384).nullish() })

export const sendContactEmail = endpoint({
  summary: 'Writes to the operators.',
  who: ['anyone'],
  body: shape,
  readsBody: true,
  answer: z.object({ success: z.literal(true) }),
  limits: [],
  limitsInside: ['support-network'],
  run: ({ pool, linkSecret, captcha }) => {
    const limits = createLimits({ pool, secret: linkSecret })

    return async ({ c, network }) => {
      try {
        const { captcha: pass, ...form } = await readJson(c, shape)
        await captcha.require(pass ?? undefined, 'support', network)
        await limits.take({ name: 'support-network', of: network })
        await pool.query(keepMessage, [form.firstName, form.lastName, form.email, form.subject, form.message])
        return { success: true as const }
      } catch (error) {
        if (!isAppError(error)) throw error
        // Clients of this call read `success` beside the error.
        if (error.retryAfter !== undefined) c.header('retry-after', String(error.retryAfter))
        return c.json({ success: false, error: error.message, code: error.code }, error.status as 400)
      }
    }
  },
})

const keepMessage = `
  with kept as (
    insert into private.support_messages (first_name, last_name, email, subject, message)
    values ($1, $2, $3, $4, $5)
    returning id
  )
  select private.send_letter('support/message', json_build_object('message', kept.id), p_tries => 25) from kept`
