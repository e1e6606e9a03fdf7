import { type ReactNode, useState } from 'react'
import { useClients } from '#web/api/clients.ts'
import { errorToast } from '#web/api/request-errors.ts'
import { storedSession } from '#web/api/session-attribute.ts'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { toast } from '#web/ui/toast.ts'
import { proofTexts as texts } from './proof-texts.ts'

/** What confirms a step that is hard to undo, as the server's endpoints take it. */
export type Proof = { password?: string | undefined; nonce?: string | undefined; passkey?: object | undefined }

/** Chooses what to show; the server checks. */
export function hasPassword(): boolean {
  return storedSession()?.user?.app_metadata?.has_password !== false
}

interface ProofFieldProps {
  /** The field `nonce`, of the code that is mailed. */
  error: string | undefined
  className?: string
  /** The field for the password, for those who have one. */
  children: ReactNode
}

/** Asks for the password, or for a mailed code where the account has none; or for a passkey instead of either. */
export function ProofField({ children, className = '', error }: ProofFieldProps) {
  const { callAuth } = useClients()
  const [passkey, setPasskey] = useState<object | null>(null)
  const hasPasskey = storedSession()?.user?.app_metadata?.has_passkey === true

  async function take() {
    const { askPasskey } = await import('./passkey.ts')
    try {
      const { challenge_id, options } = await (await callAuth('POST', '/passkeys/proof/options', {})).json()
      const credential = await askPasskey(options)
      if (credential) setPasskey({ challenge_id, credential })
    } catch (problem) {
      toast(errorToast(problem, texts.failed))
    }
  }

  if (passkey) {
    return (
      <p role="status" className={`rounded-lg bg-bell-soft p-3 ${className}`}>
        {texts.confirmed}
        <input type="hidden" name="passkey" value={JSON.stringify(passkey)} />
      </p>
    )
  }
  return (
    <div className={`space-y-3 ${className}`}>
      {hasPassword() ? children : <MailedCodeField error={error} />}
      {hasPasskey && (
        <Button variant="secondary" size="small" onClick={take}>
          {texts.byPasskey}
        </Button>
      )}
    </div>
  )
}

function MailedCodeField({ error }: Pick<ProofFieldProps, 'error'>) {
  const { callAuth } = useClients()
  const [isSent, setIsSent] = useState(false)
  const [working, setWorking] = useState(false)

  async function send() {
    setWorking(true)
    try {
      await callAuth('GET', '/reauthenticate')
      setIsSent(true)
    } catch (problem) {
      toast(errorToast(problem, texts.failed))
    }
    setWorking(false)
  }

  return (
    <>
      <InputField
        label={texts.code}
        hint={isSent ? texts.sent : texts.hint}
        error={error}
        name="nonce"
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Button variant="secondary" size="small" working={working} onClick={send}>
        {isSent ? texts.again : texts.send}
      </Button>
    </>
  )
}
