import { type FormEvent, useState } from 'react'
import { CategoryDot } from '#web/features/calendar-view/category-mark.tsx'
import { DayRangeFields } from '#web/features/events/day-range-fields.tsx'
import type { CalendarEvent, EventCalendar } from '#web/features/events/event.ts'
import { EventRows } from '#web/features/events/event-rows.tsx'
import { EventsDialog, type EventsFormProps } from '#web/features/events/events-dialog.tsx'
import { eventTexts, panelTexts } from '#web/features/events/texts.ts'
import { classes } from '#web/ui/classes.ts'
import { CancelButton, StickyActions } from '#web/ui/dialog.tsx'
import { InputField, SelectField } from '#web/ui/fields.tsx'
import { MainButton } from '#web/ui/main-button.tsx'
import { Checkbox } from '#web/ui/selection-controls.tsx'
import { type BulkAction, bulkActions } from '../../../domain/bulk-change.ts'
import { type EventCategory, eventCategories } from '../../../domain/categories.ts'
import { shortDay } from '../../../domain/date-words.ts'
import { addDays, dayInZone } from '../../../domain/dates.ts'
import { placeWords, timeWords } from '../../../domain/event-words.ts'
import { EVENT_STATUS_REASON_MAX } from '../../../domain/limits.ts'
import { takesPlace } from '../../../domain/statuses.ts'
import { categoryNames } from '../../../domain/texts/categories.ts'
import { useChangeEvents, useEventsBetween } from './bulk.ts'
import { bulkTexts } from './bulk-texts.ts'
import { matching, placesOf } from './matching-events.ts'

interface BulkDialogProps {
  /** Null is closed. */
  calendar: EventCalendar | null
  onClose: () => void
}

/** Cancels, confirms, changes or deletes several events at once: a rain-out, or what an import brought. */
export function BulkDialog(props: BulkDialogProps) {
  return (
    <EventsDialog {...props} title={bulkTexts.title} description={bulkTexts.description}>
      {(form) => <BulkForm {...form} />}
    </EventsDialog>
  )
}

const DAYS_AHEAD = 30

function BulkForm({ calendar, onClose, onWorking }: EventsFormProps<EventCalendar>) {
  const [today] = useState(() => dayInZone(Date.now(), calendar.time_zone))
  const [days, setDays] = useState({ first: today, last: addDays(today, DAYS_AHEAD) })
  const [place, setPlace] = useState('')
  const [words, setWords] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [action, setAction] = useState<BulkAction>('cancel')
  const [reason, setReason] = useState('')
  const [category, setCategory] = useState<EventCategory>('Event')
  const [inMailer, setInMailer] = useState(true)
  const [notify, setNotify] = useState(true)
  const { data, error } = useEventsBetween(calendar.id, days.first, days.last)
  const change = useChangeEvents(calendar.id)

  const events = matching(data ?? [], { place, words })
  // What the filters hide is not changed.
  const chosen = events.filter(({ id }) => ticked.has(id))
  const isNews = action !== 'category' && action !== 'mailer'
  const saysWhy = action === 'cancel' || action === 'postpone' || action === 'still_on'

  const tick = (ids: string[], isOn: boolean) => {
    const next = new Set(ticked)
    for (const id of ids) isOn ? next.add(id) : next.delete(id)
    setTicked(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen.length === 0) return
    onWorking(true)
    change.mutate(
      {
        action,
        events: chosen.map(({ id, updated_at }) => ({ id, updated_at })),
        reason: saysWhy && reason.trim() !== '' ? reason : null,
        category,
        include_in_mailer: inMailer,
        notify: isNews && notify,
      },
      { onSuccess: onClose, onSettled: () => onWorking(false) },
    )
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <div className="grid gap-3 min-[25rem]:grid-cols-2 sm:grid-cols-4">
        <DayRangeFields days={days} onChange={setDays} />
        <SelectField
          label={bulkTexts.place}
          value={place}
          onChange={({ target }) => setPlace(target.value)}
          placeholder={bulkTexts.anyPlace}
          options={placesOf(data ?? []).map((each) => [each, each])}
        />
        <InputField label={bulkTexts.search} value={words} onChange={({ target }) => setWords(target.value)} />
      </div>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-sm font-semibold">{bulkTexts.list}</legend>
        {error && <p role="alert">{eventTexts.notLoaded}</p>}
        {!data && !error && <p role="status">{panelTexts.loading}</p>}
        {data && events.length === 0 && <p className="rounded-lg bg-sunk p-4 text-muted">{bulkTexts.none}</p>}
        {events.length > 0 && (
          <EventRows
            label={bulkTexts.list}
            all={bulkTexts.all(events.length)}
            rows={events.map((event) => ({ key: event.id, isTicked: ticked.has(event.id), event }))}
            onTick={tick}
            className="mt-2 max-h-72 overflow-y-auto"
          >
            {({ event }, boxId) => (
              <label htmlFor={boxId}>
                <EventLine event={event} zone={calendar.time_zone} />
              </label>
            )}
          </EventRows>
        )}
        <p role="status" className="mt-2 text-sm text-muted">
          {bulkTexts.chosen(chosen.length)}
        </p>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={bulkTexts.action}
          hint={bulkTexts.actionHints[action] || undefined}
          value={action}
          onChange={({ target }) => setAction(bulkActions.find((each) => each === target.value) ?? 'cancel')}
          options={bulkActions.map((each) => [each, bulkTexts.actions[each]])}
        />
        {saysWhy && (
          <InputField
            label={action === 'still_on' ? bulkTexts.note : bulkTexts.reason}
            hint={action === 'still_on' ? bulkTexts.noteHint : bulkTexts.reasonHint}
            autoComplete="off"
            maxLength={EVENT_STATUS_REASON_MAX}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        {action === 'category' && (
          <SelectField
            label={bulkTexts.category}
            value={category}
            onChange={({ target }) => setCategory(eventCategories.find((each) => each === target.value) ?? 'Event')}
            options={eventCategories.map((each) => [each, categoryNames[each]])}
          />
        )}
      </div>
      {action === 'mailer' && (
        <Checkbox
          label={bulkTexts.mailer}
          hint={bulkTexts.mailerHint}
          checked={inMailer}
          onChange={({ target }) => setInMailer(target.checked)}
        />
      )}
      {isNews && (
        <Checkbox
          label={bulkTexts.notify}
          hint={bulkTexts.notifyHint}
          checked={notify}
          onChange={({ target }) => setNotify(target.checked)}
        />
      )}
      <StickyActions>
        <CancelButton disabled={change.isPending} />
        <MainButton
          variant={action === 'delete' ? 'danger' : 'primary'}
          reason={chosen.length === 0 ? { says: bulkTexts.tickOne } : null}
          working={change.isPending}
        >
          {change.isPending ? bulkTexts.working : bulkTexts.submit(action, chosen.length)}
        </MainButton>
      </StickyActions>
    </form>
  )
}

/** Shows "● Nov 20, 6:30 PM – 8:00 PM · Porch concert · Library". */
function EventLine({ event, zone }: { event: CalendarEvent; zone: string }) {
  const place = placeWords(event)
  return (
    <span className="wrap-anywhere">
      <CategoryDot category={event.category} className="mr-1.5 inline-block" isOff={!takesPlace(event.status)} />
      <span className={classes('font-semibold', !takesPlace(event.status) && 'line-through')}>{event.title}</span>
      <span className="block text-sm text-muted">
        {[shortDay(event.event_date), timeWords(event, zone), ...(place ? [place] : [])].join(', ')}
      </span>
    </span>
  )
}
