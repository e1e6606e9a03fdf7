import type { LinkedEvent } from '#domain/calendar-links.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EventLinks, type LinkedCalendar } from './event-links.tsx'
import { addTexts } from './texts.ts'

interface AddEventLinksProps {
  calendar: LinkedCalendar
  event: LinkedEvent
  open: boolean
  onClose: () => void
}

export function AddEventLinks({ calendar, event, open, onClose }: AddEventLinksProps) {
  return (
    <Dialog open={open} onClose={onClose} title={addTexts.title(event.title)} description={addTexts.lead}>
      <EventLinks calendar={calendar} event={event} className="grid gap-2" />
    </Dialog>
  )
}
