import type { AuthError } from '@supabase/auth-js'
import { accountTexts } from '#domain/texts/accounts.ts'
import { failure, type Toast } from '#domain/texts/toast.ts'
import type { Clients } from '#web/api/clients.ts'
import { functionFailure, waitMessage } from '#web/api/function-errors.ts'
import { messageFor, type Refusal } from '#web/api/server-messages.ts'
import type { CaptchaAction } from '#web/features/captcha/captcha.tsx'

// Requests of the account screens to the auth service. Each returns null on success, or the toast that says why it failed.

export type Outcome = Promise<Toast | null>

interface Credentials {
  email: string
  password: string
  captchaToken: string | null
}

export function signIn(clients: Clients, { email, password, captchaToken }: Credentials): Outcome {
  return attempt(accountTexts.unexpected, async () => {
    const refused = await verifyCaptcha(clients, captchaToken, 'sign-in')
    if (refused) return refused
    const options = captchaToken ? { captchaToken } : {}
    const { error } = await clients.auth.signInWithPassword({ email, password, options })
    return refusal(error, accountTexts.unexpected)
  })
}

interface NewAccount extends Credentials {
  displayName: string
  /** The absolute URL that the confirmation link leads to. */
  redirectTo: string
}

export function signUp(clients: Clients, account: NewAccount): Outcome {
  const { email, password, displayName, redirectTo, captchaToken } = account
  return attempt(accountTexts.unexpected, async () => {
    const refused = await verifyCaptcha(clients, captchaToken, 'sign-up')
    if (refused) return refused
    const { error } = await clients.auth.signUp({
      email,
      password,
      options: {
        emailRedirectTo: redirectTo,
        data: { display_name: displayName },
        ...(captchaToken ? { captchaToken } : {}),
      },
    })
    return refusal(error, accountTexts.unexpected)
  })
}

export function sendResetLink({ auth }: Clients, email: string): Outcome {
  return attempt(accountTexts.unexpected, async () => {
    const { error } = await auth.resetPasswordForEmail(email, { redirectTo: `${location.origin}/reset-password` })
    return refusal(error, accountTexts.unexpected)
  })
}

export function resendConfirmation({ auth }: Clients, email: string, redirectTo: string): Outcome {
  return attempt(accountTexts.resendFailed, async () => {
    const { error } = await auth.resend({ type: 'signup', email, options: { emailRedirectTo: redirectTo } })
    return refusal(error, accountTexts.resendFailed)
  })
}

export function updatePassword({ auth }: Clients, password: string): Outcome {
  return attempt(accountTexts.resetUnexpected, async () => {
    const { error } = await auth.updateUser({ password })
    return refusal(error, accountTexts.resetUnexpected)
  })
}

export function changeName({ auth }: Clients, displayName: string): Outcome {
  return attempt(accountTexts.unexpected, async () => {
    const { error } = await auth.updateUser({ data: { display_name: displayName } })
    return refusal(error, accountTexts.unexpected)
  })
}

/** Changes the email. The current address, sent without a password, cancels a pending change. */
export function changeEmail({ auth }: Clients, email: string, current?: string): Outcome {
  return attempt(accountTexts.unexpected, async () => {
    const proof = current === undefined ? {} : { current_password: current }
    const { error } = await auth.updateUser({ email, ...proof }, { emailRedirectTo: `${location.origin}/account` })
    return refusal(error, accountTexts.unexpected)
  })
}

export function changePassword({ auth }: Clients, current: string, password: string): Outcome {
  return attempt(accountTexts.unexpected, async () => {
    const { error } = await auth.updateUser({ password, current_password: current })
    return refusal(error, accountTexts.unexpected)
  })
}

/** Verifies a second-factor code: six digits come from the app, anything else is a recovery code. */
export function verifyCode({ auth }: Clients, factorId: string, typed: string): Outcome {
  return attempt(accountTexts.unexpected, async () => {
    const code = typed.replaceAll(/\s/g, '')
    const isOfApp = /^\d{6}$/.test(code)
    const { error } = isOfApp
      ? await auth.mfa.challengeAndVerify({ factorId, code })
      : await auth.mfa.recoveryCodes.verify({ code })
    return refusal(error, accountTexts.unexpected)
  })
}

/** Exchanges the captcha's token for a pass that the auth service accepts. Without a captcha there is nothing to verify. */
async function verifyCaptcha({ functions }: Clients, token: string | null, action: CaptchaAction): Outcome {
  if (!token) return null
  const { data, error } = await functions.invoke<{ success?: boolean }>('verify-recaptcha', { body: { token, action } })
  if (error) {
    const wait = waitMessage(await functionFailure(error))
    return wait ? failure(wait) : accountTexts.captchaUnreachable
  }
  return data?.success ? null : accountTexts.captchaFailed
}

export async function attempt(fallback: Toast, act: () => Outcome): Outcome {
  try {
    return await act()
  } catch {
    return fallback
  }
}

/** Returns a toast with the service's message; the fallback when it could not be reached. */
export function refusal(error: AuthError | null, fallback: Toast): Toast | null {
  if (!error) return null
  const words = error.status ? messageFor(error as Refusal) : null
  return words ? failure(words) : fallback
}
