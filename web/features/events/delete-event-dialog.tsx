import { eventTexts } from '#domain/texts/events.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import type { CalendarEvent, EventCalendar } from './event.ts'
import { useDeleteEvent } from './mutations.ts'
import { dialogTexts } from './texts.ts'

interface DeleteEventDialogProps {
  /** Null is closed. */
  event: CalendarEvent | null
  calendar: EventCalendar
  onClose: () => void
}

export function DeleteEventDialog({ event, calendar, onClose }: DeleteEventDialogProps) {
  const remove = useDeleteEvent(calendar)
  return (
    <AlertDialog
      open={event !== null}
      onOpenChange={(open) => !open && onClose()}
      title={eventTexts.deleteEvent}
      description={event && dialogTexts.deleteBody(event.title, event.event_date)}
      confirm={remove.isPending ? dialogTexts.deleting : eventTexts.deleteEvent}
      working={remove.isPending}
      onConfirm={() => event && remove.mutate(event, { onSuccess: onClose })}
    />
  )
}
