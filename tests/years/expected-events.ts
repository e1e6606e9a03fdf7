// The events of a day, when their messages are due, and at which instants the clock must stop to check that.
import { addDays, type Day, instantAt } from '#domain/dates.ts'
import { minutes } from '#domain/durations.ts'
import { AHEAD_AT } from '#domain/limits.ts'
import { NOTIFY_AT, type YearCalendar } from './calendars.ts'
import { endOfDay, isOdd, whenAwake, whenClockShows } from './expected.ts'

/** One event. Events due at the same instant in the same calendar are sent in one message. */
export type ExpectedEvent = {
  calendar: YearCalendar
  day: Day
  title: string
  start: number
  end: number
  /** Null: long before. */
  addedAt: number | null
  due: number
  /** Due for contacts who are notified the evening before; an event added on its day is sent on its day. */
  dueBefore: number
  midnight: number
}

/** Late in the day, around the quiet hours, and one before most notification times. */
const LATE = ['15:07', '20:58', '20:59', '21:00', '23:50', '07:10', '00:05']

let number = 0

/** On an ordinary day one calendar per clock and notification time; on a special day all of them. */
export function expectedEventsOf(day: Day, calendars: YearCalendar[]): ExpectedEvent[] {
  const dayNumber = Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000)
  const all = isOdd(day)
  return calendars
    .filter(
      ({ notifyAt, clockNumber }) =>
        all || (dayNumber + clockNumber) % NOTIFY_AT.length === NOTIFY_AT.indexOf(notifyAt),
    )
    .flatMap((calendar) => {
      const hour = whenClockShows(day, calendar.notifyAt, calendar.zone)
      const evening = whenClockShows(addDays(day, -1), AHEAD_AT, calendar.zone)
      const midnight = endOfDay(day, calendar.zone)
      const count = 1 + (dayNumber % 3)
      const late = LATE[dayNumber % 23]
      return Array.from({ length: count + (late ? 1 : 0) }, (_, index): ExpectedEvent => {
        number++
        const addedAt = index === count && late ? whenClockShows(day, late, calendar.zone) : null
        return {
          calendar,
          day,
          title: `e${number}x`,
          ...timesOf(number, day, calendar.zone),
          addedAt,
          due: Math.max(hour, addedAt ?? 0),
          dueBefore: addedAt === null ? evening : Math.max(hour, addedAt),
          midnight,
        }
      })
    })
}

/** The moments at which something comes due or ends, and the minute before each. */
export function instantsOf(expectedEvents: ExpectedEvent[]): Set<number> {
  const instants = new Set<number>()
  for (const { calendar, due, dueBefore, addedAt, midnight } of expectedEvents) {
    const awake = calendar.phones.map(({ zone }) => whenAwake(due, zone)).filter((instant) => instant < midnight)
    const before = calendar.evening ? [dueBefore] : []
    for (const instant of [due, midnight, ...before, ...awake]) instants.add(instant).add(instant - minutes(1))
    if (addedAt !== null) instants.add(addedAt)
  }
  return instants
}

/** Over time an event begins at every minute of the day. Half of them are over at once, so that many are when their mail would be due. */
function timesOf(count: number, day: Day, zone: string): Pick<ExpectedEvent, 'start' | 'end'> {
  const minute = (count * 37) % 1440
  const from = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const start = instantAt(day, from, zone).getTime()
  return { start, end: start + minutes(count % 2 === 0 ? 1 : 8 * 60) }
}
