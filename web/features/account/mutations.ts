import type { AuthError } from '@supabase/auth-js'
import { accountTexts } from '#domain/texts/accounts.ts'
import { failure, type Toast } from '#domain/texts/toast.ts'
import type { Clients } from '#web/api/clients.ts'
import { functionFailure, waitMessage } from '#web/api/function-errors.ts'
import { messageFor, type Refusal } from '#web/api/server-messages.ts'
import type { CaptchaAction } from '#web/features/captcha/captcha-state.ts'
import type { Proof } from '#web/features/proof/proof-field.tsx'
import { accountFormTexts } from './texts.ts'

// Requests of the account screens to the auth service. Each returns null on success, or the toast that says why it failed.

export type Outcome = Promise<Toast | null>

interface Credentials {
  email: string
  password: string
  captchaToken: string | null
}

export function signIn(clients: Clients, { email, password, captchaToken }: Credentials): Outcome {
  return attempt(accountFormTexts.unexpected, async () => {
    const refused = await verifyCaptcha(clients, captchaToken, 'sign-in')
    if (refused) return refused
    const options = captchaToken ? { captchaToken } : {}
    const { error } = await clients.auth.signInWithPassword({ email, password, options })
    return refusal(error, accountFormTexts.unexpected)
  })
}

interface NewAccount extends Credentials {
  displayName: string
  /** The absolute URL that the confirmation link leads to. */
  redirectTo: string
}

export function signUp(clients: Clients, account: NewAccount): Outcome {
  const { email, password, displayName, redirectTo, captchaToken } = account
  return attempt(accountFormTexts.unexpected, async () => {
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
    return refusal(error, accountFormTexts.unexpected)
  })
}

interface CodeRequest extends Omit<Credentials, 'password'> {
  /** Of somebody who signs up; without one only an account that exists gets a code. */
  displayName?: string | undefined
  /** The absolute URL that the mail's link leads to. */
  redirectTo: string
}

export function askCode(clients: Clients, { email, displayName, redirectTo, captchaToken }: CodeRequest): Outcome {
  return attempt(accountFormTexts.unexpected, async () => {
    const refused = await verifyCaptcha(clients, captchaToken, displayName === undefined ? 'sign-in' : 'sign-up')
    if (refused) return refused
    const { error } = await clients.auth.signInWithOtp({
      email,
      options: {
        emailRedirectTo: redirectTo,
        shouldCreateUser: displayName !== undefined,
        ...(displayName === undefined ? {} : { data: { display_name: displayName } }),
        ...(captchaToken ? { captchaToken } : {}),
      },
    })
    return refusal(error, accountFormTexts.unexpected)
  })
}

export function enterMailedCode({ auth }: Clients, email: string, typed: string): Outcome {
  return outcomeOf(auth.verifyOtp({ email, token: typed.replaceAll(/\s/g, ''), type: 'email' }))
}

export function sendResetLink({ auth }: Clients, email: string): Outcome {
  return outcomeOf(auth.resetPasswordForEmail(email, { redirectTo: `${location.origin}/reset-password` }))
}

export function resendConfirmation({ auth }: Clients, email: string, redirectTo: string): Outcome {
  return outcomeOf(
    auth.resend({ type: 'signup', email, options: { emailRedirectTo: redirectTo } }),
    accountFormTexts.resendFailed,
  )
}

export function updatePassword({ auth }: Clients, password: string): Outcome {
  return outcomeOf(auth.updateUser({ password }), accountFormTexts.resetUnexpected)
}

export function changeName({ auth }: Clients, displayName: string): Outcome {
  return outcomeOf(auth.updateUser({ data: { display_name: displayName } }))
}

/** Changes the email. The current address, sent without a proof, cancels a pending change. */
export function changeEmail({ auth }: Clients, email: string, { password, ...rest }: Proof = {}): Outcome {
  const proof = { current_password: password, ...rest }
  return outcomeOf(auth.updateUser({ email, ...proof }, { emailRedirectTo: `${location.origin}/account` }))
}

export function changePassword({ auth }: Clients, proof: Proof, password: string): Outcome {
  const { password: current, ...rest } = proof
  const change = { password, current_password: current, ...rest }
  return outcomeOf(auth.updateUser(change))
}

/** Verifies a second-factor code: six digits come from the app, anything else is a recovery code. */
export function verifyCode({ auth }: Clients, factorId: string, typed: string): Outcome {
  const code = typed.replaceAll(/\s/g, '')
  const isFromApp = /^\d{6}$/.test(code)
  return outcomeOf(
    isFromApp ? auth.mfa.challengeAndVerify({ factorId, code }) : auth.mfa.recoveryCodes.verify({ code }),
  )
}

/** Exchanges the captcha's token for a pass that the auth service accepts. Without a captcha there is nothing to verify. */
async function verifyCaptcha({ functions }: Clients, token: string | null, action: CaptchaAction): Outcome {
  if (!token) return null
  const { data, error } = await functions.invoke<{ success?: boolean }>('verify-recaptcha', { body: { token, action } })
  if (error) {
    const wait = waitMessage(await functionFailure(error))
    return wait ? failure(wait) : accountFormTexts.captchaUnreachable
  }
  return data?.success ? null : accountTexts.captchaFailed
}

/** Returns the outcome of one request to the auth service. */
function outcomeOf(
  request: Promise<{ error: AuthError | null }>,
  fallback: Toast = accountFormTexts.unexpected,
): Outcome {
  return attempt(fallback, async () => refusal((await request).error, fallback))
}

/** Returns the fallback if the action throws, for example without a network. */
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
