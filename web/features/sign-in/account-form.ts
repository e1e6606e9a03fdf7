import type { useCaptcha } from './use-captcha.tsx'

/** Props that the three forms of the sign-in screen share. */
export interface AccountFormProps {
  email: string
  onEmail: (email: string) => void
  captcha: ReturnType<typeof useCaptcha>
  /** The path on this site to open after signing in. */
  next: string
}
