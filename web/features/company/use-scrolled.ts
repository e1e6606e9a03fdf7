import { useEffect, useState } from 'react'
import { HEADER_SHADOW_PX } from '#domain/limits.ts'

/** Returns whether the page has scrolled so far that the header has a shadow. */
export function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const update = () => setScrolled(window.scrollY > HEADER_SHADOW_PX)
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [])
  return scrolled
}
