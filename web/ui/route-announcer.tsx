import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** On every path change the view goes to the top, and the new page's title is told to those who cannot see it. */
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
