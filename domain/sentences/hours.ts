import type { Time } from '../dates.ts'
import { minutesOf } from '../minutes.ts'
import { CLOCK, type Clock, clockOf, earlier, HALF, later, onDay, timeAt } from './clock.ts'
import { guess, type Part, partSaid } from './part-of-day.ts'
import { type Found, type Rest, takeFirst } from './rest.ts'
import { anyOf, NUMBER, numberOf, numbers } from './words.ts'

// Reads the hours of an event: "7-8:30pm", "noon", "6ish", "de 5 a 7".

export interface FoundHours {
  start: Time
  end: Time
  /** It may be the other half of the day. */
  isDoubtful: boolean
}

const BEFORE = "(?<![\\w$/.:#'-])"

const AFTER = '(?![\\w/:%]|[.,]\\d|-\\d)'

const AT =
  '(?:from|between|at|@|a la hora|de|desde las?|desde|entre las?|entre|a las?|al?|como a las?|a eso de las?|starts at|begins at|starting at|beginning at|around|about|approx\\.?|doors open at|doors open|doors at|doors|~|el|la) ?'

const EXACT = '(?:[ -]?ish\\b)?(?: sharp\\b| en punto\\b)?'

const SPELLED = `(?:\\d{1,2}|${anyOf(numbers)})`

const range = new RegExp(
  `${BEFORE}(?<lead>(?:${AT})?(?:${AT})?)(?<start>${CLOCK}) ?(?<to>-|to|til|till|until|a|al|hasta|and|y|&) ?(?:las? |el )?(?<end>${CLOCK})${EXACT}${AFTER}`,
  'g',
)

const parted = new RegExp(
  `(?:\\bat )?\\b(?:(?<past>half past|quarter past)|(?<before>quarter to|quarter til|quarter of|cuarto para las?)) (?<clock>${CLOCK})`,
  'g',
)

const exact = new RegExp(
  `${BEFORE}(?:${AT})?(?:${AT})?(?<clock>(?:1[3-9]|2[0-3]) ?(?:h|hs|hrs|horas)\\b|\\d{1,2}(?:[:.]\\d\\d${HALF}?(?: ?(?:h|hs|hrs?|horas)\\b\\.?)?|(?: y (?:media|cuarto)\\b)?${HALF}|(?:[ -]?ish\\b| o'?clock\\b| y (?:media|cuarto)\\b))(?: o'?clock\\b)?)${EXACT}${AFTER}`,
  'g',
)

const bare = new RegExp(
  `(?:(?<=^|[ |,])(?:at|@|a las?|from|desde las?|como a las?|a eso de las?|around|about|starts at|begins at|starting at|beginning at|doors at|doors open at|~) ?|(?<=\\|[ ,]{0,2}))(?<clock>${SPELLED}\\b(?: y (?:media|cuarto)\\b)?(?: o'?clock\\b)?)${EXACT}${AFTER}`,
  'g',
)

const named = /\b(?:at |al? |la )?(?<clock>noon|medio ?dia|media ?noche|midnight)\b/g

const until = new RegExp(`\\b(?:until|till?|hasta) (?:las? )?(?<clock>${CLOCK})${AFTER}`, 'g')

const lasting = new RegExp(
  `\\b(?:for|por|durante) (?<count>${NUMBER}|\\d{2,3}) ?(?<unit>hours?|hrs?|horas?|minutes?|mins?|minutos?)\\b`,
  'g',
)

/** Reads the hours that the sentence says; `part` is the part of the day that it says. */
export function takeHours(rest: Rest, part: Part | null, sentence: string): FoundHours | null {
  const said = partSaid(part, sentence)
  const hours = takeFirst<FoundHours>(rest, [
    // "Grades 2-3 from 2:45 to 3:35": what can only be hours comes first.
    [range, (found) => (isExact(found) ? hoursBetween(found, said, sentence) : null)],
    [range, (found) => hoursBetween(found, said, sentence)],
    [
      parted,
      ({ past, before, clock: text = '' }) => {
        const clock = clockOf(text)
        const more = before ? -15 : past?.startsWith('half') ? 30 : 15
        return clock && hoursFrom({ ...clock, minutes: clock.minutes + more }, said, sentence)
      },
    ],
    ...[exact, bare, named].map(
      (pattern) =>
        [
          pattern,
          ({ clock = '' }: Found) => {
            const read = clockOf(clock)
            return read && hoursFrom(read, said, sentence)
          },
        ] as const,
    ),
  ])
  if (!hours) return part ? { ...proposedHours[part], isDoubtful: true } : null
  const end = takeEnd(rest, hours)
  return end ? { ...hours, end } : hours
}

const proposedHours: Record<Part, { start: Time; end: Time }> = {
  morning: { start: '09:00', end: '10:00' },
  afternoon: { start: '14:00', end: '15:00' },
  evening: { start: '19:00', end: '20:00' },
}

function hoursBetween(
  { lead = '', start = '', to = '', end = '' }: Found,
  part: Part | null,
  sentence: string,
): FoundHours | null {
  const said24 = /\dh|\d (?:h|hs|horas)\b/.test(end)
  const [first, last] = [clockOf(start, said24), clockOf(end, said24)]
  if (!first || !last) return null
  if (/and|y|&/.test(to) && !/between|entre/.test(lead)) return null
  const is24 = first.minutes >= 13 * 60 || last.minutes >= 13 * 60 || /^0\d/.test(start) || said24
  if (is24) return hours(first.minutes, last.minutes, false)
  if (first.half) return hours(onDay(first), later(onDay(first), last), false)
  if (last.half) return hours(earlier(first, onDay(last)), onDay(last), false)
  const { minutes, isDoubtful } = guess(first, part, sentence)
  const crossesNoon =
    first.minutes >= 5 * 60 && first.minutes < 12 * 60 && (last.minutes < first.minutes || last.minutes >= 12 * 60)
  if (crossesNoon && part !== 'evening') return hours(first.minutes, later(first.minutes, last), false)
  return hours(minutes, later(minutes, last), isDoubtful)
}

const isExact = ({ start = '', end = '' }: Found) => /:|\d ?[ap]|noon|dia/.test(`${start} ${end}`)

function hoursFrom(clock: Clock, part: Part | null, sentence: string): FoundHours | null {
  const { minutes, isDoubtful } = guess(clock, part, sentence)
  return hours(minutes, minutes + 60, isDoubtful)
}

const hours = (start: number, end: number, isDoubtful: boolean): FoundHours => ({
  start: timeAt(start),
  end: timeAt(end),
  isDoubtful,
})

/** Reads "for 45 minutes" and "until 9pm". */
function takeEnd(rest: Rest, { start }: FoundHours): Time | null {
  const from = minutesOf(start)
  return takeFirst<Time>(rest, [
    [lasting, ({ count = '', unit = '' }) => timeAt(from + numberOf(count) * (unit.startsWith('h') ? 60 : 1))],
    [
      until,
      ({ clock = '' }) => {
        const read = clockOf(clock)
        return read && timeAt(later(from, read))
      },
    ],
  ])
}
