import type { SupportForm } from '#domain/support.ts'
import { supportTexts } from '#domain/texts/support.ts'
import { functionFailure, waitMessage } from '#web/api/function-errors.ts'
import { createFunctions } from '#web/api/public-functions.ts'
import { messageFor } from '#web/api/server-messages.ts'
import type { PublicSettings } from '#web/api/settings.ts'
import type { ToastMessage } from '#web/ui/toast.ts'
import { supportPageTexts } from './texts.ts'

interface Sent {
  message: ToastMessage
  /** The form may be cleared. */
  done: boolean
}

/** Sends a message. Verifies the captcha's token first; the server accepts a verified token once. */
export async function sendMessage(settings: PublicSettings, form: SupportForm, token: string | null): Promise<Sent> {
  const functions = createFunctions({ url: location.origin, key: settings.publishableKey })
  if (token) {
    const { data, error } = await functions.invoke('verify-recaptcha', { body: { token, action: 'support' } })
    if (error) {
      const wait = waitMessage(await functionFailure(error))
      const message = { ...supportTexts.captchaUnreachable, ...(wait ? { body: wait } : {}) }
      return { message, done: false }
    }
    if (!data?.success) return { message: supportTexts.captchaFailed, done: false }
  }
  const { data, error } = await functions.invoke('send-contact-email', { body: { ...form, captcha: token } })
  if (error) {
    const { message } = await functionFailure(error)
    return { message: { ...supportPageTexts.failed, ...(message ? { body: message } : {}) }, done: false }
  }
  if (!data?.success)
    return {
      message: {
        ...supportPageTexts.failed,
        body: messageFor({ code: data?.code, status: 200, message: data?.error }) ?? supportPageTexts.failed.body,
      },
      done: false,
    }
  return { message: supportPageTexts.sent, done: true }
}
