import { type MouseEvent, Suspense, useState } from 'react'
import type { LinkedEvent } from '#domain/calendar-links.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { SheetIcon } from '#web/ui/icon-sheet.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { buttonTexts } from './button-texts.ts'
import type { LinkedCalendar } from './event-links.tsx'
import { loadDialogs } from './load-dialogs.ts'

const AddEventLinks = lazyExport(loadDialogs, 'AddEventLinks')

interface AddToCalendarProps {
  calendar: LinkedCalendar
  event: LinkedEvent
  look?: 'link' | 'button' | undefined
}

/** Links to the .ics file; with scripts it opens a choice of calendar apps instead. */
export function AddToCalendar({ calendar, event, look = 'link' }: AddToCalendarProps) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')

  function open(click: MouseEvent) {
    const opensElsewhere = click.metaKey || click.ctrlKey || click.shiftKey || click.altKey
    if (opensElsewhere) return
    click.preventDefault()
    setState('open')
  }

  return (
    <>
      <a
        href={`/calendar/${calendar.id}/events/${event.id}.ics`}
        data-print="no"
        aria-label={buttonTexts.addFor(event.title)}
        onClick={open}
        className={
          look === 'link'
            ? 'mt-1.5 inline-flex min-h-6 items-center gap-1.5 text-sm link'
            : buttonClasses({ variant: 'secondary' })
        }
      >
        <SheetIcon name="calendar-plus" className={look === 'link' ? 'size-4 shrink-0' : 'size-5 shrink-0'} />
        {look === 'link' ? buttonTexts.add : buttonTexts.addShort}
      </a>
      {state !== 'never' && (
        <Suspense>
          <AddEventLinks calendar={calendar} event={event} open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  )
}
