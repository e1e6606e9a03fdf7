import { useEffect, useRef } from 'react'
import { siteLanguage } from '#domain/site-language.ts'

interface Grecaptcha {
  ready(callback: () => void): void
  render(
    element: HTMLElement,
    options: {
      sitekey: string
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ): number
}

declare global {
  interface Window {
    grecaptcha?: Grecaptcha
  }
}

/** Renders Google's checkbox, each time in a new element: it cannot render twice into the same one. */
export function Recaptcha({ siteKey, onToken }: { siteKey: string; onToken: (token: string | null) => void }) {
  const place = useRef<HTMLDivElement>(null)
  const notify = useRef(onToken)
  notify.current = onToken

  useEffect(() => {
    const element = document.createElement('div')
    place.current?.append(element)
    let isUnmounted = false
    loadScript().then((grecaptcha) => {
      if (isUnmounted) return
      const clear = () => notify.current(null)
      grecaptcha.render(element, {
        sitekey: siteKey,
        callback: (token) => notify.current(token),
        'expired-callback': clear,
        'error-callback': clear,
      })
    }, console.warn)
    return () => {
      isUnmounted = true
      element.remove()
    }
  }, [siteKey])

  // Is as high as the widget, so that nothing jumps when it loads.
  return <div ref={place} className="min-h-[78px]" />
}

let loading: Promise<Grecaptcha> | null = null

function loadScript(): Promise<Grecaptcha> {
  loading ??= new Promise<Grecaptcha>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `https://www.google.com/recaptcha/api.js?render=explicit&hl=${siteLanguage}`
    script.async = true
    script.onload = () => {
      const { grecaptcha } = window
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha))
      else reject(new Error('reCAPTCHA did not start'))
    }
    script.onerror = () => {
      loading = null
      script.remove()
      reject(new Error('reCAPTCHA could not be loaded'))
    }
    document.head.append(script)
  })
  return loading
}
