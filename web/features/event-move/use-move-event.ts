import { useQueryClient } from '@tanstack/react-query'
import { eventKeys } from '#web/api/query-keys.ts'
import type { CalendarEvent, EventCalendar } from '#web/features/events/event.ts'
import { focusEvent } from '#web/features/events/focus-event.ts'
import { useQuickChange } from '#web/features/events/mutations.ts'
import { noticeTexts } from '#web/features/events/notice-texts.ts'
import { quickTexts } from '#web/features/events/quick-texts.ts'
import { useShowDay } from '#web/features/events/use-show-day.ts'
import { toast } from '#web/ui/toast.ts'
import { longDay } from '../../../domain/date-words.ts'
import { timeProblem } from '../../../domain/event-times.ts'
import { timeWords } from '../../../domain/event-words.ts'
import { isPastDay } from '../../../domain/events.ts'
import type { EventScope } from '../../../domain/recurrence/edit.ts'
import { eventProblemTexts } from '../../../domain/texts/events.ts'
import { type MoveTarget, movedEvent } from './move-target.ts'

export interface Move {
  event: CalendarEvent
  to: MoveTarget
  scope: EventScope
  /** How many people to notify. */
  notify: number
}

/** Moves events. The view and the focus follow, and follow back after Undo. */
export function useMoveEvent(calendar: EventCalendar) {
  const zone = calendar.time_zone
  const cache = useQueryClient()
  const showDay = useShowDay(zone)
  const follow = (id: string, from: string, to: string) => {
    if (from !== to) showDay(to)
    focusEvent(id, to)
  }
  const change = useQuickChange(calendar, {
    onUndone: ({ event, times }) => follow(event.id, times?.day ?? event.event_date, event.event_date),
  })

  function move({ event, to, scope, notify }: Move, onMoved?: () => void) {
    if (isPastDay(to.day, new Date(), zone)) return toast(eventProblemTexts.pastDay)
    const problem = timeProblem({ ...to, allDay: event.all_day })
    if (problem) return toast(eventProblemTexts[problem])
    const isOtherDay = to.day !== event.event_date
    const said = isOtherDay
      ? quickTexts.moved(event.title, longDay(to.day))
      : quickTexts.movedTime(event.title, timeWords(movedEvent(event, to, zone), zone))
    // It is there at once; a refusal reads the events again.
    cache.setQueriesData<{ events: CalendarEvent[] }>(
      { queryKey: eventKeys.shown(calendar.id) },
      (shown) =>
        shown && { ...shown, events: shown.events.map((e) => (e.id === event.id ? movedEvent(event, to, zone) : e)) },
    )
    change.mutate(
      {
        event,
        scope: isOtherDay ? 'this' : scope,
        notify: notify > 0,
        fields: isOtherDay ? { status: 'moved' } : {},
        times: { day: to.day, start: to.startTime, end_day: to.endDay, end: to.endTime, all_day: event.all_day },
        said: notify > 0 ? { title: said.title, body: noticeTexts.saved(notify).body } : said,
      },
      {
        onSuccess: () => {
          onMoved?.()
          follow(event.id, event.event_date, to.day)
        },
      },
    )
  }
  return { move, isPending: change.isPending }
}
