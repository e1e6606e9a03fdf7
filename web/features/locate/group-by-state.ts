import { groupBy } from '#domain/older-browsers.ts'
import type { FoundCalendar } from './search.ts'

/** Groups by state, alphabetically, without changing the order within. States are ASCII, so Intl, which takes 9 ms to start, is not needed. */
export function groupByState(calendars: readonly FoundCalendar[]): [state: string, FoundCalendar[]][] {
  return [...groupBy(calendars, ({ state }) => state)].sort(([a], [b]) => (a < b ? -1 : 1))
}
