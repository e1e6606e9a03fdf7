import * as z from 'zod'
import { AppError } from '#domain/errors.ts'
import { captchaActions } from '#server/captcha/provider.ts'
import { puzzleShape } from '#server/captcha/puzzles.ts'
import { createLimits } from '#server/http/limits.ts'
import { endpoint } from './endpoint.ts'

export const captchaChallenge = endpoint({
  summary: 'A puzzle of the captcha, for a form.',
  who: ['anyone'],
  methods: ['GET'],
  body: z.object({ action: z.enum(captchaActions).optional().catch(undefined) }),
  answer: puzzleShape,
  limits: ['challenge-network'],
  limitsInside: ['hard-puzzle'],
  run: ({ pool, linkSecret, captcha }) => {
    const limits = createLimits({ pool, secret: linkSecret })

    return async ({ body: { action }, network }) => {
      if (!captcha.challenge) throw new AppError('not_configured', 404, "This server doesn't create challenges")
      const [needed = 0] = action === 'sign-in' ? await limits.used({ name: 'hard-puzzle', of: network }) : []
      return captcha.challenge(action, needed >= 1 ? 'hard' : 'usual')
    }
  },
})
