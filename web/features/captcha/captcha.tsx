import { useSettings } from '#web/api/settings.ts'
import { ProofOfWork } from './captcha-proof.tsx'
import { Recaptcha } from './captcha-recaptcha.tsx'

export type CaptchaAction = 'sign-up' | 'sign-in' | 'support'

interface CaptchaProps {
  /** The form it is part of: the token is valid for that form only. */
  action: CaptchaAction
  /** Gets the token, which is valid once and expires; null when it has. To start over, change the `key`. */
  onToken: (token: string | null) => void
}

/** Shows the captcha of the provider that the server is configured with; nothing if there is none. */
export function Captcha({ action, onToken }: CaptchaProps) {
  const { captcha } = useSettings()
  if (captcha.kind === 'recaptcha') return <Recaptcha siteKey={captcha.siteKey} onToken={onToken} />
  if (captcha.kind === 'altcha') return <ProofOfWork action={action} onToken={onToken} />
  return null
}
