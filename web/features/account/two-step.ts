import type { User } from '@supabase/auth-js'
import type { Toast } from '#domain/texts/toast.ts'
import type { Clients } from '#web/api/clients.ts'
import type { Proof } from '#web/features/proof/proof-field.tsx'
import { attempt, type Outcome, refusal, verifyCode } from './mutations.ts'
import { accountFormTexts } from './texts.ts'

// Requests of the account screen about two-step sign-in.

export interface NewFactor {
  id: string
  /** The URL of an image. */
  qrCode: string
  secret: string
}

type Refused = { refused: Toast }

/** Calls the endpoint itself, because the official client's call has no room for a proof. */
export async function beginTwoStep({ callAuth }: Clients, proof: Proof): Promise<NewFactor> {
  const { id, totp } = await (await callAuth('POST', '/factors', { factor_type: 'totp', ...proof })).json()
  return { id, qrCode: `data:image/svg+xml;utf-8,${totp.qr_code}`, secret: totp.secret }
}

/** Verifies a code, which turns two-step sign-in on if it was off, and makes a new set of recovery codes. */
export async function newRecoveryCodes(
  clients: Clients,
  factorId: string,
  code: string,
): Promise<{ codes: string[] } | Refused> {
  const refused = await verifyCode(clients, factorId, code)
  if (refused) return { refused }
  const { auth } = clients
  const { session } = (await auth.getSession()).data
  const { data, error } = hasRecoveryCodes(session?.user)
    ? await auth.mfa.recoveryCodes.regenerate()
    : await auth.mfa.recoveryCodes.generate()
  if (error) return { refused: refusal(error, accountFormTexts.unexpected) ?? accountFormTexts.unexpected }
  // Without a refresh the session does not list the new codes.
  await auth.refreshSession()
  return { codes: data.codes }
}

export function hasRecoveryCodes(user: User | undefined): boolean {
  return user?.factors?.some(({ factor_type }) => factor_type === 'recovery_code') ?? false
}

export function turnOff(clients: Clients, factorId: string, code: string): Outcome {
  return attempt(accountFormTexts.unexpected, async () => {
    const refused = await verifyCode(clients, factorId, code)
    if (refused) return refused
    const { error } = await clients.auth.mfa.unenroll({ factorId })
    // Without a refresh the session still lists the factor.
    if (!error) await clients.auth.refreshSession()
    return refusal(error, accountFormTexts.unexpected)
  })
}

export async function countRecoveryCodes({ auth }: Clients): Promise<number> {
  const { data, error } = await auth.mfa.recoveryCodes.getStatus()
  if (error) throw error
  return data.remaining
}
