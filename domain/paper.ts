import { addDays, type Day } from './dates.ts'

// Sheets to print: what hangs on a fridge, a board or a lamp post.

export const paperStyles = ['month', 'list', 'flyer', 'large'] as const
export type PaperStyle = (typeof paperStyles)[number]

export function paperStyleOf(text: string | null): PaperStyle {
  return paperStyles.find((style) => style === text) ?? 'month'
}

interface Dated {
  event_date: Day
  end_date: Day
}

/** Groups events by each of these days that they touch; days without events are left out. */
export function byDays<E extends Dated>(events: readonly E[], first: Day, last: Day): { day: Day; events: E[] }[] {
  const days: { day: Day; events: E[] }[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const found = events.filter(({ event_date, end_date }) => event_date <= day && day <= end_date)
    if (found.length > 0) days.push({ day, events: found })
  }
  return days
}

/** Returns how small a month must be written so that its fullest weeks fit on a sheet. */
export function monthSize(perDay: readonly number[]): 'normal' | 'small' | 'tiny' {
  const most = Math.max(0, ...perDay)
  if (most > 7) return 'tiny'
  return most > 4 ? 'small' : 'normal'
}
