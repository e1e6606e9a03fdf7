/** Returns the page of an event: the public one, or the members' page where the calendar is disabled. */
export function eventPath({ id, disabled = false }: { id: string; disabled?: boolean }, eventId: string): string {
  return `${disabled ? '/calendars' : '/calendar'}/${id}/events/${eventId}`
}
