export type CaptchaAction = 'sign-up' | 'sign-in' | 'support'

/** `asked`: it waits for the person. `working`: it is solved without them. */
export type CaptchaState = 'asked' | 'working' | 'solved' | 'failed'

export interface CaptchaProps {
  /** The form it is part of: the token is valid for that form only. */
  action: CaptchaAction
  /** Gets the token, which is valid once and expires; null when there is none. To start over, change the `key`. */
  onChange: (token: string | null, state: CaptchaState) => void
}
