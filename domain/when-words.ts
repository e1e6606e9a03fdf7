import { clockTime, longDay } from './date-words.ts'
import { type Day, dayInZone } from './dates.ts'

/** When an event is, as far as words need it: its instants, and its days where the calendar is. */
export interface When {
  start: Date | number
  end: Date | number
  all_day: boolean
  event_date: Day
  end_date: Day
}

/** "Friday, July 4, 2025, 9:00 AM – 5:00 PM", or with the day it ends when that is another. */
export function whenWords({ start, end, all_day, event_date, end_date }: When, zone: string): string {
  const first = longDay(event_date)
  if (all_day) return event_date === end_date ? first : `${first} – ${longDay(end_date)}`
  const lastDay = dayInZone(end, zone)
  const last = clockTime(end, zone)
  return `${first}, ${clockTime(start, zone)} – ${lastDay === event_date ? last : `${longDay(lastDay)}, ${last}`}`
}
