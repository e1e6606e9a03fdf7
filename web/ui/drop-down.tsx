import { type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react'
import { classes } from './classes.ts'

interface DropDownProps {
  /** What the button shows. */
  trigger: ReactNode
  className?: string
  /** Where the panel stands: it is fixed, in the browser's top layer. */
  panelClassName: string
  /** Rendered while the panel is open. */
  children: ReactNode
}

/**
 * A button that opens a panel of links and buttons. The browser closes it on Escape or a click elsewhere, and returns the focus;
 * a click on a link in it closes it, too.
 */
export function DropDown({ trigger, className, panelClassName, children }: DropDownProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" popoverTarget={id} aria-expanded={isOpen} className={className}>
        {trigger}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a link's click, which Enter makes, too. */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        onToggle={(event: ToggleEvent) => setIsOpen(event.newState === 'open')}
        onClick={({ target }) => (target as Element).closest('a') && panel.current?.hidePopover()}
        className={classes(
          'fixed inset-auto m-0 max-h-[calc(100dvh-5rem)] overflow-y-auto rounded-xl border border-line bg-raised p-2 text-ink shadow-high',
          panelClassName,
        )}
      >
        {isOpen && children}
      </div>
    </>
  )
}
