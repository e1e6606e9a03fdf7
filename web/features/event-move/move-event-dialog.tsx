import { type FormEvent, useState } from 'react'
import type { CalendarEvent, EventCalendar } from '#web/features/events/event.ts'
import { draftOf } from '#web/features/events/event-draft.ts'
import { NotifyChoice } from '#web/features/events/notify-choice.tsx'
import { useDelivery } from '#web/features/events/queries.ts'
import { quickTexts } from '#web/features/events/quick-texts.ts'
import { repeatTexts } from '#web/features/events/repeat-texts.ts'
import { ScopeChoice } from '#web/features/events/scope-choice.tsx'
import { dialogTexts, eventTexts } from '#web/features/events/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { InputField } from '#web/ui/fields.tsx'
import { MainButton } from '#web/ui/main-button.tsx'
import { longDay } from '../../../domain/date-words.ts'
import { addDays, type Day, dayInZone, daysBetween, isDay } from '../../../domain/dates.ts'
import { endAfter, lengthOf } from '../../../domain/event-times.ts'
import { timeWords } from '../../../domain/event-words.ts'
import type { EventScope } from '../../../domain/recurrence/edit.ts'
import { canAddEvent, type Membership } from '../../../domain/roles.ts'
import { type MoveTarget, movedEvent } from './move-target.ts'
import { useMoveEvent } from './use-move-event.ts'

interface MoveEventDialogProps {
  /** Null is closed. */
  event: CalendarEvent | null
  /** Where it was dragged to: only what is left to decide is asked. */
  target?: MoveTarget | undefined
  calendar: EventCalendar
  membership: Membership
  onClose: () => void
}

/** Moves an event to another day or time. The view follows it. */
export function MoveEventDialog({ event, target, calendar, membership, onClose }: MoveEventDialogProps) {
  const mover = useMoveEvent(calendar)
  const delivery = useDelivery(event?.id)
  return (
    <Dialog
      open={event !== null}
      onClose={onClose}
      closable={!mover.isPending}
      title={target && target.day === event?.event_date ? quickTexts.moveTimeTitle : quickTexts.moveTitle}
      description={event?.title}
    >
      {/* Whether people were notified decides what one click does. */}
      {event && delivery && (
        <MoveForm
          event={event}
          target={target}
          calendar={calendar}
          isAdmin={canAddEvent(membership)}
          notified={delivery.told}
          mover={mover}
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
  mover: ReturnType<typeof useMoveEvent>
}

function MoveForm({ event, target, calendar, isAdmin, notified, mover, onClose }: MoveFormProps) {
  const zone = calendar.time_zone
  const opened = draftOf(event, zone)
  const [times, setTimes] = useState<MoveTarget>(target ?? opened)
  const [scope, setScope] = useState<EventScope>('this')
  const [notify, setNotify] = useState(true)
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
    mover.move({ event, to, scope, notify: notify ? notified : 0 }, onClose)
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
      {target ? (
        <p className="font-semibold">
          {longDay(times.day)}
          {!event.all_day && (
            <span className="block font-normal">{timeWords(movedEvent(event, times, zone), zone)}</span>
          )}
        </p>
      ) : (
        <>
          <InputField
            label={dialogTexts.newDay}
            required
            type="date"
            name="day"
            min={dayInZone(Date.now(), zone)}
            value={times.day}
            onChange={(changed) => setTimes(movedTo(changed.target.value))}
          />
          <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
            <Button variant="secondary" size="small" disabled={mover.isPending} onClick={() => later(1)}>
              {quickTexts.dayLater}
            </Button>
            <Button variant="secondary" size="small" disabled={mover.isPending} onClick={() => later(7)}>
              {quickTexts.weekLater}
            </Button>
          </div>
          {!event.all_day && (
            <div className="grid gap-4 min-[22.5rem]:grid-cols-2">
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
        </>
      )}
      {isSeries && isOtherDay && <p className="text-sm text-muted">{quickTexts.onlyThis}</p>}
      {isSeries && !isOtherDay && (
        <ScopeChoice legend={repeatTexts.scope.edit} scopes={scopes} value={scope} onChange={setScope} />
      )}
      {notified > 0 && <NotifyChoice count={notified} value={notify} onChange={setNotify} />}
      <DialogActions>
        <Button variant="secondary" disabled={mover.isPending} onClick={onClose}>
          {eventTexts.cancel}
        </Button>
        <MainButton
          reason={isDay(times.day) ? null : { says: dialogTexts.chooseDay, field: 'day' }}
          working={mover.isPending}
        >
          {mover.isPending ? quickTexts.moving : quickTexts.move}
        </MainButton>
      </DialogActions>
    </form>
  )
}

const scopes: EventScope[] = ['this', 'following', 'all']
