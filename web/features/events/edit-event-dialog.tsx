import { longDay } from '#domain/date-words.ts'
import { editEventProblem } from '#domain/events.ts'
import { eventProblemTexts, eventTexts, previewTexts } from '#domain/texts/events.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import type { CalendarEvent, EventCalendar } from './event.ts'
import { draftOf } from './event-draft.ts'
import { EventFields } from './event-fields.tsx'
import { useUpdateEvent } from './mutations.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { dialogTexts } from './texts.ts'
import { useEventForm } from './use-event-form.ts'
import { usePreview } from './use-preview.ts'

interface EditEventDialogProps {
  /** Null is closed. */
  event: CalendarEvent | null
  calendar: EventCalendar
  onClose: () => void
}

/** Everything but the day can be changed. */
export function EditEventDialog({ event, calendar, onClose }: EditEventDialogProps) {
  const update = useUpdateEvent(calendar)
  return (
    <Dialog
      open={event !== null}
      onOpenChange={(open) => !open && onClose()}
      closable={!update.isPending}
      size="large"
      title={eventTexts.editEvent}
      description={event && longDay(event.event_date)}
    >
      {event && <EditEventForm event={event} calendar={calendar} update={update} onClose={onClose} />}
    </Dialog>
  )
}

interface EditEventFormProps {
  event: CalendarEvent
  calendar: EventCalendar
  update: ReturnType<typeof useUpdateEvent>
  onClose: () => void
}

function EditEventForm({ event, calendar, update, onClose }: EditEventFormProps) {
  const form = useEventForm(draftOf(event, calendar.time_zone))
  const preview = usePreview(calendar)

  const save = form.handleSubmit((checked) => update.mutate({ form: checked, event }, { onSuccess: onClose }))

  function submit(submitted: React.FormEvent) {
    submitted.preventDefault()
    const problem = editEventProblem(form.getValues(), {
      lastDay: event.end_date,
      now: new Date(),
      zone: calendar.time_zone,
    })
    if (problem) toast(eventProblemTexts[problem])
    else void save()
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <EventFields form={form} />
      <DialogActions>
        <Button
          look="secondary"
          className="sm:mr-auto"
          disabled={update.isPending}
          working={preview.isPending}
          onClick={() => preview.show(form.getValues())}
        >
          {preview.isPending ? dialogTexts.previewing : previewTexts.previewEmail}
        </Button>
        <Button look="secondary" disabled={update.isPending} onClick={onClose}>
          {eventTexts.cancel}
        </Button>
        <Button type="submit" working={update.isPending}>
          {update.isPending ? dialogTexts.saving : dialogTexts.save}
        </Button>
      </DialogActions>
      <PreviewDialog html={preview.html} onClose={preview.close} />
    </form>
  )
}
