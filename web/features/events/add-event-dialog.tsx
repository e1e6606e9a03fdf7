import { useEffect, useState } from 'react'
import { longDay } from '#domain/date-words.ts'
import type { Day } from '#domain/dates.ts'
import { isEventDay } from '#domain/event-times.ts'
import { addEventProblem, isComplete, newEventDraft } from '#domain/events.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, StickyActions } from '#web/ui/dialog.tsx'
import { useIsAddingImage } from './add-image.ts'
import { ChooseDay } from './choose-day.tsx'
import type { CalendarEvent, EventCalendar } from './event.ts'
import { copyOf } from './event-draft.ts'
import { EventFields } from './event-fields.tsx'
import { MailerField } from './mailer-field.tsx'
import { useCreateEvent } from './mutations.ts'
import { useHasRecipients } from './queries.ts'
import { eventTexts, panelTexts } from './texts.ts'
import { useEventForm } from './use-event-form.ts'

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
  const day = chosen ?? given
  function close() {
    setChosen(null)
    onClose()
  }
  return (
    <Dialog
      open={given !== null || source !== null}
      onClose={close}
      closable={!create.isPending}
      sheet
      title={day ? eventTexts.addEventOn(longDay(day)) : source && panelTexts.duplicate(source.title)}
    >
      {/* Mounted with the dialog, so closing it discards what was typed. */}
      {day && (
        <AddEventForm day={day} source={source} calendar={calendar} create={create} onDay={setChosen} onClose={close} />
      )}
      {!day && source && <ChooseDay zone={calendar.time_zone} onChoose={setChosen} onCancel={close} />}
    </Dialog>
  )
}

interface AddEventFormProps {
  day: Day
  source: CalendarEvent | null
  calendar: EventCalendar
  create: ReturnType<typeof useCreateEvent>
  /** Called with the day in the form, for the title. */
  onDay: (day: Day) => void
  onClose: () => void
}

function AddEventForm({ day, source, calendar, create, onDay, onClose }: AddEventFormProps) {
  const hasRecipients = useHasRecipients(calendar.id, true)
  const isAddingImage = useIsAddingImage()
  const zone = calendar.time_zone
  const { form, more, bind } = useEventForm({
    defaultValues: source ? copyOf(source, zone, day) : newEventDraft(day),
    problemOf: (draft) => addEventProblem(draft, { now: new Date(), zone, hasRecipients: hasRecipients !== false }),
    save: (checked) => create.mutate(checked, { onSuccess: onClose }),
    isBusy: create.isPending || isAddingImage,
  })
  const draft = form.watch()
  useEffect(() => {
    if (isEventDay(draft.day)) onDay(draft.day)
  }, [draft.day, onDay])

  return (
    <form {...bind}>
      {hasRecipients === false && (
        <div className="mb-5">
          <Banner variant="warning" title={eventTexts.noRecipientsBanner.title}>
            {eventTexts.noRecipientsBanner.body}
          </Banner>
        </div>
      )}
      <EventFields form={form} calendar={calendar} isAdmin isNew more={more} />
      <div className="mt-5">
        <MailerField form={form} calendar={calendar} isAdmin disabled={create.isPending} />
      </div>
      <StickyActions>
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
      </StickyActions>
    </form>
  )
}
