import { useEffect, useState } from 'react'
import { leftOf, type Slot, slotKinds } from '#domain/slots.ts'
import { slotTexts } from '#domain/texts/slots.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import { slotCardTexts } from './texts.ts'

const loadDialog = () => import('./slots-dialog.tsx')
const SlotsDialog = lazyExport(loadDialog, 'SlotsDialog')

interface SlotsCardProps {
  calendar: { id: string }
  event: { id: string; title: string; start_time: string }
  slots: Slot[]
}

/** Shows visitors what an event needs. The dialog that signs up is loaded when it opens. */
export function SlotsCard({ calendar, event, slots }: SlotsCardProps) {
  const [chosen, setChosen] = useState<Slot | null>(null)
  const [open, setOpen] = useState(false)
  return (
    <SlotsFrame
      event={event}
      slots={slots}
      onApproach={() => setTimeout(loadDialog)}
      onChoose={(slot) => {
        setChosen(slot)
        setOpen(true)
      }}
    >
      <noscript>
        <p className="mt-3 text-muted">{slotCardTexts.noScript}</p>
      </noscript>
      {chosen && (
        <MountOnOpen open={open}>
          <SlotsDialog
            key={chosen.id}
            calendar={calendar}
            event={event}
            slot={chosen}
            open={open}
            onClose={() => setOpen(false)}
          />
        </MountOnOpen>
      )}
    </SlotsFrame>
  )
}

interface SlotsFrameProps {
  event: { start_time: string }
  slots: Slot[]
  /** How many the person has of each line; undefined: nobody knows. */
  mine?: Map<string, number>
  onChoose: (slot: Slot) => void
  onApproach?: () => void
  children?: React.ReactNode
}

/** Lists what is needed; the page is cached, so whether it is too late is known in the browser only. */
export function SlotsFrame({ event, slots, mine, onChoose, onApproach, children }: SlotsFrameProps) {
  const [isOver, setIsOver] = useState(false)
  const start = Date.parse(event.start_time)
  useEffect(() => setIsOver(start <= Date.now()), [start])
  const total = (of: 'taken' | 'wanted') => slots.reduce((sum, slot) => sum + slot[of], 0)
  const isNeeded = slots.some((slot) => leftOf(slot) > 0)
  return (
    <section aria-labelledby="slots" className="self-start rounded-xl border border-line bg-card p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="slots" className="text-xl">
          {slotCardTexts.title}
        </h2>
        <p className="text-[0.9375rem] text-muted">{slotCardTexts.total(total('taken'), total('wanted'))}</p>
      </div>
      {!isNeeded && <p className="mt-1 text-[0.9375rem]">{slotTexts.nothingNeeded}</p>}
      {slotKinds.map((kind) => {
        const lines = slots.filter((slot) => slot.kind === kind)
        if (lines.length === 0) return null
        return (
          <div key={kind} className="mt-4">
            <h3 className="font-sans text-[0.9375rem] font-semibold text-muted">{slotTexts.kinds[kind]}</h3>
            <ul className="divide-y divide-line">
              {lines.map((slot) => {
                const left = leftOf(slot)
                const own = mine?.get(slot.id) ?? 0
                return (
                  <li key={slot.id} className="flex min-h-14 items-center gap-3 py-2">
                    <div className="min-w-0 flex-1">
                      <p dir="auto" className="font-semibold wrap-anywhere">
                        {slot.title}
                      </p>
                      <p className="flex flex-wrap items-center gap-x-2 text-[0.9375rem] text-muted">
                        <Dots slot={slot} />
                        {left > 0 ? slotCardTexts.left(left, slot.wanted) : slotCardTexts.taken}
                        {own > 0 && <span className="font-semibold text-ok">{slotCardTexts.mine(own)}</span>}
                      </p>
                    </div>
                    {!isOver && (left > 0 || own > 0) && (
                      <Button
                        size="small"
                        variant="secondary"
                        data-print="no"
                        onClick={() => onChoose(slot)}
                        onPointerEnter={onApproach}
                        onFocus={onApproach}
                      >
                        {own > 0 ? slotCardTexts.change : slotCardTexts.signUp}
                        <span className="sr-only"> {slot.title}</span>
                      </Button>
                    )}
                  </li>
                )
              })}
            </ul>
          </div>
        )
      })}
      {isOver && isNeeded && <p className="mt-3">{slotTexts.closed}</p>}
      {children}
    </section>
  )
}

/** Draws a dot for each place, as long as they can be counted at a glance. */
function Dots({ slot: { wanted, taken } }: { slot: Slot }) {
  if (wanted > 6) return null
  return (
    <span aria-hidden="true" className="flex gap-0.5">
      {Array.from({ length: wanted }, (_, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number
          key={place}
          className={classes(
            'size-2 rounded-full border',
            place < taken ? 'border-event bg-event' : 'border-line-strong',
          )}
        />
      ))}
    </span>
  )
}
