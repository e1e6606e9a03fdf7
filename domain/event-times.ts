import * as z from 'zod'
import { addDays, type Day, daysBetween, isDay, isTime, type Time } from './dates.ts'
import { EVENT_DAY_FIRST, EVENT_DAY_LAST, EVENT_DAYS_MAX } from './limits.ts'
import { DAY_MINUTES, minutesOf, timeOf } from './minutes.ts'
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

/** How long an event lasts on the clock, and whether it runs past midnight. */
export interface EventLength {
  minutes: number
  overnight: boolean
}

/** Returns null while the times are incomplete or the wrong way round. */
export function lengthOf({ day, startTime, endDay, endTime }: Omit<FormTimes, 'allDay'>): EventLength | null {
  if (!isDay(day) || !isDay(endDay) || !isTime(startTime) || !isTime(endTime)) return null
  const minutes = daysBetween(day, endDay) * DAY_MINUTES + minutesOf(endTime) - minutesOf(startTime)
  return minutes > 0 ? { minutes, overnight: endDay !== day } : null
}

/**
 * Returns the end of an event whose start moved: it keeps its length. If it would newly run past midnight, it gets an hour
 * instead, because nobody who moves 9 to 5 to the evening means 2 in the morning.
 */
export function endAfter(start: { day: Day; time: Time }, length: EventLength): { endDay: Day; endTime: Time } {
  const from = minutesOf(start.time)
  const end = from + length.minutes
  if (length.overnight || end < DAY_MINUTES) {
    return { endDay: addDays(start.day, Math.floor(end / DAY_MINUTES)), endTime: timeOf(end % DAY_MINUTES) }
  }
  return { endDay: start.day, endTime: timeOf(Math.min(from + 60, DAY_MINUTES - 1)) }
}

function problemOf({ day, start, end_day, end, all_day }: EventTimes) {
  return timeProblem({ day, startTime: start, endDay: end_day, endTime: end, allDay: all_day })
}
