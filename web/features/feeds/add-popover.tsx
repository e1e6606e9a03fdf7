import type { LinkedEvent } from '#domain/calendar-links.ts'
import { daysOf } from '#domain/event-words.ts'
import type { LinkedEvent as AnsweredEvent, LinkedAnswer } from '#domain/linked.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { SheetIcon } from '#web/ui/icon-sheet.tsx'
import { uiTexts } from '#web/ui/texts.ts'
import { buttonTexts } from './button-texts.ts'
import { EventLinks, type LinkedCalendar } from './event-links.tsx'
import { addTexts } from './texts.ts'

interface AddPopoverProps {
  calendar: LinkedCalendar
  event: LinkedEvent
  /** The first thing to do on its page: it is yellow, with all its words on a phone too. */
  isMain?: boolean
}

/** Offers the calendar apps by the browser's own means, so that it works without scripts. */
export function AddPopover({ calendar, event, isMain = false }: AddPopoverProps) {
  return (
    <>
      <Button variant={isMain ? 'primary' : 'secondary'} popoverTarget="add-event">
        <SheetIcon name="calendar-plus" className="size-5 shrink-0" />
        {!isMain && <span className="sm:hidden">{buttonTexts.addShort}</span>}
        <span className={isMain ? undefined : 'max-sm:hidden'}>{buttonTexts.add}</span>
      </Button>
      <div
        id="add-event"
        popover="auto"
        role="dialog"
        aria-labelledby="add-event-title"
        className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-2xl border border-line bg-raised p-6 text-ink shadow-high backdrop:bg-black/50"
      >
        <h2 id="add-event-title" className="text-xl wrap-anywhere">
          {addTexts.title(event.title)}
        </h2>
        <p className="mt-1 mb-4 text-muted">{addTexts.lead}</p>
        <EventLinks calendar={calendar} event={event} className="grid gap-2" />
        <button
          type="button"
          popoverTarget="add-event"
          popoverTargetAction="hide"
          className={`${buttonClasses({ variant: 'quiet' })} mt-2 w-full`}
        >
          {uiTexts.close}
        </button>
      </div>
    </>
  )
}

/** For somebody who answered an event. Their link knows no description. */
export function addAnswered({ event, calendar }: { event: AnsweredEvent; calendar: LinkedAnswer['calendar'] }) {
  const [event_date, end_date] = daysOf(event, calendar.time_zone)
  return (
    <AddPopover
      calendar={{ ...calendar, disabled: !calendar.is_public }}
      event={{ ...event, event_date, end_date, description: null, link_url: null }}
      isMain
    />
  )
}
