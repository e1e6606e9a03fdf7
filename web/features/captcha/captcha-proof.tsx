import { ShieldCheck } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useSettings } from '#web/api/settings.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { captchaTexts } from './captcha-texts.ts'

type State = keyof typeof captchaTexts

/** Proof of work: one second for a person, too costly for a robot that sends thousands. No third party is involved. */
export function ProofOfWork({ action, onToken }: { action: string; onToken: (token: string | null) => void }) {
  const { publishableKey } = useSettings()
  const id = useId()
  const [state, setState] = useState<State>('asked')
  const [wait, setWait] = useState<string | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const abort = useRef<AbortController>(null)
  const expiry = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(
    () => () => {
      abort.current?.abort()
      clearTimeout(expiry.current)
    },
    [],
  )

  // It may have been ticked before the scripts arrived.
  useEffect(() => {
    if (state === 'asked' && box.current?.checked) solve()
  })

  async function solve() {
    setState('working')
    setWait(null)
    const controller = new AbortController()
    abort.current = controller
    try {
      const { solveCaptcha } = await import('./solve-captcha.ts')
      const solved = await solveCaptcha(publishableKey, action, controller)
      if (controller.signal.aborted) return
      if ('wait' in solved) {
        setWait(solved.wait)
        setState('failed')
        return
      }
      const { token, expiresInMs } = solved
      setState('solved')
      onToken(token)
      expiry.current = setTimeout(() => {
        setState('asked')
        onToken(null)
      }, expiresInMs)
    } catch (error) {
      if (controller.signal.aborted) return
      console.warn(error)
      setState('failed')
    }
  }

  const open = state === 'asked' || state === 'failed'
  return (
    <div className="flex min-h-14 items-center gap-3 rounded-lg border border-line-strong bg-card px-4">
      {state === 'working' ? (
        <Spinner className="text-2xl" />
      ) : (
        <input
          ref={box}
          id={id}
          type="checkbox"
          checked={state === 'solved'}
          aria-disabled={!open}
          onChange={() => open && solve()}
          className="size-6 shrink-0 accent-ink"
        />
      )}
      <label htmlFor={id} aria-live="polite" className="flex-1 font-semibold">
        {(state === 'failed' && wait) || captchaTexts[state]}
      </label>
      <ShieldCheck aria-hidden="true" className="size-6 text-muted" />
    </div>
  )
}
