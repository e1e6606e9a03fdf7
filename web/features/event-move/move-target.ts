import type { CalendarEvent } from '#web/features/events/event.ts'
import { addDays, type Day, daysBetween, instantAt, type Time } from '../../../domain/dates.ts'
import { lengthOf } from '../../../domain/event-times.ts'
import { DAY_MINUTES, minutesOf, timeOf } from '../../../domain/minutes.ts'

/** The times an event is moved to. */
export interface MoveTarget {
  day: Day
  startTime: Time
  endDay: Day
  endTime: Time
}

/** Returns the times some days and minutes on. An event of one day stays in it: it stops at midnight. */
export function shifted(times: MoveTarget, days: number, minutes: number): MoveTarget {
  const day = addDays(times.day, days)
  const length = lengthOf(times)?.minutes ?? 0
  if (minutes === 0 || length > DAY_MINUTES) return { ...times, day, endDay: addDays(times.endDay, days) }
  const from = Math.max(0, Math.min(minutesOf(times.startTime) + minutes, DAY_MINUTES - length))
  const to = from + length
  return {
    day,
    startTime: timeOf(from),
    endDay: addDays(day, Math.floor(to / DAY_MINUTES)),
    endTime: timeOf(to % DAY_MINUTES),
  }
}

/** Returns the event as it is once it has moved. */
export function movedEvent(event: CalendarEvent, to: MoveTarget, zone: string): CalendarEvent {
  const { day, endDay } = to
  if (event.all_day) return { ...event, event_date: day, end_date: endDay }
  const end = instantAt(endDay, to.endTime, zone)
  return {
    ...event,
    start_time: instantAt(day, to.startTime, zone).toISOString(),
    end_time: end.toISOString(),
    event_date: day,
    // What ends at midnight does not touch the day that begins then.
    end_date: to.endTime === '00:00' && daysBetween(day, endDay) > 0 ? addDays(endDay, -1) : endDay,
  }
}
