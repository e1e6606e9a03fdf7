/** `moved` means another time or place than was announced. */
export const eventStatuses = ['scheduled', 'cancelled', 'postponed', 'moved'] as const

export type EventStatus = (typeof eventStatuses)[number]

/** `full` is shown instead of scheduled, and never stored: no place is left. */
export type ShownStatus = EventStatus | 'full'

export const statusNames: Record<ShownStatus, string> = {
  scheduled: 'Scheduled',
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  moved: 'Moved',
  full: 'Full',
}

/** Put in front of a title in subjects, texts and feeds. */
export const statusMarks: Record<ShownStatus, string> = {
  scheduled: '',
  cancelled: 'CANCELLED',
  postponed: 'POSTPONED',
  moved: 'MOVED',
  full: 'FULL',
}

/** Says that no place is left; that an event is off or moved is more important. */
export function withFull<Event extends { status: ShownStatus }>(
  event: Event,
  isFull: boolean,
): Omit<Event, 'status'> & { status: ShownStatus } {
  return isFull && event.status === 'scheduled' ? { ...event, status: 'full' } : event
}

/** Returns whether an event takes place at its stated time. */
export function takesPlace(status: string): boolean {
  return status !== 'cancelled' && status !== 'postponed'
}
