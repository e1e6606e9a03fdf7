// Toasts. The library that renders them is downloaded with the first one: most visits never see any.

export interface ToastMessage {
  title: string
  body?: string
}

export interface ToastOptions {
  /** A button in the toast, such as Undo. */
  action?: { label: string; onClick: () => void }
  /** Milliseconds; by default long enough to read it. */
  duration?: number
}

export interface ShownToast extends ToastMessage, ToastOptions {
  destructive: boolean
}

type Show = (toast: ShownToast) => void

const waiting: ShownToast[] = []
let show: Show | null = null
let wake: (() => void) | null = null

/** Shows a toast; one titled "Error" in the destructive style. */
export function toast(message: ToastMessage, options: ToastOptions = {}): void {
  const shown = { ...message, ...options, destructive: message.title === 'Error' }
  if (show) {
    show(shown)
  } else {
    waiting.push(shown)
    wake?.()
  }
}

/** Calls the listener with the first toast, so that the host can load the toaster. */
export function onFirstToast(listener: () => void): () => void {
  wake = listener
  if (waiting.length > 0) listener()
  return () => {
    wake = null
  }
}

/** Registers the toaster, and shows the toasts that waited for it. */
export function showToastsWith(listener: Show): () => void {
  show = listener
  for (const shown of waiting.splice(0)) listener(shown)
  return () => {
    show = null
  }
}
