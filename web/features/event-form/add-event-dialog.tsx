import { useEffect, useState } from 'react'
import { removeDraft } from '#web/api/drafts.ts'
import type { CalendarEvent, EventCalendar } from '#web/features/events/event.ts'
import { copyOf } from '#web/features/events/event-draft.ts'
import { useCreateEvent } from '#web/features/events/mutations.ts'
import { useHasRecipients } from '#web/features/events/queries.ts'
import { eventTexts, panelTexts } from '#web/features/events/texts.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { CancelButton, Dialog, StickyActions } from '#web/ui/dialog.tsx'
import { MainButton } from '#web/ui/main-button.tsx'
import { longDay } from '../../../domain/date-words.ts'
import type { Day } from '../../../domain/dates.ts'
import { isEventDay } from '../../../domain/event-times.ts'
import { addEventProblem, type EventDraft, missingField, newEventDraft } from '../../../domain/events.ts'
import { useIsAddingImage } from './add-image.ts'
import { ChooseDay } from './choose-day.tsx'
import { DraftNotice, DraftState } from './draft-notice.tsx'
import { EventFields } from './event-fields.tsx'
import { keptNewDraft } from './kept-draft.ts'
import { MailerField } from './mailer-field.tsx'
import { QuickAddField } from './quick-add-field.tsx'
import { addingImage, noRecipients, reasons } from './reasons.ts'
import { useDraft, useKeptDraft } from './use-draft.ts'
import { useEventForm } from './use-event-form.ts'
import { useSending } from './use-sending.ts'

interface AddEventDialogProps {
  /** Null is closed, unless an event is to be copied. */
  day: Day | null
  /** The times of a slot that was chosen in the time grid. */
  times?: { startTime: string; endTime: string } | undefined
  /** The event to copy; the dialog asks for its new day first. */
  source?: CalendarEvent | null
  calendar: EventCalendar
  userId: string
  onClose: () => void
}

export function AddEventDialog({ day: given, times, source = null, calendar, userId, onClose }: AddEventDialogProps) {
  const create = useCreateEvent(calendar, userId)
  const [chosen, setChosen] = useState<Day | null>(null)
  const day = chosen ?? given
  // A copy has the event it came from.
  const draftKey = [userId, calendar.id, source?.id ?? 'new'].join(':')
  function close() {
    removeDraft(draftKey)
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
      {day && (
        <AddEventForm
          given={source ? copyOf(source, calendar.time_zone, day) : { ...newEventDraft(day), ...times }}
          calendar={calendar}
          draftKey={draftKey}
          create={create}
          sourceId={source?.id}
          onDay={setChosen}
          onClose={close}
        />
      )}
      {!day && source && <ChooseDay zone={calendar.time_zone} onChoose={setChosen} onCancel={close} />}
    </Dialog>
  )
}

interface AddEventFormProps {
  /** What to open the form with. */
  given: EventDraft
  calendar: EventCalendar
  draftKey: string
  create: ReturnType<typeof useCreateEvent>
  /** The event that is copied. */
  sourceId: string | undefined
  /** Called with the day in the form, for the title. */
  onDay: (day: Day) => void
  onClose: () => void
}

function AddEventForm({ given, calendar, draftKey, create, sourceId, onDay, onClose }: AddEventFormProps) {
  const hasRecipients = useHasRecipients(calendar.id, true)
  const isAddingImage = useIsAddingImage()
  const zone = calendar.time_zone
  // The first one: what is given follows the day in the form, for the title.
  const [opened] = useState(given)
  const kept = useKeptDraft(draftKey, opened, keptNewDraft)
  const { form, more, bind } = useEventForm({
    defaultValues: kept ?? opened,
    problemOf: (draft) => addEventProblem(draft, { now: new Date(), zone, hasRecipients: hasRecipients !== false }),
    save: (checked) =>
      create.mutate({ form: checked, isSentNow: sending.isNow, copyOf: sourceId }, { onSuccess: onClose }),
    isBusy: create.isPending || isAddingImage,
  })
  const sending = useSending({ form, calendar, isAdmin: true })
  const isUnsaved = useDraft(form, opened, draftKey)
  const draft = form.watch()
  const missing = missingField(draft)
  useEffect(() => {
    if (isEventDay(draft.day)) onDay(draft.day)
  }, [draft.day, onDay])

  return (
    <form {...bind}>
      {hasRecipients === false && (
        <div className="mb-5">
          <Banner
            variant="warning"
            title={eventTexts.noRecipientsBanner.title}
            action={
              <ButtonLink id="add-people" to={`/calendars/${calendar.id}/people`} variant="secondary" size="small">
                {panelTexts.addPeople}
              </ButtonLink>
            }
          >
            {eventTexts.noRecipientsBanner.body}
          </Banner>
        </div>
      )}
      {kept && isUnsaved && <DraftNotice onStartOver={() => form.reset(opened)} />}
      <QuickAddField form={form} zone={zone} onRepeat={more.open} />
      <EventFields form={form} calendar={calendar} isAdmin opened={null} more={more} />
      <div className="mt-5">
        <MailerField form={form} calendar={calendar} sending={sending} isAdmin disabled={create.isPending} />
      </div>
      <StickyActions>
        <DraftState isUnsaved={isUnsaved} />
        <CancelButton disabled={create.isPending} />
        <MainButton
          reason={hasRecipients === false ? noRecipients : isAddingImage ? addingImage : missing && reasons[missing]}
          working={create.isPending}
        >
          {create.isPending ? eventTexts.creating : eventTexts.createEvent}
        </MainButton>
      </StickyActions>
    </form>
  )
}
