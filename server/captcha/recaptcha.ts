// reCAPTCHA v2, checked with Google. A token is good for two minutes and Google answers for it once.
import * as z from 'zod'
import { seconds } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { supportTexts } from '#domain/texts/support.ts'
import type { CaptchaProvider } from './provider.ts'

export type RecaptchaOptions = { recaptchaSecretKey: string | undefined; recaptchaUrl?: string }

const answerShape = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() })

export function createRecaptcha({ recaptchaSecretKey: secret = '', recaptchaUrl }: RecaptchaOptions): CaptchaProvider {
  const url = recaptchaUrl ?? 'https://www.google.com/recaptcha/api/siteverify'
  return {
    async check(token) {
      const { success, 'error-codes': problems = [] } = await ask(url, new URLSearchParams({ secret, response: token }))
      // Ours to mend, not the visitor's to repeat.
      if (problems.some((problem) => problem.endsWith('-input-secret')))
        throw unreachable('RECAPTCHA_SECRET_KEY is refused')
      // There is no harder one to ask for.
      return success ? 'hard' : null
    },
  }
}

async function ask(url: string, body: URLSearchParams): Promise<z.infer<typeof answerShape>> {
  try {
    const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(seconds(5)) })
    if (!response.ok) throw new Error(`siteverify answered ${response.status}`)
    return answerShape.parse(await response.json())
  } catch (error) {
    throw unreachable(error)
  }
}

function unreachable(cause: unknown): AppError {
  return new AppError('unavailable', 503, supportTexts.captchaUnreachable.body, { cause })
}
