// Has a captcha's answer checked, whichever captcha this server uses. The token is then a pass for one sign-up, sign-in or
// message, whichever the captcha stood beside, from the same network, within two minutes.
import type { Handler } from 'hono'
import * as z from 'zod'
import { supportTexts } from '#domain/texts/support.ts'
import { captchaActions } from '#server/captcha/provider.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'

export const shape = z.object({
  token: z
    .string(supportTexts.captchaRequired.body)
    .min(1, supportTexts.captchaRequired.body)
    .max(16_384, supportTexts.captchaFailed.body),
  /** The form it stands in. */
  action: z.enum(captchaActions).nullish().catch(undefined),
})

export function verifyRecaptcha({ pool, linkSecret, captcha }: FunctionContext): Handler<IdentityVariables> {
  const limits = createLimits({ pool, secret: linkSecret })
  return async (c) => {
    const { token, action } = await readJson(c, shape)
    const network = c.get('network')
    await limits.take({ name: 'captcha-network', of: network })
    if (await captcha.verify(token, network, action ?? undefined)) return c.json({ success: true, pass: token })
    // Status 200: clients tell a wrong answer apart from a failed call.
    return c.json({ success: false, error: captcha.failedText, code: 'captcha_failed' })
  }
}
