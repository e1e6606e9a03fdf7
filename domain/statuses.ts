import type { EventCategory } from './categories.ts'

/** `moved` means another time or place than was announced. */
export const eventStatuses = ['scheduled', 'cancelled', 'postponed', 'moved'] as const

export type EventStatus = (typeof eventStatuses)[number]

/** `full` and `over` are shown instead of what is stored: no place is left, or an alert has ended. */
export type ShownStatus = EventStatus | 'full' | 'over'

export const statusNames: Record<ShownStatus, string> = {
  scheduled: 'Scheduled',
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  moved: 'Moved',
  full: 'Full',
  over: 'Over',
}

/** Put in front of a title in subjects, texts and feeds. */
export const statusMarks: Record<ShownStatus, string> = {
  scheduled: '',
  cancelled: 'CANCELLED',
  postponed: 'POSTPONED',
  moved: 'MOVED',
  full: 'FULL',
  over: 'OVER',
}

interface Shown {
  category: EventCategory
  status: ShownStatus
  end_time: Date | string
}

/** Says what people are shown. That an event is off or moved is more important than that no place is left. */
export function shownStatus({ category, status, end_time }: Shown, isFull = false, now = Date.now()): ShownStatus {
  if (!takesPlace(status)) return status
  if (category === 'Alert' && new Date(end_time).getTime() <= now) return 'over'
  return isFull && status === 'scheduled' ? 'full' : status
}

/** Returns whether an event takes place at its stated time, or an alert holds. */
export function takesPlace(status: string): boolean {
  return status !== 'cancelled' && status !== 'postponed' && status !== 'over'
}
