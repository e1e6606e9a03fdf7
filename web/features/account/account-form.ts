import type { useCaptcha } from './use-captcha.tsx'

/** What the three forms of the sign-in screen share. */
export interface AccountFormProps {
  email: string
  onEmail: (email: string) => void
  captcha: ReturnType<typeof useCaptcha>
  /** A path of ours: where one goes afterwards. */
  next: string
}
