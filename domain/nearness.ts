import { addDays, type Day, timeInZone } from '#domain/dates.ts'
import type { PublicEvent } from '#domain/event-columns.ts'

const EVENING = '17:00'

/** Says how near an event is, in the calendar's time zone. */
export function nearness(
  { start_time, event_date, all_day }: Pick<PublicEvent, 'start_time' | 'event_date' | 'all_day'>,
  today: Day,
  zone: string,
): 'today' | 'tonight' | 'tomorrow' | 'later' {
  if (event_date <= today) return !all_day && timeInZone(start_time, zone) >= EVENING ? 'tonight' : 'today'
  return event_date === addDays(today, 1) ? 'tomorrow' : 'later'
}
