/** Returns the page of an event: the public one, or the members' page where the calendar is disabled. */
export function eventPath({ id, disabled = false }: { id: string; disabled?: boolean }, eventId: string): string {
  return `${disabled ? '/calendars' : '/calendar'}/${id}/events/${eventId}`
}

type Addressed = { id: string; identifier: string; is_listed?: boolean }

/**
 * Returns the address for texts, where every letter costs: the calendar's number, and the first eight letters of the event's id.
 * A calendar that is not listed opens by its whole id only.
 */
export function shortPath(calendar: Addressed, eventId?: string): string {
  if (!calendar.is_listed) return eventId ? eventPath(calendar, eventId) : `/calendar/${calendar.id}`
  return `/c/${calendar.identifier}${eventId ? `/${eventId.slice(0, EVENT_CODE_LENGTH)}` : ''}`
}

const EVENT_CODE_LENGTH = 8

/** Returns the first and the last id that a short address can mean; null for what is no code. */
export function idsOfCode(code: string): [string, string] | null {
  if (!/^[0-9a-f]{8}$/i.test(code)) return null
  return [`${code}-0000-0000-0000-000000000000`, `${code}-ffff-ffff-ffff-ffffffffffff`]
}
