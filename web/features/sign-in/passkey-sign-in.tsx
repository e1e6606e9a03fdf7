import type { AuthError } from '@supabase/auth-js'
import { useEffect, useRef, useState } from 'react'
import { createAuthCalls } from '#web/api/auth-calls.ts'
import { errorToast } from '#web/api/request-errors.ts'
import { useSettings } from '#web/api/settings.ts'
import { openAuth } from '#web/features/account/auth-state.ts'
import { refusal } from '#web/features/account/mutations.ts'
import { accountFormTexts } from '#web/features/account/texts.ts'
import { askPasskey, supportsPasskeys } from '#web/features/proof/passkey.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { passkeyTexts } from './passkey-texts.ts'

/** A button, and passkeys in the autofill of the email field. On success the parent navigates. */
export function PasskeySignIn() {
  const settings = useSettings()
  const [isOffered, setIsOffered] = useState(true)
  const [working, setWorking] = useState(false)
  const pending = useRef<AbortController>(null)

  /** Only one request at a time may wait for a passkey. */
  async function signIn(mediation?: CredentialMediationRequirement) {
    pending.current?.abort()
    const controller = new AbortController()
    pending.current = controller
    const callAuth = createAuthCalls({ url: location.origin, key: settings.publishableKey })
    const { challenge_id, options } = await (await callAuth('POST', '/passkeys/authentication/options', {})).json()
    if (controller.signal.aborted) return
    const credential = await askPasskey(options, { ...(mediation && { mediation }), signal: controller.signal })
    if (!credential) return
    const { auth } = await openAuth(settings)
    const { error } = await auth.passkey.verifyAuthentication({
      challengeId: challenge_id,
      credential: credential as never,
    })
    if (error) toast(refusal(error as AuthError, accountFormTexts.unexpected) ?? accountFormTexts.unexpected)
  }

  async function offerInAutofill() {
    // Nobody has pressed anything yet: without a network, or with another browser's dialog open, there is nothing to say.
    if (await PublicKeyCredential.isConditionalMediationAvailable?.()) await signIn('conditional').catch(() => {})
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit.
  useEffect(() => {
    const isSupported = supportsPasskeys()
    setIsOffered(isSupported)
    if (isSupported) void offerInAutofill()
    return () => pending.current?.abort()
  }, [])

  async function press() {
    setWorking(true)
    try {
      await signIn()
    } catch (error) {
      toast(errorToast(error, accountFormTexts.unexpected))
    }
    setWorking(false)
    void offerInAutofill()
  }

  if (!isOffered) return null
  return (
    <Button variant="secondary" className="mt-4 w-full" working={working} onClick={press}>
      {passkeyTexts.signIn}
    </Button>
  )
}
