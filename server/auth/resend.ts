import type { Handler } from 'hono'
import * as z from 'zod'
import { emailAddress } from '#domain/email-address.ts'
import { askedLanguage } from '#server/http/language.ts'
import { mailLink } from './account-links.ts'
import { readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { mailTakes } from './mail-takes.ts'

const shape = z.object({
  type: z.literal('signup', 'Only the signup email can be sent again'),
  email: emailAddress,
})

/** Sends the confirmation mail again. A confirmed or unknown address gets the same response and no mail. */
export function resend(context: AuthContext): Handler<AuthEnv> {
  const { limits, redirects } = context
  return async (c) => {
    const { email } = await readBody(c, shape)
    await limits.take({ name: 'mail-network', of: c.get('network') }, ...mailTakes('confirm', email))
    const redirectTo = redirects.allowed(c.req.query('redirect_to'), 'signup')
    await mailLink(context, 'signup', email, { redirectTo, language: askedLanguage(c.req.raw).language })
    return c.json({})
  }
}
