import { useEffect, useRef } from 'react'

/**
 * Shows untrusted HTML in a frame that runs no script, follows no link and loads no image. The frame has a URL of its own
 * (server/site/headers.ts says why) and is filled from here through `innerHTML`, which never runs scripts either.
 */
export function SandboxedHtml({ html, title, className }: { html: string; title: string; className?: string }) {
  const frame = useRef<HTMLIFrameElement>(null)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const fill = () => {
      const inside = element.contentDocument
      // Until its page has loaded, the frame is under this page's content policy, which would drop the mail's styles.
      // For a moment it has no element at all; it is filled when it has loaded.
      if (!inside?.documentElement || inside.URL === 'about:blank') return
      inside.documentElement.innerHTML = html
      element.tabIndex = 0
    }
    fill()
    element.addEventListener('load', fill)
    return () => element.removeEventListener('load', fill)
  }, [html])

  // A dialog that opens with it must not give it the focus, or it would take the Escape that closes the dialog.
  return (
    <iframe
      ref={frame}
      src="/preview-frame.html"
      sandbox="allow-same-origin"
      tabIndex={-1}
      title={title}
      className={className}
    />
  )
}
