import type { Time } from './dates.ts'

// Times of a day as minutes since midnight.

export const DAY_MINUTES = 24 * 60

export function minutesOf(time: Time): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

export function timeOf(minutes: number): Time {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
