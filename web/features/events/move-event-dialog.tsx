import { type FormEvent, useState } from 'react'
import { longDay } from '#domain/date-words.ts'
import { addDays, type Day, dayInZone, daysBetween, isDay } from '#domain/dates.ts'
import { endAfter, lengthOf, timeProblem } from '#domain/event-times.ts'
import { isPastDay } from '#domain/events.ts'
import type { EventScope } from '#domain/recurrence/edit.ts'
import { canAddEvent, type Membership } from '#domain/roles.ts'
import { eventProblemTexts } from '#domain/texts/events.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { toast } from '#web/ui/toast.ts'
import type { CalendarEvent, EventCalendar } from './event.ts'
import { draftOf } from './event-draft.ts'
import { useQuickChange } from './mutations.ts'
import { noticeTexts } from './notice-texts.ts'
import { NotifyChoice } from './notify-choice.tsx'
import { useDelivery } from './queries.ts'
import { quickTexts } from './quick-texts.ts'
import { repeatTexts } from './repeat-texts.ts'
import { ScopeChoice } from './scope-choice.tsx'
import { dialogTexts, eventTexts } from './texts.ts'
import { useShowDay } from './use-show-day.ts'

/** The times an event is moved to. */
export interface MoveTarget {
  day: Day
  startTime: string
  endDay: Day
  endTime: string
}

interface MoveEventDialogProps {
  /** Null is closed. */
  event: CalendarEvent | null
  /** Where it was dragged to: the dialog then only asks what is left to decide. */
  target?: MoveTarget | undefined
  calendar: EventCalendar
  membership: Membership
  onClose: () => void
}

/** Moves an event to another day or time. The view follows it. */
export function MoveEventDialog({ event, target, calendar, membership, onClose }: MoveEventDialogProps) {
  const change = useQuickChange(calendar)
  const delivery = useDelivery(event?.id)
  return (
    <Dialog
      open={event !== null}
      onClose={onClose}
      closable={!change.isPending}
      title={quickTexts.moveTitle}
      description={event?.title}
    >
      {/* Whether people were notified decides what one click does. */}
      {event && delivery && (
        <MoveForm
          event={event}
          target={target}
          calendar={calendar}
          isAdmin={canAddEvent(membership)}
          notified={delivery.notified}
          change={change}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface MoveFormProps extends Pick<MoveEventDialogProps, 'target' | 'calendar' | 'onClose'> {
  event: CalendarEvent
  isAdmin: boolean
  notified: number
  change: ReturnType<typeof useQuickChange>
}

function MoveForm({ event, target, calendar, isAdmin, notified, change, onClose }: MoveFormProps) {
  const opened = draftOf(event, calendar.time_zone)
  const [times, setTimes] = useState<MoveTarget>(target ?? opened)
  const [scope, setScope] = useState<EventScope>('this')
  const [notify, setNotify] = useState(true)
  const showDay = useShowDay(calendar.time_zone)
  const isOtherDay = times.day !== event.event_date
  const isSeries = event.series_id !== null && isAdmin

  const movedTo = (day: Day): MoveTarget =>
    isDay(day) ? { ...times, day, endDay: addDays(day, daysBetween(opened.day, opened.endDay)) } : { ...times, day }

  function startAt(startTime: string) {
    const length = lengthOf(times)
    setTimes(
      length && startTime
        ? { ...times, startTime, ...endAfter({ day: times.day, time: startTime }, length) }
        : { ...times, startTime },
    )
  }

  function save(to: MoveTarget) {
    if (isPastDay(to.day, new Date(), calendar.time_zone)) return toast(eventProblemTexts.pastDay)
    const problem = timeProblem({ ...to, allDay: event.all_day })
    if (problem) return toast(eventProblemTexts[problem])
    const isMoved = to.day !== event.event_date
    const willNotify = notified > 0 && notify
    const said = quickTexts.moved(event.title, longDay(to.day))
    change.mutate(
      {
        event,
        scope: isMoved ? 'this' : scope,
        notify: willNotify,
        fields: isMoved ? { status: 'moved' } : {},
        times: { day: to.day, start: to.startTime, end_day: to.endDay, end: to.endTime, all_day: event.all_day },
        said: willNotify ? { title: said.title, body: noticeTexts.saved(notified).body } : said,
      },
      {
        onSuccess: () => {
          onClose()
          if (isMoved) showDay(to.day)
        },
      },
    )
  }

  function submit(submitted: FormEvent) {
    submitted.preventDefault()
    save(times)
  }

  /** Moves at once when nothing is left to decide. */
  function later(days: number) {
    const to = movedTo(addDays(event.event_date, days))
    if (notified > 0) setTimes(to)
    else save(to)
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <InputField
        label={dialogTexts.newDay}
        required
        type="date"
        min={dayInZone(Date.now(), calendar.time_zone)}
        value={times.day}
        onChange={(changed) => setTimes(movedTo(changed.target.value))}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" disabled={change.isPending} onClick={() => later(1)}>
          {quickTexts.dayLater}
        </Button>
        <Button variant="secondary" size="small" disabled={change.isPending} onClick={() => later(7)}>
          {quickTexts.weekLater}
        </Button>
      </div>
      {!event.all_day && (
        <div className="grid gap-4 sm:grid-cols-2">
          <InputField
            label={eventTexts.startTime}
            required
            type="time"
            value={times.startTime}
            onChange={(changed) => startAt(changed.target.value)}
          />
          <InputField
            label={eventTexts.endTime}
            required
            type="time"
            value={times.endTime}
            onChange={(changed) => setTimes({ ...times, endTime: changed.target.value })}
          />
        </div>
      )}
      {isSeries && isOtherDay && <p className="text-sm text-muted">{quickTexts.onlyThis}</p>}
      {isSeries && !isOtherDay && (
        <ScopeChoice legend={repeatTexts.scope.edit} scopes={scopes} value={scope} onChange={setScope} />
      )}
      {notified > 0 && <NotifyChoice count={notified} value={notify} onChange={setNotify} />}
      <DialogActions>
        <Button variant="secondary" disabled={change.isPending} onClick={onClose}>
          {eventTexts.cancel}
        </Button>
        <Button type="submit" disabled={!isDay(times.day)} working={change.isPending}>
          {change.isPending ? quickTexts.moving : quickTexts.move}
        </Button>
      </DialogActions>
    </form>
  )
}

const scopes: EventScope[] = ['this', 'following', 'all']
