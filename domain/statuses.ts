/** `moved` means another time or place than was announced. */
export const eventStatuses = ['scheduled', 'cancelled', 'postponed', 'moved'] as const

export type EventStatus = (typeof eventStatuses)[number]

export const statusNames: Record<EventStatus, string> = {
  scheduled: 'Scheduled',
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  moved: 'Moved',
}

/** Put in front of a title in subjects, texts and feeds. */
export const statusMarks: Record<EventStatus, string> = {
  scheduled: '',
  cancelled: 'CANCELLED',
  postponed: 'POSTPONED',
  moved: 'MOVED',
}

/** Returns whether an event takes place at its stated time. */
export function takesPlace(status: string): boolean {
  return status !== 'cancelled' && status !== 'postponed'
}
