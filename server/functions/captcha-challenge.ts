import * as z from 'zod'
import { AppError } from '#domain/errors.ts'
import { captchaActions } from '#server/captcha/provider.ts'
import { createLimits } from '#server/http/limits.ts'
import { endpoint } from './endpoint.ts'

export const captchaChallenge = endpoint({
  summary: 'A puzzle of the captcha; `?action=sign-in`, `sign-up` or `support`.',
  who: ['anyone'],
  methods: ['GET'],
  limits: ['challenge-network'],
  limitsInside: ['hard-puzzle'],
  run: ({ pool, linkSecret, captcha }) => {
    const limits = createLimits({ pool, secret: linkSecret })

    return async ({ c, network }) => {
      if (!captcha.challenge) throw new AppError('not_configured', 404, "This server doesn't create challenges")
      const action = z.enum(captchaActions).safeParse(c.req.query('action')).data
      const [needed = 0] = action === 'sign-in' ? await limits.used({ name: 'hard-puzzle', of: network }) : []
      return captcha.challenge(action, needed >= 1 ? 'hard' : 'usual')
    }
  },
})
