import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSettings } from '#web/api/settings.ts'
import type { Mode } from '#web/features/account/texts.ts'
import { Captcha } from '#web/features/captcha/captcha.tsx'
import { CAPTCHA_RERENDER_MS } from '../../../domain/limits.ts'

/** Replaces the token where no captcha is shown: the forms' rules require one. */
export const NO_CAPTCHA = 'none'

interface CaptchaState {
  /** Is null until the captcha is solved, and again after the token was used. */
  token: string | null
  /** Is false while a captcha is shown and not solved. */
  passed: boolean
  widget: ReactNode
  /** Starts over: a token is valid once. */
  reset: () => void
}

/** Provides the captcha of the sign-in screen, mounted anew 100 ms after each change of mode. */
export function useCaptcha(mode: Mode): CaptchaState {
  const { captcha } = useSettings()
  const [token, setToken] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const shownMode = useRef(mode)

  const reset = () => {
    setToken(null)
    setRound((before) => before + 1)
  }

  useEffect(() => {
    if (shownMode.current === mode) return
    shownMode.current = mode
    setToken(null)
    const timer = setTimeout(() => setRound((before) => before + 1), CAPTCHA_RERENDER_MS)
    return () => clearTimeout(timer)
  }, [mode])

  const needed = captcha.kind !== 'none' && mode !== 'forgot'
  const widget = needed && <Captcha key={round} action={mode === 'signup' ? 'sign-up' : 'sign-in'} onToken={setToken} />
  return { token: needed ? token : null, passed: !needed || token !== null, widget, reset }
}
