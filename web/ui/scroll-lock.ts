import { useLayoutEffect } from 'react'

let locks = 0

/** Holds the page still while something lies over it, and keeps the place of its scroll bar so that nothing moves. */
export function useScrollLock(): void {
  useLayoutEffect(() => {
    const { documentElement: page, body } = document
    if (locks === 0) {
      const bar = window.innerWidth - page.clientWidth
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
  }, [])
}
