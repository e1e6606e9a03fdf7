import type { Handler } from 'hono'
import * as z from 'zod'
import { emailAddress } from '#domain/email-address.ts'
import { askedLanguage } from '#server/http/language.ts'
import { mailLink } from './account-links.ts'
import { challengeFields, readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { mailTakes } from './mail-takes.ts'

const shape = z.object({ email: emailAddress, ...challengeFields })

/** Mails a link to choose a new password. The response is the same for an address without an account. */
export function recover(context: AuthContext): Handler<AuthEnv> {
  const { limits, redirects } = context
  return async (c) => {
    const { email, code_challenge: codeChallenge } = await readBody(c, shape)
    await limits.take({ name: 'mail-network', of: c.get('network') }, ...mailTakes('reset', email))
    const redirectTo = redirects.allowed(c.req.query('redirect_to'), 'recovery')
    const { language } = askedLanguage(c.req.raw)
    await mailLink(context, 'recovery', email, { redirectTo, language, codeChallenge })
    return c.json({})
  }
}
