import { useState } from 'react'
import { longDay } from '#domain/date-words.ts'
import type { Day } from '#domain/dates.ts'
import { addEventProblem, isComplete, newEventDraft } from '#domain/events.ts'
import { eventProblemTexts } from '#domain/texts/events.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useIsAddingImage } from './add-image.ts'
import { ChooseDay } from './choose-day.tsx'
import type { CalendarEvent, EventCalendar } from './event.ts'
import { copyOf } from './event-draft.ts'
import { EventFields } from './event-fields.tsx'
import { useCreateEvent } from './mutations.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { useHasRecipients } from './queries.ts'
import { dialogTexts, eventTexts, panelTexts, previewDialogTexts } from './texts.ts'
import { useEventForm } from './use-event-form.ts'
import { usePreview } from './use-preview.ts'

interface AddEventDialogProps {
  /** Null is closed, unless an event is to be copied. */
  day: Day | null
  /** The event to copy; the dialog asks for its new day first. */
  source?: CalendarEvent | null
  calendar: EventCalendar
  userId: string
  onClose: () => void
}

export function AddEventDialog({ day: given, source = null, calendar, userId, onClose }: AddEventDialogProps) {
  const create = useCreateEvent(calendar, userId)
  const [chosen, setChosen] = useState<Day | null>(null)
  const day = given ?? chosen
  function close() {
    setChosen(null)
    onClose()
  }
  return (
    <Dialog
      open={given !== null || source !== null}
      onClose={close}
      closable={!create.isPending}
      size={day ? 'large' : undefined}
      title={day ? eventTexts.addEventOn(longDay(day)) : source && panelTexts.duplicate(source.title)}
    >
      {/* Mounted with the dialog, so closing it discards what was typed. */}
      {day && <AddEventForm day={day} source={source} calendar={calendar} create={create} onClose={close} />}
      {!day && source && <ChooseDay zone={calendar.time_zone} onChoose={setChosen} onCancel={close} />}
    </Dialog>
  )
}

interface AddEventFormProps {
  day: Day
  source: CalendarEvent | null
  calendar: EventCalendar
  create: ReturnType<typeof useCreateEvent>
  onClose: () => void
}

function AddEventForm({ day, source, calendar, create, onClose }: AddEventFormProps) {
  const form = useEventForm(source ? copyOf(source, calendar.time_zone, day) : newEventDraft(day))
  const preview = usePreview(calendar)
  const hasRecipients = useHasRecipients(calendar.id, true)
  const isAddingImage = useIsAddingImage()
  const draft = form.watch()

  const save = form.handleSubmit((checked) => create.mutate(checked, { onSuccess: onClose }))

  function submit(event: React.FormEvent) {
    event.preventDefault()
    const context = { now: new Date(), zone: calendar.time_zone, hasRecipients: hasRecipients !== false }
    const problem = addEventProblem(form.getValues(), context)
    if (problem) toast(eventProblemTexts[problem])
    else void save()
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      {hasRecipients === false && (
        <Banner variant="warning" title={eventTexts.noRecipientsBanner.title}>
          {eventTexts.noRecipientsBanner.body}
        </Banner>
      )}
      <EventFields form={form} calendar={calendar} />
      <DialogActions>
        <Button
          variant="secondary"
          className="sm:mr-auto"
          disabled={create.isPending}
          working={preview.isPending}
          onClick={() => preview.show(form.getValues())}
        >
          {preview.isPending ? dialogTexts.previewing : previewDialogTexts.previewEmail}
        </Button>
        <Button variant="secondary" disabled={create.isPending} onClick={onClose}>
          {eventTexts.cancel}
        </Button>
        <Button
          type="submit"
          disabled={!isComplete(draft) || !hasRecipients || isAddingImage}
          working={create.isPending}
        >
          {create.isPending ? eventTexts.creating : eventTexts.createEvent}
        </Button>
      </DialogActions>
      <PreviewDialog html={preview.html} onClose={preview.close} />
    </form>
  )
}
