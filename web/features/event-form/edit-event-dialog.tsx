import { useState } from 'react'
import { useClients } from '#web/api/clients.ts'
import { removeDraft } from '#web/api/drafts.ts'
import { codeOf } from '#web/api/request-errors.ts'
import type { CalendarEvent, EventCalendar } from '#web/features/events/event.ts'
import { draftOf } from '#web/features/events/event-draft.ts'
import { type EventEdit, editOf, isMaterial } from '#web/features/events/event-edit.ts'
import { readEvent, useUpdateEvent } from '#web/features/events/mutations.ts'
import { NotifyChoice } from '#web/features/events/notify-choice.tsx'
import { useNotifiedCount, useRepeatOf } from '#web/features/events/queries.ts'
import { repeatTexts } from '#web/features/events/repeat-texts.ts'
import { ScopeChoice } from '#web/features/events/scope-choice.tsx'
import { dialogTexts, eventTexts } from '#web/features/events/texts.ts'
import { useShowDay } from '#web/features/events/use-show-day.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { CancelButton, Dialog, StickyActions } from '#web/ui/dialog.tsx'
import { MainButton } from '#web/ui/main-button.tsx'
import { type EventDraft, type EventForm, editEventProblem } from '../../../domain/events.ts'
import type { EventScope } from '../../../domain/recurrence/edit.ts'
import { canAddEvent, type Membership } from '../../../domain/roles.ts'
import { takesPlace } from '../../../domain/statuses.ts'
import { useIsAddingImage } from './add-image.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DraftNotice, DraftState } from './draft-notice.tsx'
import { EventFields } from './event-fields.tsx'
import { MailerField } from './mailer-field.tsx'
import { addingImage } from './reasons.ts'
import { StatusField } from './status-field.tsx'
import { useDraft, useKeptDraft } from './use-draft.ts'
import { useEventForm } from './use-event-form.ts'
import { useSending } from './use-sending.ts'

interface EditEventDialogProps {
  /** Null is closed. */
  event: CalendarEvent | null
  calendar: EventCalendar
  membership: Membership
  onClose: () => void
}

/** Edits an event. Another day moves it, as Move does. */
export function EditEventDialog({ event, calendar, membership, onClose }: EditEventDialogProps) {
  const update = useUpdateEvent(calendar)
  const repeat = useRepeatOf(event)
  const draftKey = [membership.userId, calendar.id, event?.id, event?.updated_at].join(':')
  function close() {
    removeDraft(draftKey)
    onClose()
  }
  return (
    <Dialog open={event !== null} onClose={close} closable={!update.isPending} sheet title={eventTexts.editEvent}>
      {/* The form needs the event's repeat rule from the start. */}
      {event && repeat && (
        <EditEventForm
          opened={draftOf(event, calendar.time_zone, repeat)}
          event={event}
          calendar={calendar}
          canRepeat={canAddEvent(membership)}
          update={update}
          draftKey={draftKey}
          onClose={close}
        />
      )}
    </Dialog>
  )
}

interface EditEventFormProps {
  opened: ReturnType<typeof draftOf>
  event: CalendarEvent
  calendar: EventCalendar
  canRepeat: boolean
  draftKey: string
  update: ReturnType<typeof useUpdateEvent>
  onClose: () => void
}

function EditEventForm({
  opened: first,
  event: given,
  calendar,
  canRepeat,
  draftKey,
  update,
  onClose,
}: EditEventFormProps) {
  // What the form is compared with: the event as it was opened, or as somebody else has saved it since.
  const [{ event, opened }, setBase] = useState({ event: given, opened: first })
  const [theirs, setTheirs] = useState<CalendarEvent | null>(null)
  const clients = useClients()
  const notifiedCount = useNotifiedCount(event.id)
  const isAddingImage = useIsAddingImage()
  const [notify, setNotify] = useState(true)
  const [pendingEdit, setPendingEdit] = useState<PendingEdit | null>(null)
  const zone = calendar.time_zone
  const showDay = useShowDay(zone)
  const kept = useKeptDraft(draftKey, opened)
  const { form, more, bind } = useEventForm({
    defaultValues: kept ?? opened,
    problemOf: (draft) => editEventProblem(draft, { lastDay: event.end_date, now: new Date(), zone }),
    save,
    isBusy: update.isPending || isAddingImage,
  })
  const isUnsaved = useDraft(form, opened, draftKey)
  const canNotify = notifiedCount > 0 && isMaterial(form.watch(), opened)
  const isInMailer = opened.include_in_mailer && opened.day === form.watch('day') && takesPlace(opened.status)
  const sending = useSending({ form, calendar, isAdmin: canRepeat, notified: notifiedCount, isJoining: !isInMailer })

  function send({ checked, edit }: PendingEdit, scope: EventScope) {
    const told = { notify: canNotify && notify, notifiedCount, isSentNow: sending.isNow }
    const change = { form: checked, edit, event, scope, ...told }
    const onSuccess = () => {
      onClose()
      if (checked.day !== event.event_date) showDay(checked.day)
    }
    update.mutate(change, { onSuccess, onError: (error) => void failed(error) })
  }

  async function failed(error: Error) {
    setPendingEdit(null)
    if (codeOf(error) === 'event_changed') setTheirs(await readEvent(clients, event.id).catch(() => null))
  }

  /** Goes on from the event that the other one saved. */
  function resolve(current: CalendarEvent, draft: EventDraft) {
    setTheirs(null)
    setBase({ event: current, opened: draftOf(current, zone, opened.repeat) })
    form.reset(draft, { keepDefaultValues: true })
  }

  function save(checked: EventForm) {
    const edit = editOf(checked, opened)
    const scopes = scopesFor(event, edit, canRepeat)
    if (scopes.length > 1) setPendingEdit({ checked, edit })
    else send({ checked, edit }, scopes[0] ?? 'this')
  }

  return (
    <form {...bind}>
      {kept && isUnsaved && <DraftNotice onStartOver={() => form.reset(opened)} />}
      <EventFields form={form} calendar={calendar} isAdmin={canRepeat} opened={opened} more={more}>
        <StatusField form={form} />
      </EventFields>
      {canNotify && (
        <div className="mt-5">
          <NotifyChoice count={notifiedCount} value={notify} onChange={setNotify} />
        </div>
      )}
      <div className="mt-5">
        <MailerField
          form={form}
          calendar={calendar}
          sending={sending}
          isAdmin={canRepeat}
          disabled={update.isPending}
        />
      </div>
      <StickyActions>
        <DraftState isUnsaved={isUnsaved} />
        <CancelButton disabled={update.isPending} />
        <MainButton reason={isAddingImage ? addingImage : null} working={update.isPending}>
          {update.isPending ? dialogTexts.saving : dialogTexts.save}
        </MainButton>
      </StickyActions>
      {theirs && (
        <ConflictDialog
          drafts={{ mine: form.getValues(), opened, theirs: draftOf(theirs, zone, opened.repeat) }}
          onCancel={() => setTheirs(null)}
          onResolve={(draft) => resolve(theirs, draft)}
        />
      )}
      <WhichDates
        scopes={pendingEdit ? scopesFor(event, pendingEdit.edit, canRepeat) : null}
        working={update.isPending}
        onCancel={() => setPendingEdit(null)}
        onChoose={(scope) => pendingEdit && send(pendingEdit, scope)}
      />
    </form>
  )
}

interface PendingEdit {
  checked: EventForm
  edit: EventEdit
}

/** Returns the scopes to offer: a new rule applies to several dates, a new day to one. Only admins edit several dates. */
function scopesFor(event: CalendarEvent, { times, rrule }: EventEdit, canRepeat: boolean): EventScope[] {
  if (event.series_id === null || !canRepeat) return ['this']
  if (rrule !== undefined) return ['following', 'all']
  return times && times.day !== event.event_date ? ['this'] : ['this', 'following', 'all']
}

interface WhichDatesProps {
  /** Null is closed. */
  scopes: EventScope[] | null
  working: boolean
  onCancel: () => void
  onChoose: (scope: EventScope) => void
}

function WhichDates({ scopes, working, onCancel, onChoose }: WhichDatesProps) {
  const [chosen, setChosen] = useState<EventScope>('this')
  const scope = scopes && !scopes.includes(chosen) ? (scopes[0] ?? 'this') : chosen
  return (
    <AlertDialog
      open={scopes !== null}
      onClose={onCancel}
      title={repeatTexts.scope.title}
      description={repeatTexts.scope.editBody}
      variant="primary"
      confirm={working ? dialogTexts.saving : dialogTexts.save}
      working={working}
      onConfirm={() => onChoose(scope)}
    >
      <ScopeChoice legend={repeatTexts.scope.edit} scopes={scopes ?? []} value={scope} onChange={setChosen} />
    </AlertDialog>
  )
}
