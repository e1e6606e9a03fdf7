// The opt-out page without a link: sends one to an address or number. The answer, the limits and the work are the same whether we know it
// or not; a job finds out. The address is sealed in it, so that the queue holds none.
import type { Handler } from 'hono'
import * as z from 'zod'
import { mailboxOf, normaliseEmail } from '#domain/email-address.ts'
import { AppError } from '#domain/errors.ts'
import { languages } from '#domain/languages.ts'
import { OPT_OUT_EMAIL_MAX } from '#domain/limits.ts'
import { isTextable, normalisePhone } from '#domain/phones.ts'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { sealRecipient } from '#messages/preferences-link.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'

export const shape = z.object({
  address: z.string(optOutTexts.invalidAddress).max(OPT_OUT_EMAIL_MAX, optOutTexts.invalidAddress),
  language: z.enum(languages, 'language must be en or es').nullish(),
})

export function sendOptOutLink({ pool, linkSecret }: FunctionContext): Handler<IdentityVariables> {
  const limits = createLimits({ pool, secret: linkSecret })
  return async (c) => {
    const { address, language } = await readJson(c, shape)
    const email = normaliseEmail(address)
    const to = email ?? (isTextable(address) ? normalisePhone(address) : null)
    if (to === null) throw new AppError('validation_failed', 400, optOutTexts.invalidAddress)
    await limits.take(
      { name: 'opt-out-link-network', of: c.get('network') },
      { name: 'opt-out-link', of: email ? mailboxOf(email) : to },
    )
    await pool.query(queueLink, [sealRecipient(linkSecret, to), language ?? 'en'])
    return c.json({ status: 'sent', message: optOutTexts.linkSent })
  }
}

const queueLink = `
  select graphile_worker.add_job(
    'send-opt-out-link', json_build_object('recipient', $1::text, 'language', $2::text), max_attempts := 5
  )`
