// What typical groups put on their calendar first. Only proposals: days and times that somebody corrects before they are added.
import type { EventCategory } from './categories.ts'
import { addDays, type Day, monthOf, type Time, weekdayOf } from './dates.ts'
import { text } from './ical-lines.ts'

export const starterKits = ['pta', 'church', 'hoa', 'league', 'city'] as const
export type StarterKit = (typeof starterKits)[number]

export type KitRepeat = 'never' | 'weekly' | 'monthly'

/** A weekday (0 is Sunday): the next one, the next after some weeks, or the nth of a month. */
interface When {
  weekday: number
  weeks?: number
  nth?: number
}

interface KitItem {
  key: string
  category: EventCategory
  when: When
  /** Start and end; all day without it. */
  time?: readonly [Time, Time]
  repeat?: KitRepeat
}

const [SUN, MON, TUE, WED, THU, FRI, SAT] = [0, 1, 2, 3, 4, 5, 6]

export const kitItems = {
  pta: [
    { key: 'meeting', category: 'Event', when: { weekday: TUE, nth: 2 }, time: ['18:30', '20:00'], repeat: 'monthly' },
    { key: 'earlyRelease', category: 'Notice', when: { weekday: FRI, weeks: 1 }, time: ['12:15', '15:00'] },
    { key: 'pictureDay', category: 'Notice', when: { weekday: WED, weeks: 2 }, time: ['08:30', '12:00'] },
    { key: 'bookFair', category: 'Event', when: { weekday: THU, weeks: 4 }, time: ['08:00', '15:30'] },
    { key: 'lunch', category: 'FYI', when: { weekday: FRI, weeks: 6 }, time: ['11:30', '13:00'] },
    { key: 'fundraiser', category: 'Event', when: { weekday: THU, weeks: 8 }, time: ['17:30', '20:00'] },
  ],
  church: [
    { key: 'worship', category: 'Event', when: { weekday: SUN }, time: ['10:00', '11:15'], repeat: 'weekly' },
    { key: 'choir', category: 'Event', when: { weekday: THU }, time: ['19:00', '20:30'], repeat: 'weekly' },
    { key: 'youth', category: 'Event', when: { weekday: SUN }, time: ['17:00', '18:30'], repeat: 'weekly' },
    { key: 'supper', category: 'Event', when: { weekday: WED, nth: 1 }, time: ['17:30', '19:00'], repeat: 'monthly' },
    { key: 'pantry', category: 'FYI', when: { weekday: SAT, nth: 3 }, time: ['09:00', '12:00'], repeat: 'monthly' },
    { key: 'workDay', category: 'Event', when: { weekday: SAT, weeks: 4 }, time: ['09:00', '13:00'] },
  ],
  hoa: [
    { key: 'board', category: 'Notice', when: { weekday: TUE, nth: 3 }, time: ['19:00', '20:30'], repeat: 'monthly' },
    { key: 'trash', category: 'FYI', when: { weekday: MON, nth: 1 }, repeat: 'monthly' },
    { key: 'dues', category: 'Notice', when: { weekday: FRI, weeks: 3 } },
    { key: 'cleanUp', category: 'Event', when: { weekday: SAT, weeks: 4 }, time: ['09:00', '12:00'] },
    { key: 'blockParty', category: 'Event', when: { weekday: SAT, weeks: 6 }, time: ['16:00', '20:00'] },
    { key: 'annual', category: 'Notice', when: { weekday: THU, weeks: 8 }, time: ['19:00', '21:00'] },
  ],
  league: [
    { key: 'practice', category: 'Event', when: { weekday: TUE }, time: ['17:30', '18:45'], repeat: 'weekly' },
    { key: 'games', category: 'Event', when: { weekday: SAT }, time: ['09:00', '14:00'], repeat: 'weekly' },
    { key: 'coaches', category: 'Notice', when: { weekday: MON, weeks: 1 }, time: ['19:00', '20:00'] },
    { key: 'pictures', category: 'Notice', when: { weekday: SAT, weeks: 2 }, time: ['08:30', '10:00'] },
    { key: 'registration', category: 'Notice', when: { weekday: FRI, weeks: 3 } },
    { key: 'party', category: 'Event', when: { weekday: SAT, weeks: 10 }, time: ['12:00', '15:00'] },
  ],
  city: [
    { key: 'council', category: 'Notice', when: { weekday: TUE, nth: 1 }, time: ['18:00', '20:00'], repeat: 'monthly' },
    {
      key: 'planning',
      category: 'Notice',
      when: { weekday: WED, nth: 2 },
      time: ['17:30', '19:00'],
      repeat: 'monthly',
    },
    { key: 'sweeping', category: 'Notice', when: { weekday: MON, nth: 2 }, repeat: 'monthly' },
    { key: 'market', category: 'Event', when: { weekday: SAT }, time: ['09:00', '13:00'], repeat: 'weekly' },
    { key: 'waste', category: 'FYI', when: { weekday: SAT, weeks: 4 }, time: ['08:00', '12:00'] },
    { key: 'closed', category: 'FYI', when: { weekday: FRI, weeks: 5 } },
  ],
} as const satisfies Record<StarterKit, readonly KitItem[]>

/** The key of an event of any kit. */
export type KitKey = (typeof kitItems)[StarterKit][number]['key']

/** An event as it is proposed, and corrected. */
export interface KitEvent {
  key: KitKey
  category: EventCategory
  title: string
  day: Day
  /** Start and end; null for all day. */
  time: readonly [Time, Time] | null
  repeat: KitRepeat
}

/** Returns the events of a kit on days after today, the earliest first. */
export function kitEvents(kit: StarterKit, today: Day, titles: Record<KitKey, string>): KitEvent[] {
  const items: readonly (KitItem & { key: KitKey })[] = kitItems[kit]
  return items
    .map(({ key, category, when, time = null, repeat = 'never' }) => ({
      key,
      category,
      title: titles[key],
      day: dayOf(when, today),
      time,
      repeat,
    }))
    .sort((a, b) => a.day.localeCompare(b.day))
}

/** Returns the first day after today that fits. */
function dayOf({ weekday, weeks = 0, nth }: When, today: Day): Day {
  const tomorrow = addDays(today, 1 + weeks * 7)
  const first = addDays(tomorrow, (weekday - weekdayOf(tomorrow) + 7) % 7)
  for (let day = first; ; day = addDays(day, 7)) if (nth === undefined || nthOf(day) === nth) return day
}

/** Returns which of its weekday in the month a day is: 2 for the second Tuesday. */
function nthOf(day: Day): number {
  return Math.ceil(Number(day.slice(8)) / 7)
}

/** Writes events as a file that can be imported. The same calendar and key is the same event when it is added again. */
export function kitFile(events: readonly KitEvent[], calendarId: string): string {
  const lines = events.flatMap((event) => [
    'BEGIN:VEVENT',
    `UID:starter-${event.key}-${calendarId}`,
    `SUMMARY:${text(event.title)}`,
    `CATEGORIES:${event.category}`,
    ...timesOf(event),
    ...(event.repeat === 'never' ? [] : [`RRULE:${rruleOf(event)}`]),
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Townbell//Starter kit//EN', ...lines, 'END:VCALENDAR', ''].join(
    '\r\n',
  )
}

/** Times without a zone are those of the calendar. */
function timesOf({ day, time }: KitEvent): string[] {
  const date = day.replaceAll('-', '')
  if (!time) return [`DTSTART;VALUE=DATE:${date}`]
  const [start, end] = time.map((clock) => `${date}T${clock.replace(':', '').slice(0, 4)}00`)
  return [`DTSTART:${start}`, `DTEND:${end}`]
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Repeats on the weekday of the chosen day; a fifth one is the last of its month. */
export function rruleOf({ day, repeat }: Pick<KitEvent, 'day' | 'repeat'>): string {
  const weekday = WEEKDAYS[weekdayOf(day)]
  if (repeat === 'weekly') return `FREQ=WEEKLY;BYDAY=${weekday}`
  const isLast = monthOf(addDays(day, 7)) !== monthOf(day) && nthOf(day) === 5
  return `FREQ=MONTHLY;BYDAY=${isLast ? -1 : nthOf(day)}${weekday}`
}
