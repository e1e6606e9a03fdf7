import { useEffect, useLayoutEffect, useRef } from 'react'
import { ENTERED } from '#web/page-ready.ts'
import type { CaptchaState } from './captcha-state.ts'

/**
 * Calls `onTyped` with each change of the form around an element, also for what was typed before the scripts arrived. Who presses
 * Enter while the captcha is solved has the form sent when it is, unless they go on typing.
 */
export function useFormAround(state: CaptchaState, onTyped: () => void) {
  const place = useRef<HTMLElement & HTMLDivElement>(null)
  const isSent = useRef(false)
  const now = useRef({ state, onTyped })
  now.current = { state, onTyped }

  // Before anybody can press the button again, where a new puzzle replaces one that was used.
  useLayoutEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    const isSolving = () => now.current.state === 'asked' || now.current.state === 'working'
    const onInput = () => {
      isSent.current = false
      now.current.onTyped()
    }
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      if (key === 'Enter' && target instanceof HTMLInputElement && isSolving()) isSent.current = true
    }
    const onSubmit = (event: Event) => {
      if (now.current.state !== 'working') return
      event.preventDefault()
      event.stopImmediatePropagation()
      isSent.current = true
    }
    if (isFilledIn(form)) onInput()
    if (ENTERED in form.dataset) isSent.current = true
    const listening = new AbortController()
    const { signal } = listening
    form.addEventListener('input', onInput, { signal })
    form.addEventListener('keydown', onKeyDown, { signal })
    form.addEventListener('submit', onSubmit, { signal, capture: true })
    return () => listening.abort()
  }, [])

  useEffect(() => {
    if (state !== 'solved' || !isSent.current) return
    isSent.current = false
    place.current?.closest('form')?.querySelector<HTMLButtonElement>('button[type=submit]:enabled')?.click()
  }, [state])

  return place
}

function isFilledIn(form: HTMLFormElement): boolean {
  return [...form.querySelectorAll('input, textarea')].some(
    (field) =>
      field.matches(':checked') || (field.matches(':not([type=checkbox])') && (field as HTMLInputElement).value !== ''),
  )
}
