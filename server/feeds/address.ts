import { type EventCategory, eventCategories, isEventCategory } from '#domain/categories.ts'
import { isMonth, type Month, monthOf } from '#domain/dates.ts'
import { AppError } from '#domain/errors.ts'
import { EVENT_DAY_FIRST, EVENT_DAY_LAST } from '#domain/limits.ts'
import { isUuid } from '#domain/uuid.ts'

// Parses the URL of a feed into a few known values, so that made-up URLs share one cache entry.

export const formats = ['ics', 'rss', 'json'] as const
export type Format = (typeof formats)[number]

/** Parses "{id}.ics"; an invalid id is no calendar's. */
export function readFile(file: string): { id: string; format: Format } {
  const [, id, format] = /^(.+)\.(\w+)$/.exec(file) ?? []
  if (!isUuid(id)) throw calendarNotFound()
  return { id: id.toLowerCase(), format: format as Format }
}

/** `?category=Event,Alert`, or several; null is all. In a fixed order. */
export function readCategories(query: URLSearchParams): EventCategory[] | null {
  const asked = query.getAll('category').flatMap((list) => list.split(','))
  const named = asked.map((name) => name.trim()).filter((name) => name !== '')
  if (!named.every(isEventCategory)) {
    throw new AppError('validation_failed', 400, `A category is one of ${eventCategories.join(', ')}.`)
  }
  const wanted = eventCategories.filter((category) => named.includes(category))
  return wanted.length === 0 || wanted.length === eventCategories.length ? null : wanted
}

/** `?month=2025-07` */
export function readMonth(query: URLSearchParams): Month | null {
  const asked = query.get('month')
  const month = monthInReach(asked)
  if (asked !== null && month === null) throw new AppError('validation_failed', 400, 'A month looks like 2025-07.')
  return month
}

export function monthInReach(text: string | null): Month | null {
  if (text === null || !isMonth(text)) return null
  return text >= monthOf(EVENT_DAY_FIRST) && text <= monthOf(EVENT_DAY_LAST) ? text : null
}

export function calendarNotFound(): AppError {
  return new AppError('calendar_not_found', 404, "This calendar doesn't exist or has been disabled.")
}
