// Apart from events.ts, so that a page that only shows events does not load the form rules.

export const eventCategories = ['Event', 'Alert', 'Notice', 'FYI'] as const
export type EventCategory = (typeof eventCategories)[number]

export function isEventCategory(text: unknown): text is EventCategory {
  return eventCategories.some((category) => category === text)
}
