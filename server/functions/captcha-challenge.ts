// A puzzle for the captcha that this server makes itself.
import type { Handler } from 'hono'
import * as z from 'zod'
import { AppError } from '#domain/errors.ts'
import { captchaActions } from '#server/captcha/provider.ts'
import type { IdentityVariables } from '#server/http/identity.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'

export function captchaChallenge({ pool, linkSecret, captcha }: FunctionContext): Handler<IdentityVariables> {
  const limits = createLimits({ pool, secret: linkSecret })
  return async (c) => {
    if (!captcha.challenge) throw new AppError('not_configured', 404, "This server doesn't create challenges")
    const network = c.get('network')
    await limits.take({ name: 'challenge-network', of: network })
    const action = z.enum(captchaActions).safeParse(c.req.query('action')).data
    const [needed = 0] = action === 'sign-in' ? await limits.used({ name: 'hard-puzzle', of: network }) : []
    return c.json(await captcha.challenge(action, needed >= 1 ? 'hard' : 'usual'))
  }
}
