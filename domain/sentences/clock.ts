import type { Time } from '../dates.ts'
import { DAY_MINUTES, minutesOf, timeOf } from '../minutes.ts'
import { numberOf } from './words.ts'

// Reads one hour, which may leave open whether it is in the morning.

export interface Clock {
  /** After midnight. On a clock of twelve hours if `half` is null. */
  minutes: number
  half: 'am' | 'pm' | null
}

export const HALF = '(?: ?[ap]\\.? ?m\\b\\.?|[ap]\\b)'

export const CLOCK = `(?:\\d{1,2}(?:[:.]\\d\\d)?(?: y (?:media|cuarto)\\b)?${HALF}?(?: o'?clock\\b| ?(?:h|hs|hrs?|horas)\\b\\.?)?|noon\\b|midnight\\b|medio ?dia\\b|media ?noche\\b)`

/** `is24`: "17" is an hour. */
export function clockOf(text: string, is24 = /\d ?h/.test(text)): Clock | null {
  if (/noon|medio ?dia/.test(text)) return { minutes: 12 * 60, half: 'pm' }
  if (/midnight|media ?noche/.test(text)) return { minutes: 0, half: 'am' }
  const [, word = '', minute = '0'] = text.match(/^([a-z]+|\d+)(?:[:.](\d\d))?/) ?? []
  const hour = numberOf(word)
  const half = text.match(/(?:\d|media|cuarto) ?([ap])\.? ?m?\b/)?.[1]
  const more = / y media/.test(text) ? 30 : / y cuarto/.test(text) ? 15 : Number(minute)
  if (
    !(hour <= 23) ||
    more > 59 ||
    (hour > 12 && (half || !(is24 || /[:.]/.test(text)))) ||
    (hour === 0 && !/[:.]/.test(text))
  )
    return null
  if (/^0\d/.test(word)) return { minutes: hour * 60 + more, half: half === 'p' ? 'pm' : 'am' }
  return { minutes: hour * 60 + more, half: half === 'a' ? 'am' : half === 'p' ? 'pm' : null }
}

/** Minutes after midnight of a clock whose half of the day is known. */
export const onDay = ({ minutes, half }: Clock) =>
  half === null || minutes >= 13 * 60 ? minutes : (minutes % (12 * 60)) + (half === 'pm' ? 12 * 60 : 0)

/** The first such hour after `start`. */
export function later(start: number, clock: Clock): number {
  if (clock.half || clock.minutes >= 13 * 60) return onDay(clock)
  const wait = (((clock.minutes - start) % (12 * 60)) + 12 * 60) % (12 * 60)
  return start + (wait || 12 * 60)
}

/** The last such hour before `end`. */
export function earlier(clock: Clock, end: number): number {
  const wait = (((end - clock.minutes) % (12 * 60)) + 12 * 60) % (12 * 60)
  return end - (wait || 12 * 60)
}

export const timeAt = (minutes: number): Time => timeOf((minutes + DAY_MINUTES) % DAY_MINUTES)

/** The same hours in the other half of the day. */
export function otherHalf(start: Time, end: Time): { start: Time; end: Time } {
  const flip = (time: Time) => timeAt(minutesOf(time) + DAY_MINUTES / 2)
  return { start: flip(start), end: flip(end) }
}
