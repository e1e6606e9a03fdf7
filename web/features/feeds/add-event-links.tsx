import type { LinkedEvent } from '#domain/calendar-links.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EventLinks, type LinkedCalendar } from './event-links.tsx'
import { addTexts } from './texts.ts'

interface AddEventLinksProps {
  calendar: LinkedCalendar
  event: LinkedEvent
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function AddEventLinks({ calendar, event, open, onOpenChange }: AddEventLinksProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={addTexts.title(event.title)} description={addTexts.lead}>
      <EventLinks calendar={calendar} event={event} className="grid gap-2" />
    </Dialog>
  )
}
