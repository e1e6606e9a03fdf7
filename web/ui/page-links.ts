import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'

// A Link of the router resolves its address and makes a handler of its own, some 25 µs each, and a month has dozens (docs/decisions/speed-public-pages.md). Links of
// lists and of the frame are plain ones, marked with `data-page`, and one handler around the page leads there. `data-page="stay"` leaves the view
// where it is.

/** For an element around links that are marked. What opens a tab or a window, or saves, is left to the browser. */
export function usePageLinks(): (click: MouseEvent) => void {
  const navigate = useNavigate()
  return (click) => {
    if (click.defaultPrevented || click.button || opensElsewhere(click)) return
    const link = (click.target as Element).closest<HTMLAnchorElement>('a[data-page]')
    if (!link) return
    click.preventDefault()
    navigate(link.pathname + link.search, {
      // As with any link, going to where one is leaves no step to go back.
      replace: link.href === location.href,
      preventScrollReset: link.dataset.page === 'stay',
    })
  }
}

/** A tab, a window or a file. */
export function opensElsewhere(click: MouseEvent): boolean {
  return click.metaKey || click.ctrlKey || click.shiftKey || click.altKey
}
