import { addDays, addMonths, type Day, lastDayOf, monthOf, weekdayOf } from '#domain/dates.ts'

/** Where a key leads from a day in a month grid, as the ARIA practices say; null for keys that are not the grid's. */
export function dayForKey(key: string, shift: boolean, day: Day, firstWeekday = 0): Day | null {
  const column = (weekdayOf(day) - firstWeekday + 7) % 7
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -column)
    case 'End':
      return addDays(day, 6 - column)
    case 'PageUp':
      return sameDayIn(day, shift ? -12 : -1)
    case 'PageDown':
      return sameDayIn(day, shift ? 12 : 1)
    default:
      return null
  }
}

/** The 31st of a month that has 30 days is its 30th. */
function sameDayIn(day: Day, months: number): Day {
  const month = addMonths(monthOf(day), months)
  const last = lastDayOf(month)
  return day.slice(8) > last.slice(8) ? last : `${month}${day.slice(7)}`
}
