import { addDays, type Day, dayInZone } from '#domain/dates.ts'
import type { MemberEvent } from '#domain/event-columns.ts'
import { canChangeEvent, type Membership } from '#domain/roles.ts'

/** An event as its members see it. */
export type CalendarEvent = MemberEvent

/** The calendar an event dialog works on. */
export interface EventCalendar {
  id: string
  name: string
  time_zone: string
  /** True for a calendar that is not public. */
  disabled: boolean
  sendgrid_template_id: string | null
}

/** Returns whether an alert can be sent at once: it concerns something that is still on. */
export function canBeSentNow({ category, status, end_time }: CalendarEvent): boolean {
  return category === 'Alert' && status !== 'cancelled' && Date.parse(end_time) > Date.now()
}

/** Returns whether somebody may edit an event: what is dated before today can only be copied or deleted. */
export function canEdit(event: CalendarEvent, membership: Membership, zone: string): boolean {
  return canChangeEvent(membership, event) && event.end_date >= dayInZone(Date.now(), zone)
}

/** Returns whether somebody may move an event: what is over stays where it was. */
export function canMove(event: CalendarEvent, membership: Membership): boolean {
  return canChangeEvent(membership, event) && Date.parse(event.end_time) > Date.now()
}

/** Groups events by each day that they touch, in the given order. */
export function byDay<E extends Pick<CalendarEvent, 'event_date' | 'end_date'>>(
  events: readonly E[],
): Record<Day, E[]> {
  const days: Record<Day, E[]> = {}
  for (const event of events) {
    for (let day = event.event_date; day <= event.end_date; day = addDays(day, 1)) {
      days[day] ??= []
      days[day]?.push(event)
    }
  }
  return days
}
