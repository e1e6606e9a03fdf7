import * as z from 'zod'
import { type Day, daysBetween, isDay, isTime, type Time } from './dates.ts'
import { EVENT_DAY_FIRST, EVENT_DAY_LAST, EVENT_DAYS_MAX } from './limits.ts'
import type { SeriesTimes } from './recurrence/series.ts'
import { eventDayTexts, eventProblemTexts } from './texts/events.ts'

// Start and end of an event in the calendar's zone: day and time, or whole days.

export const startTime = z.string().refine(isTime, eventProblemTexts.missingStartTime.title)
export const endTime = z.string().refine(isTime, eventProblemTexts.missingEndTime.title)
export const eventDay = z.string().refine(isEventDay, eventDayTexts.outOfRange)

export function isEventDay(day: string): boolean {
  return isDay(day) && day >= EVENT_DAY_FIRST && day <= EVENT_DAY_LAST
}

/** The times that save-event takes. Those of whole days are ignored. */
export interface EventTimes {
  day: Day
  start: Time
  end_day: Day
  end: Time
  all_day: boolean
}

export const eventTimes = z
  .object({ day: eventDay, start: startTime, end_day: eventDay, end: endTime, all_day: z.boolean().default(false) })
  .refine((times) => problemOf(times) !== 'invalidTime', eventProblemTexts.invalidTime.body)
  .refine((times) => problemOf(times) !== 'tooLong', eventProblemTexts.tooLong.body)

/** Returns the times that a series stores: whole days end at midnight after the last day. */
export function seriesTimes({ day, start, end_day, end, all_day }: EventTimes): SeriesTimes & { allDay: boolean } {
  const days = daysBetween(day, end_day)
  if (all_day) return { startsAt: '00:00', endsAt: '00:00', endDays: days + 1, allDay: true }
  return { startsAt: start, endsAt: end, endDays: days, allDay: false }
}

interface FormTimes {
  day: Day
  startTime: Time
  endDay: Day
  endTime: Time
  allDay?: boolean | undefined
}

export function timeProblem(form: FormTimes): 'invalidTime' | 'tooLong' | null {
  const { day, startTime, endDay, endTime, allDay = false } = form
  if (!isEventDay(day) || !isEventDay(endDay) || endDay < day) return 'invalidTime'
  if (!allDay && endDay === day && endTime <= startTime) return 'invalidTime'
  const days = daysBetween(day, endDay)
  const isLonger = days > EVENT_DAYS_MAX || (days === EVENT_DAYS_MAX && (allDay || endTime > startTime))
  return isLonger ? 'tooLong' : null
}

function problemOf({ day, start, end_day, end, all_day }: EventTimes) {
  return timeProblem({ day, startTime: start, endDay: end_day, endTime: end, allDay: all_day })
}
