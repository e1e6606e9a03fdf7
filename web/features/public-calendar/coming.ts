import type { PostgrestClient } from '@supabase/postgrest-js'
import { type Day, dayInZone } from '#domain/dates.ts'
import { days } from '#domain/durations.ts'
import { type PublicEvent, publicColumns } from '#domain/event-columns.ts'
import { EVENT_DAYS_MAX } from '#domain/limits.ts'
import { nearness } from '#domain/nearness.ts'
import { takesPlace } from '#domain/statuses.ts'

/** The most events listed on a calendar's first page. */
export const COMING_MAX = 30
const YEAR = days(365)

export interface ComingEvents {
  /** Alerts that hold now. */
  alerts: PublicEvent[]
  /** The first event that takes place. */
  next: PublicEvent | null
  /** Said by the server, so that no visitor loads the rule. */
  near: ReturnType<typeof nearness> | 'now'
  /** All of them in order, with the next one and without the alerts. */
  events: PublicEvent[]
  /** The day of the first event that is not listed. */
  moreFrom: Day | null
}

/** Requests the events that have not ended, and one more than are listed. */
export function readComing(rest: PostgrestClient, { id, now }: { id: string; now: Date }) {
  const reach = new Date(now.getTime() - days(EVENT_DAYS_MAX + 1))
  const horizon = new Date(now.getTime() + YEAR)
  return rest
    .from('events')
    .select(publicColumns.join())
    .eq('calendar_id', id)
    .gte('start_time', reach.toISOString())
    .lt('start_time', horizon.toISOString())
    .gt('end_time', now.toISOString())
    .order('start_time')
    .order('id')
    .limit(COMING_MAX + 1)
}

export function comingEvents(read: readonly PublicEvent[], now: Date, zone: string): ComingEvents {
  const isOn = ({ start_time }: PublicEvent) => new Date(start_time) <= now
  const isRunningAlert = (event: PublicEvent) => event.category === 'Alert' && takesPlace(event.status) && isOn(event)
  const listed = read.slice(0, COMING_MAX)
  const events = listed.filter((event) => !isRunningAlert(event))
  const next = events.find(({ status }) => takesPlace(status)) ?? null
  return {
    alerts: listed.filter(isRunningAlert),
    next,
    near: !next ? 'later' : isOn(next) ? 'now' : nearness(next, dayInZone(now, zone), zone),
    events,
    moreFrom: read[COMING_MAX]?.event_date ?? null,
  }
}
