import { useLayoutEffect, useMemo } from 'react'

let locks = 0

/** Locks the page's scrolling while a dialog is open. */
export function useScrollLock(isHeld: boolean): void {
  // Measured before React changes the page: afterwards reading it would force a layout.
  const bar = useMemo(() => (isHeld ? scrollBarWidth() : null), [isHeld])
  useLayoutEffect(() => (bar === null ? undefined : lockScroll(bar)), [bar])
}

/** Locks scrolling and keeps the scroll bar's space, so that nothing moves. Returns a function that unlocks it. */
export function lockScroll(bar = scrollBarWidth()): () => void {
  const { documentElement: page, body } = document
  if (locks === 0) {
    page.style.overflow = 'hidden'
    if (bar > 0) body.style.paddingRight = `${bar}px`
  }
  locks += 1
  return () => {
    locks -= 1
    if (locks > 0) return
    page.style.overflow = ''
    body.style.paddingRight = ''
  }
}

function scrollBarWidth(): number {
  return window.innerWidth - document.documentElement.clientWidth
}
