import { useSettings } from '#web/api/settings.ts'
import { ProofOfWork } from './captcha-proof.tsx'
import { Recaptcha } from './captcha-recaptcha.tsx'

export type CaptchaAction = 'sign-up' | 'sign-in' | 'support'

interface CaptchaProps {
  /** The form it stands in: its answer is good for that one only. */
  action: CaptchaAction
  /** The answer, good once and for a short while; null when it has run out. To ask anew, change the `key`. */
  onToken: (token: string | null) => void
}

/** "Are you a robot?", by whichever provider the server is set up with; nothing where it asks nobody. */
export function Captcha({ action, onToken }: CaptchaProps) {
  const { captcha } = useSettings()
  if (captcha.kind === 'recaptcha') return <Recaptcha siteKey={captcha.siteKey} onToken={onToken} />
  if (captcha.kind === 'altcha') return <ProofOfWork action={action} onToken={onToken} />
  return null
}
