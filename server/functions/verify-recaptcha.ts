import * as z from 'zod'
import { supportTexts } from '#domain/texts/support.ts'
import { captchaActions } from '#server/captcha/provider.ts'
import { endpoint } from './endpoint.ts'

const shape = z.object({
  token: z
    .string(supportTexts.captchaRequired.body)
    .min(1, supportTexts.captchaRequired.body)
    .max(16_384, supportTexts.captchaFailed.body),
  /** The form it stands in. */
  action: z.enum(captchaActions).nullish().catch(undefined),
})

export const verifyRecaptcha = endpoint({
  summary: 'Has the answer of a captcha checked before it is used.',
  who: ['anyone'],
  body: shape,
  answer: z.union([
    z.object({ success: z.literal(true), pass: z.string() }),
    z.object({ success: z.literal(false), error: z.string(), code: z.literal('captcha_failed') }),
  ]),
  limits: ['captcha-network'],
  run:
    ({ captcha }) =>
    async ({ body, network }) => {
      const { token, action } = body
      if (await captcha.verify(token, network, action ?? undefined)) return { success: true as const, pass: token }
      // Status 200: clients tell a wrong answer apart from a failed call.
      return { success: false as const, error: captcha.failedText, code: 'captcha_failed' as const }
    },
})
