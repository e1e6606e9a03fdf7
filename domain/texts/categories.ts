import type { EventCategory } from '../categories.ts'

/** How they are called. What is stored and asked for is their own name. */
export const categoryNames: Record<EventCategory, string> = {
  Event: 'Event',
  Alert: 'Alert',
  Notice: 'Notice',
  FYI: 'FYI',
}
