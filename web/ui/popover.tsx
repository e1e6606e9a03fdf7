import { Popover } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { useNextFrame } from './dialog.tsx'

interface AnchoredPopoverProps {
  /** What it stands beside; null is closed. Gets the focus when it closes. */
  anchor: HTMLElement | null
  labelledBy: string
  onClose: () => void
  children: ReactNode
}

/** Shows something beside an element, above the page. Stays open below the dialogs that it opens. */
export function AnchoredPopover({ anchor, labelledBy, onClose, children }: AnchoredPopoverProps) {
  const last = useRef<HTMLElement>(null)
  if (anchor) last.current = anchor
  const isOpen = useNextFrame(anchor !== null)
  return (
    <Popover.Root open={isOpen} onOpenChange={onClose}>
      <Popover.Anchor virtualRef={last as { current: HTMLElement }} />
      <Popover.Portal>
        <Popover.Content
          side="right"
          align="center"
          sideOffset={8}
          collisionPadding={12}
          aria-labelledby={labelledBy}
          className="z-30 max-h-(--radix-popover-content-available-height) w-95 max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-xl border border-line bg-raised p-5 shadow-high animate-[rise_180ms_ease-out]"
          onInteractOutside={(outside) => {
            if (outside.target instanceof Element && outside.target.closest(ABOVE)) outside.preventDefault()
          }}
          onCloseAutoFocus={(closing) => {
            closing.preventDefault()
            last.current?.focus({ preventScroll: true })
          }}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const ABOVE = '[role="dialog"], [role="alertdialog"], [data-sonner-toaster]'
