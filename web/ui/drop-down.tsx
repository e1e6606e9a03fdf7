import { type ReactNode, type Ref, type ToggleEvent, useId, useRef, useState } from 'react'
import { classes } from './classes.ts'

interface DropDownProps {
  /** What the button shows. */
  trigger: ReactNode
  ref?: Ref<HTMLButtonElement>
  className?: string
  panelClassName?: string
  /** The panel's id, for what else opens it. */
  id?: string
  /** Also a button in it closes it, not only a link. */
  closesOnButton?: boolean
  /** The panel is there from the start, for readers without scripts. */
  isAlwaysThere?: boolean
  onOpen?: () => void
  children: ReactNode
}

/**
 * A button that opens a panel of links and buttons below it. The browser closes it on Escape or a click elsewhere, and returns the focus;
 * a click on a link in it closes it, too.
 */
export function DropDown({
  trigger,
  ref,
  className,
  panelClassName,
  id: ownId,
  closesOnButton = false,
  isAlwaysThere = false,
  onOpen,
  children,
}: DropDownProps) {
  const newId = useId()
  const id = ownId ?? newId
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)

  function onToggle({ newState }: ToggleEvent) {
    setIsOpen(newState === 'open')
    if (newState === 'open') onOpen?.()
  }

  return (
    <>
      <button ref={ref} type="button" popoverTarget={id} aria-expanded={isOpen} className={className}>
        {trigger}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a link's click, which Enter makes, too. */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        onBeforeToggle={() => placeBelow(panel.current)}
        onToggle={onToggle}
        onClick={({ target }) =>
          (target as Element).closest(closesOnButton ? 'a, button' : 'a') && panel.current?.hidePopover()
        }
        // Its own height, fit-content, makes WebKit stretch a grid over the whole screen.
        className={classes(
          'fixed inset-auto m-0 h-auto max-h-[calc(100dvh-5rem)] max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-xl border border-line bg-raised p-2 text-ink shadow-high',
          panelClassName,
        )}
      >
        {(isOpen || isAlwaysThere) && children}
      </div>
    </>
  )
}

/** Lines the panel up with the button's nearer side. A hidden button leaves the place to the panel's classes. */
function placeBelow(panel: HTMLElement | null): void {
  const button = panel?.previousElementSibling
  if (!panel || !button) return
  const { left, right, bottom } = button.getBoundingClientRect()
  if (bottom === 0) return
  const width = document.documentElement.clientWidth
  const isLeft = left + right < width
  panel.style.top = `${bottom + 4}px`
  panel.style.left = isLeft ? `${Math.max(12, left)}px` : 'auto'
  panel.style.right = isLeft ? 'auto' : `${Math.max(12, width - right)}px`
}
