import { addDays, type Day, dayInZone, timeInZone } from './dates.ts'
import { ADD_EVENT_END } from './limits.ts'

/** Returns the day of a new event that nobody has chosen: once the proposed hours of today are over, tomorrow. */
export function proposedDay(now: Date, zone: string): Day {
  const today = dayInZone(now, zone)
  return timeInZone(now, zone) >= ADD_EVENT_END ? addDays(today, 1) : today
}
