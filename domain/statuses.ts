/** What can become of an event. `moved`: to another time or place than was announced. */
export const eventStatuses = ['scheduled', 'cancelled', 'postponed', 'moved'] as const

export type EventStatus = (typeof eventStatuses)[number]

export const statusNames: Record<EventStatus, string> = {
  scheduled: 'Scheduled',
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  moved: 'Moved',
}

/** In front of a title where it must not be missed: in a subject, a text, a feed. */
export const statusMarks: Record<EventStatus, string> = {
  scheduled: '',
  cancelled: 'CANCELLED',
  postponed: 'POSTPONED',
  moved: 'MOVED',
}

/** Whether it takes place when it says. */
export function takesPlace(status: string): boolean {
  return status !== 'cancelled' && status !== 'postponed'
}
