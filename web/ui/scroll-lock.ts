import { useLayoutEffect, useMemo } from 'react'

let locks = 0

/** Holds the page still while something lies over it. */
export function useScrollLock(isHeld: boolean): void {
  // Asked for before React changes the page: afterwards the browser would lay it out for the answer.
  const bar = useMemo(() => (isHeld ? scrollBarWidth() : null), [isHeld])
  useLayoutEffect(() => (bar === null ? undefined : lockScroll(bar)), [bar])
}

/** Keeps the place of the scroll bar, so that nothing moves. Returns what lets the page go. */
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
