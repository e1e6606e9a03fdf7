import { useEffect, useRef } from 'react'

/**
 * HTML from elsewhere, shown as it is and able to do nothing: the frame runs no script, follows no link, loads no picture.
 * It has an address (server/site/headers.ts says why) and is filled from here: what `innerHTML` brings never runs either.
 */
export function SandboxedHtml({ html, title, className }: { html: string; title: string; className?: string }) {
  const frame = useRef<HTMLIFrameElement>(null)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const fill = () => {
      const inside = element.contentDocument
      // Until its page has come, the frame is blank under this page's policy, which refuses every style of a mail.
      if (inside && inside.URL !== 'about:blank') inside.documentElement.innerHTML = html
    }
    fill()
    element.addEventListener('load', fill)
    return () => element.removeEventListener('load', fill)
  }, [html])

  return (
    <iframe ref={frame} src="/preview-frame.html" sandbox="allow-same-origin" title={title} className={className} />
  )
}
