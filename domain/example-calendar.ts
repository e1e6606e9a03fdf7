// The invented calendar of the home page: a neighborhood whose events follow the date, so that it is never out of date.
import type { LinkedEvent } from './calendar-links.ts'
import type { EventCategory } from './categories.ts'
import { addDays, type Day, type Days, daysBetween, instantAt, type Time, weekdayOf } from './dates.ts'
import type { exampleCalendarTexts } from './texts/example-calendar.ts'

export const EXAMPLE_ZONE = 'America/Chicago'
export const EXAMPLE_PLACE = { city: 'Austin', state: 'Texas' }

type Texts = typeof exampleCalendarTexts
type Key = keyof Texts['events']

export interface ExampleEvent extends LinkedEvent {
  category: EventCategory
  status: 'scheduled'
}

interface Rule {
  key: Key
  category: EventCategory
  /** Whether it begins on a day. `offset` is that day's distance from today. */
  begins: (day: Day, offset: number) => boolean
  /** Start and end; all day without it. */
  time?: [Time, Time]
  days?: number
}

const isNth = (day: Day, weekday: number, nth: number) =>
  weekdayOf(day) === weekday && Math.ceil(Number(day.slice(8)) / 7) === nth

const rules: Rule[] = [
  { key: 'sweeping', category: 'Notice', begins: (_, offset) => offset === 0, time: ['08:00', '12:00'] },
  { key: 'concert', category: 'Event', begins: (_, offset) => offset === 0, time: ['18:30', '20:30'] },
  { key: 'water', category: 'Alert', begins: (_, offset) => offset === 2, time: ['09:00', '15:00'] },
  { key: 'garden', category: 'Event', begins: (_, offset) => offset === 4, days: 3 },
  { key: 'drive', category: 'Notice', begins: (_, offset) => offset === -8, days: 5 },
  { key: 'cat', category: 'FYI', begins: (_, offset) => offset === -4, time: ['17:00', '18:00'] },
  { key: 'keys', category: 'FYI', begins: (_, offset) => offset === 3, time: ['09:30', '10:00'] },
  { key: 'story', category: 'Event', begins: (day) => weekdayOf(day) === 3, time: ['10:00', '10:45'] },
  { key: 'tools', category: 'Event', begins: (day) => weekdayOf(day) === 6, time: ['10:00', '12:00'] },
  { key: 'pond', category: 'Event', begins: (day) => isNth(day, 6, 3), time: ['08:00', '10:00'] },
  { key: 'meeting', category: 'Notice', begins: (day) => isNth(day, 2, 2), time: ['19:00', '20:30'] },
  { key: 'books', category: 'Event', begins: (day) => isNth(day, 4, 3), time: ['19:00', '20:30'] },
  { key: 'recycling', category: 'FYI', begins: (day) => isNth(day, 1, 1) || isNth(day, 1, 3) },
]

const LONGEST = Math.max(...rules.map(({ days = 1 }) => days))

/** Returns the events that touch these days, in the order of their start. */
export function exampleEvents({ first, last }: Days, today: Day, texts: Texts): ExampleEvent[] {
  const count = daysBetween(first, last) + LONGEST
  const days = Array.from({ length: count }, (_, index) => addDays(first, index + 1 - LONGEST))
  return days
    .flatMap((day) =>
      rules
        .filter(({ begins }) => begins(day, daysBetween(today, day)))
        .map((rule) => eventOf(rule, day, texts.events[rule.key])),
    )
    .filter(({ end_date }) => end_date >= first)
    .sort((a, b) => a.start_time.localeCompare(b.start_time))
}

function eventOf({ key, category, time, days = 1 }: Rule, day: Day, text: Texts['events'][Key]): ExampleEvent {
  const end = addDays(day, days - 1)
  return {
    id: `${key}-${day}`,
    title: text.title,
    description: text.description,
    location_name: text.place,
    location: null,
    link_url: null,
    category,
    status: 'scheduled',
    start_time: instantAt(day, time?.[0] ?? '00:00', EXAMPLE_ZONE).toISOString(),
    end_time: instantAt(time ? end : addDays(end, 1), time?.[1] ?? '00:00', EXAMPLE_ZONE).toISOString(),
    all_day: !time,
    event_date: day,
    end_date: end,
  }
}
