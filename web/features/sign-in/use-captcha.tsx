import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { accountTexts } from '#domain/texts/accounts.ts'
import { useSettings } from '#web/api/settings.ts'
import { isSignUp, type Mode } from '#web/features/account/mode.ts'
import { Captcha } from '#web/features/captcha/captcha.tsx'
import { BOX_ID } from '#web/features/captcha/captcha-proof.tsx'
import type { CaptchaState } from '#web/features/captcha/captcha-state.ts'
import { captchaTexts } from '#web/features/captcha/captcha-texts.ts'
import type { Reason } from '#web/ui/main-button.tsx'
import { CAPTCHA_RERENDER_MS } from '../../../domain/limits.ts'

/** Replaces the token where no captcha is shown: the forms' rules require one. */
export const NO_CAPTCHA = 'none'

interface Answer {
  /** Is null until the captcha is solved, and again after the token was used. */
  token: string | null
  state: CaptchaState
}

interface CaptchaOfForm {
  token: string | null
  /** Why the form cannot be sent yet. */
  reason: Reason | null
  widget: ReactNode
  /** Starts over: a token is valid once. */
  reset: () => void
}

const unanswered: Answer = { token: null, state: 'asked' }

/** Provides the captcha of the sign-in screen, mounted anew for each mode: an external one 100 ms later. */
export function useCaptcha(mode: Mode): CaptchaOfForm {
  const { captcha } = useSettings()
  const [{ token, state }, setAnswer] = useState(unanswered)
  const isExternal = captcha.kind === 'recaptcha'
  const [round, setRound] = useState(0)
  const shownMode = useRef(mode)

  const reset = () => {
    setAnswer(unanswered)
    setRound((before) => before + 1)
  }

  // Before the new puzzle begins to say how it gets on.
  useLayoutEffect(() => {
    if (shownMode.current === mode) return
    shownMode.current = mode
    setAnswer(unanswered)
    if (!isExternal) return
    const timer = setTimeout(() => setRound((before) => before + 1), CAPTCHA_RERENDER_MS)
    return () => clearTimeout(timer)
  }, [mode, isExternal])

  const needed = captcha.kind !== 'none' && mode !== 'forgot'
  const widget = needed && (
    <Captcha
      key={isExternal ? round : `${mode} ${round}`}
      action={isSignUp(mode) ? 'sign-up' : 'sign-in'}
      onChange={(token, state) => setAnswer({ token, state })}
    />
  )
  const waits = isExternal ? external : reasons[state]
  return { token: needed ? token : null, reason: needed && token === null ? waits : null, widget, reset }
}

const external: Reason = { says: accountTexts.captchaRequired.body }

/** Before the scripts are there, a submitted form would put the password into the URL. */
export const notReady: Reason = { says: captchaTexts.typeFirst, field: 'email' }

const reasons: Record<CaptchaState, Reason | null> = {
  asked: notReady,
  working: { says: captchaTexts.working },
  failed: { says: captchaTexts.tickBox, field: BOX_ID },
  solved: null,
}
