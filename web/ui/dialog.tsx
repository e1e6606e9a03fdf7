import { X } from 'lucide-react'
import { AlertDialog as Alert, Dialog as Radix } from 'radix-ui'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { useScrollLock } from './scroll-lock.ts'
import { uiTexts } from './texts.ts'
import { useBackCloses } from './use-back-closes.ts'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** False while an action runs: Escape, the close button and the backdrop then do nothing. */
  closable?: boolean
  size?: 'medium' | 'large'
  /** Fills the screen of a phone. */
  sheet?: boolean
  children: ReactNode
}

/** A modal dialog. It takes and traps the focus, and returns it when it closes. With something unsaved it asks before it closes. */
export function Dialog({ open, onClose, title, description, closable = true, size, sheet, children }: DialogProps) {
  const isUnsaved = useRef(false)
  const [isAsking, setIsAsking] = useState(false)
  const { isMounted, returnFocus } = useDeferredOpen(open, requestClose)

  function requestClose() {
    if (!closable) return
    // An Escape that comes before the question has the focus arrives here, and belongs to the question.
    if (isUnsaved.current) setIsAsking((isAsking) => !isAsking)
    else onClose()
  }

  function onInteractOutside(event: Parameters<typeof ignoreToastClicks>[0]) {
    if (isUnsaved.current) event.preventDefault()
    ignoreToastClicks(event)
  }

  return (
    <Radix.Root open={isMounted} onOpenChange={requestClose}>
      {open && <Backdrop />}
      <Radix.Portal>
        <Radix.Content
          aria-modal="true"
          className={classes(panel, size === 'large' ? 'max-w-3xl' : 'max-w-lg', sheet && sheetPanel)}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={onInteractOutside}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <DialogHead>
            <Radix.Title className="text-xl">{title}</Radix.Title>
            {description && <Radix.Description className="mt-1 text-sm text-muted">{description}</Radix.Description>}
          </DialogHead>
          <Unsaved value={isUnsaved}>{children}</Unsaved>
          <Radix.Close
            disabled={!closable}
            aria-label={uiTexts.close}
            className="absolute top-3 right-3 grid size-10 place-items-center rounded-lg text-muted hover:bg-sunk hover:text-ink disabled:opacity-40"
          >
            <X aria-hidden="true" className="size-5" />
          </Radix.Close>
          <DiscardQuestion
            open={isAsking}
            onKeep={() => setIsAsking(false)}
            onDiscard={() => {
              setIsAsking(false)
              onClose()
            }}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const Unsaved = createContext<{ current: boolean }>({ current: false })

/** Says that the dialog around holds something unsaved: a click outside then does nothing, and closing it asks first. */
export function useUnsaved(isUnsaved: boolean): void {
  const dialog = useContext(Unsaved)
  useEffect(() => {
    dialog.current = isUnsaved
    return () => {
      dialog.current = false
    }
  }, [dialog, isUnsaved])
}

/** A Cancel button: it closes the dialog around it as Escape does. */
export function CancelButton({ disabled, children = uiTexts.cancel }: { disabled?: boolean; children?: ReactNode }) {
  return (
    <Radix.Close asChild>
      <Button variant="secondary" disabled={disabled}>
        {children}
      </Button>
    </Radix.Close>
  )
}

/** Asks whether what was typed may be lost. */
export function DiscardQuestion({
  open,
  onKeep,
  onDiscard,
}: {
  open: boolean
  onKeep: () => void
  onDiscard: () => void
}) {
  const { isMounted, returnFocus } = useDeferredOpen(open, onKeep)
  return (
    <Alert.Root open={isMounted} onOpenChange={onKeep}>
      {open && <Backdrop />}
      <Alert.Portal>
        <Alert.Content aria-modal="true" className={classes(panel, 'max-w-md')} onCloseAutoFocus={returnFocus}>
          <Alert.Title className="text-xl">{uiTexts.discardTitle}</Alert.Title>
          <Alert.Description className="mt-2 text-muted">{uiTexts.discardBody}</Alert.Description>
          <DialogActions>
            <Button variant="secondary" onClick={onDiscard}>
              {uiTexts.discard}
            </Button>
            <Alert.Cancel asChild>
              <Button>{uiTexts.keepEditing}</Button>
            </Alert.Cancel>
          </DialogActions>
        </Alert.Content>
      </Alert.Portal>
    </Alert.Root>
  )
}

/** The same row, in view while the form above it scrolls, unless the screen is so low that it would hide the form. */
export function StickyActions({ children }: { children: ReactNode }) {
  return (
    <div className="-bottom-5 z-10 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t border-line bg-raised px-5 py-3 max-sm:*:flex-1 *:data-reason:order-first *:data-reason:basis-full sm:*:data-reason:text-right sm:-mx-6 sm:-bottom-6 sm:-mb-6 sm:px-6 [@media(min-height:30rem)]:sticky">
      {children}
    </div>
  )
}

/** The row of buttons at the end; on small screens the last one, the main action, comes first. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap sm:justify-end sm:*:data-reason:order-first sm:*:data-reason:basis-full sm:*:data-reason:text-right">
      {children}
    </div>
  )
}

/** The footer of a dialog that only shows something. */
export function DialogDone({ onClose }: { onClose: () => void }) {
  return (
    <DialogActions>
      <Button variant="secondary" onClick={onClose}>
        {uiTexts.done}
      </Button>
    </DialogActions>
  )
}

export function DialogHead({ children }: { children: ReactNode }) {
  return <div className="mb-5 pr-10">{children}</div>
}

/**
 * Dims the page in the frame after the click, and mounts the dialog in the next one. On a slow phone the first feedback comes
 * in half the time (docs/decisions/speed-public-pages.md).
 */
export function useDeferredOpen(open: boolean, onBack: () => void) {
  useBackCloses(open, onBack)
  const isMounted = useNextFrame(open)
  useScrollLock(isMounted)
  return { isMounted, returnFocus: useReturnFocus(open) }
}

/** Becomes true in the frame after `open` does, so that a click is answered before something large is drawn; false at once. */
export function useNextFrame(open: boolean): boolean {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    if (!open) return
    let drawn: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      // Synchronously, or the dialog would be painted before it has the focus.
      drawn = setTimeout(() => flushSync(() => setIsDrawn(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(drawn)
      setIsDrawn(false)
    }
  }, [open])
  return open && isDrawn
}

/** Remembers the focused element when a dialog opens, because dialogs are opened by state, not by Radix triggers. */
function useReturnFocus(open: boolean) {
  const before = useRef<HTMLElement | null>(null)
  const wasOpen = useRef(false)
  if (typeof document !== 'undefined' && open && !wasOpen.current) {
    before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
  }
  wasOpen.current = open
  return (event: Event) => {
    event.preventDefault()
    const target = before.current?.isConnected ? before.current : document.querySelector<HTMLElement>('main')
    target?.focus({ preventScroll: target.tagName === 'MAIN' })
  }
}

/** Keeps the dialog open when a toast is clicked. */
export function ignoreToastClicks(event: { target: EventTarget | null; preventDefault: () => void }) {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]')) event.preventDefault()
}

/** Dims the page, and the dialog below. Radix's own overlay creates a style element, which our content policy forbids. */
export function Backdrop() {
  return createPortal(<div className="fixed inset-0 z-50 animate-[appear_150ms_ease-out] bg-black/50" />, document.body)
}

export const panel =
  'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] -translate-x-1/2 -translate-y-1/2 ' +
  'overflow-y-auto overscroll-contain rounded-2xl border border-line bg-raised p-5 shadow-lift sm:p-6 animate-[appear_150ms_ease-out]'

const sheetPanel =
  'scroll-pb-24 sm:max-w-xl max-sm:inset-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:max-w-none max-sm:translate-none ' +
  'max-sm:rounded-none max-sm:border-0'
