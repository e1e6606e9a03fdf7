import { days, hours, minutes } from './durations.ts'

/** "in 12 minutes": how long to wait, as people say it, never too short. */
export function waitWords(milliseconds: number): string {
  if (milliseconds < minutes(1)) return inUnits(milliseconds, 1000, 'second')
  if (milliseconds < hours(1)) return inUnits(milliseconds, minutes(1), 'minute')
  if (milliseconds < days(1)) return inUnits(milliseconds, hours(1), 'hour')
  return inUnits(milliseconds, days(1), 'day')
}

function inUnits(milliseconds: number, unit: number, word: string): string {
  const count = Math.max(1, Math.ceil(milliseconds / unit))
  return `in ${count} ${word}${count === 1 ? '' : 's'}`
}
