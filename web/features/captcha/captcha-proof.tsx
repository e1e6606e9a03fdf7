import { ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSettings } from '#web/api/settings.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { CaptchaProps, CaptchaState } from './captcha-state.ts'
import { captchaTexts } from './captcha-texts.ts'
import { useFormAround } from './use-form-around.ts'

/** How often a form that stays open gets a new token before somebody has to tick the box. */
const RENEWALS_MAX = 5

/** Where the reason of a disabled button leads when the box is shown. */
export const BOX_ID = 'robot'

/**
 * Proof of work: one second for a person, too costly for a robot that sends thousands. No third party is involved. It solves itself
 * from the first key typed into its form; the box is shown only when that fails.
 */
export function ProofOfWork({ action, onChange }: CaptchaProps) {
  const { publishableKey } = useSettings()
  const [state, setState] = useState<CaptchaState>('asked')
  const [isBoxShown, setIsBoxShown] = useState(false)
  const [wait, setWait] = useState<string | null>(null)
  const abort = useRef<AbortController>(null)
  const expiry = useRef<ReturnType<typeof setTimeout>>(undefined)
  const renewals = useRef(0)
  const place = useFormAround(state, () => state === 'asked' && !isBoxShown && solve())

  useEffect(
    () => () => {
      abort.current?.abort()
      clearTimeout(expiry.current)
    },
    [],
  )

  function become(next: CaptchaState, token: string | null = null) {
    setState(next)
    onChange(token, next)
  }

  function fail(words: string | null) {
    setIsBoxShown(true)
    setWait(words)
    become('failed')
  }

  async function solve() {
    become('working')
    const controller = new AbortController()
    abort.current = controller
    try {
      const { solveCaptcha } = await import('./solve-captcha.ts')
      const solved = await solveCaptcha(publishableKey, action, controller)
      if (controller.signal.aborted) return
      if ('wait' in solved) return fail(solved.wait)
      become('solved', solved.token)
      expiry.current = setTimeout(expire, solved.expiresInMs)
    } catch (error) {
      if (controller.signal.aborted) return
      console.warn(error)
      fail(null)
    }
  }

  function expire() {
    renewals.current += 1
    if (renewals.current <= RENEWALS_MAX) return solve()
    setIsBoxShown(true)
    become('asked')
  }

  if (!isBoxShown) return <span ref={place} hidden />
  const open = state === 'asked' || state === 'failed'
  return (
    <div ref={place} className="flex min-h-14 items-center gap-3 rounded-lg border border-line-strong bg-card px-4">
      {state === 'working' ? (
        <Spinner className="text-2xl" />
      ) : (
        <input
          id={BOX_ID}
          type="checkbox"
          checked={state === 'solved'}
          aria-disabled={!open}
          onChange={() => open && solve()}
          className="size-6 shrink-0 accent-ink"
        />
      )}
      <label htmlFor={BOX_ID} aria-live="polite" className="flex-1 font-semibold">
        {(state === 'failed' && wait) || captchaTexts[state]}
      </label>
      <ShieldCheck aria-hidden="true" className="size-6 text-muted" />
    </div>
  )
}
