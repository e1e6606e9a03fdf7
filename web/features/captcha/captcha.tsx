import { useSettings } from '#web/api/settings.ts'
import { ProofOfWork } from './captcha-proof.tsx'
import { Recaptcha } from './captcha-recaptcha.tsx'
import type { CaptchaProps } from './captcha-state.ts'

/** The captcha of the provider that the server is configured with; nothing if there is none. */
export function Captcha({ action, onChange }: CaptchaProps) {
  const { captcha } = useSettings()
  if (captcha.kind === 'recaptcha') {
    return <Recaptcha siteKey={captcha.siteKey} onToken={(token) => onChange(token, token ? 'solved' : 'asked')} />
  }
  if (captcha.kind === 'altcha') return <ProofOfWork action={action} onChange={onChange} />
  return null
}
