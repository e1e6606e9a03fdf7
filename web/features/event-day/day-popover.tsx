import { X } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { quickTexts } from '#web/features/events/quick-texts.ts'
import { AnchoredPopover } from '#web/ui/popover.tsx'
import type { Day } from '../../../domain/dates.ts'

interface DayPopoverProps {
  /** Null is closed. */
  day: Day | null
  labelledBy: string
  onClose: () => void
  children: ReactNode
}

/** Shows a day beside its cell, where there is no room for it beside the month. */
export function DayPopover({ day, labelledBy, onClose, children }: DayPopoverProps) {
  const cell = day === null ? null : document.querySelector<HTMLElement>(`[data-day="${day}"]`)
  return (
    <AnchoredPopover anchor={cell} labelledBy={labelledBy} onClose={onClose}>
      <Popover.Close
        aria-label={quickTexts.close}
        className="float-right -mt-2 -mr-2 grid size-10 place-items-center rounded-lg text-muted hover:bg-sunk hover:text-ink"
      >
        <X aria-hidden="true" className="size-5" />
      </Popover.Close>
      {children}
    </AnchoredPopover>
  )
}
