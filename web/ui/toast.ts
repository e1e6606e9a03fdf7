// Messages in the corner. The library that draws them is downloaded with the first one: most visits never see any.

export interface ToastMessage {
  title: string
  body?: string
}

export interface ToastOptions {
  /** A button in the toast, such as Undo. */
  action?: { label: string; onClick: () => void }
  /** How long it stays; time enough to read it, unless said otherwise. */
  duration?: number
}

export interface ShownToast extends ToastMessage, ToastOptions {
  destructive: boolean
}

type Show = (toast: ShownToast) => void

const waiting: ShownToast[] = []
let show: Show | null = null
let wake: (() => void) | null = null

/** A toast titled "Error" is shown in the destructive style. */
export function toast(message: ToastMessage, options: ToastOptions = {}): void {
  const shown = { ...message, ...options, destructive: message.title === 'Error' }
  if (show) {
    show(shown)
  } else {
    waiting.push(shown)
    wake?.()
  }
}

/** For the host: called with the first toast, so that it can fetch what draws them. */
export function onFirstToast(listener: () => void): () => void {
  wake = listener
  if (waiting.length > 0) listener()
  return () => {
    wake = null
  }
}

/** For the toaster, once it is on the page. */
export function showToastsWith(listener: Show): () => void {
  show = listener
  for (const shown of waiting.splice(0)) listener(shown)
  return () => {
    show = null
  }
}
