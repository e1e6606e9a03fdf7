import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Scrolls to the top on every path change, and announces the new page's title to screen readers. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    window.scrollTo(0, 0)
    setTitle(document.title)
  }, [pathname])
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}
