import type { MouseEvent } from 'react'

/** Returns whether a click on a link opens it here: the others are the browser's, for a new tab, a window or a download. */
export function isPlainClick({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return !ctrlKey && !metaKey && !shiftKey && !altKey
}
