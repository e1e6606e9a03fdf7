import { addDays, addMonths, type Day, lastDayOf, monthOf, weekdayOf } from '#domain/dates.ts'

/** Returns the day that a key moves to in a month grid, by the ARIA practices; null for other keys. */
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

/** Returns the same day in another month; the 31st becomes the 30th where there is none. */
function sameDayIn(day: Day, months: number): Day {
  const month = addMonths(monthOf(day), months)
  const last = lastDayOf(month)
  return day.slice(8) > last.slice(8) ? last : `${month}${day.slice(7)}`
}
