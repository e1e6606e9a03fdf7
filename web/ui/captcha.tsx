import { useSettings } from '#web/api/settings.ts'
import { ProofOfWork } from './captcha-proof.tsx'
import { Recaptcha } from './captcha-recaptcha.tsx'

interface CaptchaProps {
  /** The answer, good once and for a short while; null when it has run out. To ask anew, change the `key`. */
  onToken: (token: string | null) => void
}

/** "Are you a robot?", by whichever provider the server is set up with; nothing where it asks nobody. */
export function Captcha({ onToken }: CaptchaProps) {
  const { captcha } = useSettings()
  if (captcha.kind === 'recaptcha') return <Recaptcha siteKey={captcha.siteKey} onToken={onToken} />
  if (captcha.kind === 'altcha') return <ProofOfWork onToken={onToken} />
  return null
}
