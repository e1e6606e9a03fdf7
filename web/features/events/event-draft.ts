import { addDays, type Day, dayInZone, daysBetween, timeInZone } from '#domain/dates.ts'
import { detailsOf } from '#domain/event-columns.ts'
import type { EventTimes } from '#domain/event-times.ts'
import { type EventDraft, editEventFallback } from '#domain/events.ts'
import { ADD_EVENT_END, ADD_EVENT_START } from '#domain/limits.ts'
import { noRepeat, type RepeatChoice } from '#domain/recurrence/choice.ts'
import type { CalendarEvent } from './event.ts'

/** Returns the event as its form shows it. Times that cannot be read fall back to nine to ten. */
export function draftOf(
  event: CalendarEvent,
  zone: string,
  repeat: RepeatChoice = noRepeat(event.event_date),
): EventDraft {
  return {
    ...detailsOf(event),
    day: event.event_date,
    startTime: event.all_day ? ADD_EVENT_START : timeOr(editEventFallback.startTime, event.start_time, zone),
    // An event that ends at midnight ends on the day after its last.
    endDay:
      event.all_day || Number.isNaN(Date.parse(event.end_time)) ? event.end_date : dayInZone(event.end_time, zone),
    endTime: event.all_day ? ADD_EVENT_END : timeOr(editEventFallback.endTime, event.end_time, zone),
    allDay: event.all_day,
    repeat,
  }
}

/** Returns the times of an event on the calendar's clock. */
export function timesOf(event: CalendarEvent, zone: string): EventTimes {
  const { day, startTime, endDay, endTime, allDay } = draftOf(event, zone)
  return { day, start: startTime, end_day: endDay, end: endTime, all_day: allDay === true }
}

/** Returns a copy on another day that takes place once, whatever became of the first event. */
export function copyOf(event: CalendarEvent, zone: string, day: Day): EventDraft {
  const draft = draftOf(event, zone, noRepeat(day))
  return {
    ...draft,
    day,
    endDay: addDays(day, daysBetween(draft.day, draft.endDay)),
    status: 'scheduled',
    status_reason: null,
  }
}

function timeOr(fallback: string, instant: string, zone: string): string {
  return Number.isNaN(Date.parse(instant)) ? fallback : timeInZone(instant, zone)
}
