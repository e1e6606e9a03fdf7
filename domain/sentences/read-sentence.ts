import type { EventCategory } from '../categories.ts'
import { addDays, type Day, type Time } from '../dates.ts'
import type { Rule } from '../recurrence/rule.ts'
import { suggestedCategory, takeCategory } from './categories.ts'
import { otherHalf } from './clock.ts'
import { type FoundDay, onOrAfter, type Reader, takeDayAfter, takeDays } from './dates.ts'
import { takeDay } from './days.ts'
import { takeHours } from './hours.ts'
import { takePart, takePartAfterDay } from './part-of-day.ts'
import { takeAddress, takePlace } from './places.ts'
import { ENDING, type FoundRepeat, STARTING, takeCount, takeRepeat } from './repeats.ts'
import { restOf, take } from './rest.ts'
import { seriesOf } from './series.ts'
import { hideTitles, titleOf } from './title.ts'
import { markNames, weekdays } from './words.ts'

// Reads one sentence into the fields of an event: "PTA meeting Thursday 6:30–8pm at library every 3rd Thursday #notice".

export interface SentenceEvent {
  title: string
  day?: Day
  /** The last of several whole days. */
  lastDay?: Day
  allDay?: true
  startTime?: Time
  endTime?: Time
  place?: string
  category: EventCategory
  /** No word of the sentence names the category. */
  isCategoryGuessed: boolean
  repeat?: Rule
  /** What may be meant instead of what is doubtful. */
  instead: { hour?: { startTime: Time; endTime: Time }; day?: Day; repeat?: Rule }
}

export interface SentenceContext {
  now: { day: Day; time: Time }
  /** The day of the form: a series without a first day begins there. */
  chosen?: Day
  language: 'en' | 'es'
}

const SENTENCE_MAX = 500

/** The order matters: what could be taken for something else is read first. */
export function readSentence(sentence: string, { now, chosen = now.day, language }: SentenceContext): SentenceEvent {
  const rest = restOf(sentence.slice(0, SENTENCE_MAX))
  const all = rest.plain
  const reader: Reader = { today: now.day, language }
  const saidCategory = takeCategory(rest)
  const category = saidCategory ?? suggestedCategory(all)
  const address = takeAddress(rest)
  hideTitles(rest)
  rest.plain = markNames(rest.plain)
  const isAllDay = take(rest, /\b(?:all[ -]day|todo el dia)\b/g, () => true)
  const said = takePart(rest)
  const days = takeDays(rest, reader)
  const repeat = takeRepeat(rest)
  const until = repeat && takeDayAfter(rest, ENDING, reader)
  const count = repeat && takeCount(rest, repeat.rule)
  const from = repeat && takeDayAfter(rest, STARTING, reader)
  const first = days ?? (from ? { day: from } : takeDay(rest, reader)) ?? dayInTitle(all, repeat, reader)
  const found = first && !first.last ? withLast(first, until ?? takeDayAfter(rest, ENDING, reader)) : first
  const part = said ?? takePartAfterDay(rest) ?? (found?.isEvening ? 'evening' : null)
  const hours = takeHours(rest, part, all)
  const place = [takePlace(rest), address].filter(Boolean).join(', ')
  const passed = hours !== null && hours.start <= now.time
  const series = seriesOf({
    repeat,
    found,
    until,
    count,
    hasHours: hours !== null,
    from: chosen > now.day ? chosen : passed ? addDays(now.day, 1) : now.day,
  })
  const day = series?.day ?? dayOf(found, passed)
  const wholeDay = isAllDay || (!hours && day && (category !== 'Event' || found?.last))
  return {
    title: titleOf(rest.typed),
    ...(day && { day: day.day }),
    ...(wholeDay && { allDay: true }),
    ...(wholeDay && found?.last && !series && { lastDay: found.last }),
    ...(hours && !wholeDay && { startTime: hours.start, endTime: hours.end }),
    ...(place && { place }),
    category,
    isCategoryGuessed: saidCategory === null,
    ...(series && { repeat: series.rule }),
    instead: {
      ...(hours?.isDoubtful && !wholeDay && { hour: otherHours(hours) }),
      ...(day?.instead && { day: day.instead }),
      ...(series?.instead && { repeat: series.instead }),
    },
  }
}

const weekdayInTitle = /\b(?:taco (tuesday)|super (saturday|sunday)|(sunday) school)\b/

/** "Taco Tuesday" stays in the title and says the day, if nothing else does. */
function dayInTitle(sentence: string, repeat: FoundRepeat | null, { today }: Reader): FoundDay | null {
  const name = sentence.match(weekdayInTitle)?.slice(1).find(Boolean)
  if (repeat || !name) return null
  const day = onOrAfter(today, weekdays[name] as number)
  return { day, instead: addDays(day, 7) }
}

/** "Dec 3, runs until Dec 10". */
const withLast = (found: FoundDay, last: Day | null): FoundDay =>
  last && last > found.day ? { ...found, last } : found

function dayOf(found: FoundDay | null, passed: boolean): Pick<FoundDay, 'day' | 'instead'> | null {
  if (!found?.isTodayOrNext) return found
  const next = addDays(found.day, 7)
  return passed ? { day: next } : { day: found.day, instead: next }
}

const otherHours = ({ start, end }: { start: Time; end: Time }) => {
  const other = otherHalf(start, end)
  return { startTime: other.start, endTime: other.end }
}
