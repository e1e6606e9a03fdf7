// Stands apart from events.ts, so that pages that only show events do not load the form rules.

export const eventCategories = ['Event', 'Alert', 'Notice', 'FYI'] as const
export type EventCategory = (typeof eventCategories)[number]

export function isEventCategory(text: unknown): text is EventCategory {
  return eventCategories.some((category) => category === text)
}
