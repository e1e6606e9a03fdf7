// "Roll last year forward": proposes the events of a past range again, on the same weekday of the month ("second Tuesday of October"),
// and writes them as a file that can be imported, and undone, as a whole.
import { addDays, addMonths, type Day, type Days, firstDayOf, lastDayOf, monthOf, weekdayOf } from './dates.ts'
import type { EventRow, ImportedDetails } from './event-columns.ts'
import type { SeriesClock } from './event-import/item.ts'
import { placeWords } from './event-words.ts'
import { ownProperties, text } from './ical-lines.ts'
import { ordinalOf } from './recurrence/choice.ts'
import { ROWS_MAX, recurrenceOf, timesOf, timesOfRow } from './recurrence/edit.ts'
import { ruleDays } from './recurrence/expand.ts'
import { formatRule, type Rule } from './recurrence/rule.ts'
import { daysFrom, type SeriesTimes } from './recurrence/series.ts'
import { areSimilarTitles } from './similar-titles.ts'

/** An event that happened once, or a series with an end. */
export type PastEvent = ImportedDetails & Pick<EventRow, 'id' | 'all_day' | 'start_time' | 'end_time' | 'event_date'>
export type PastSeries = ImportedDetails & SeriesClock & { id: string }

/** Why a copy is not proposed. */
export type Doubt = 'cancelled' | 'alert' | 'running'

/** A copy as it is proposed, and corrected. */
export interface Copy {
  details: ImportedDetails & { id: string }
  allDay: boolean
  times: SeriesTimes
  /** Null for the calendar's zone. */
  zone: string | null
  /** The first day then. */
  was: Day
  /** The first day of the copy. */
  day: Day
  /** The other day that "the fourth and last Monday" can mean. */
  also: Day | null
  doubt: Doubt | null
  repeat: Repeat | null
}

interface Repeat {
  rule: Rule
  /** How many dates of the rule are copied. */
  count: number
  rdates: Day[]
  exdates: Day[]
}

/** Returns the same weekday of the month some years later: the second Tuesday stays the second; a fifth one may become the last. */
export function sameWeekday(day: Day, years: number): Day {
  const month = addMonths(monthOf(day), 12 * years)
  const first = firstDayOf(month)
  const found = addDays(first, ((weekdayOf(day) - weekdayOf(first) + 7) % 7) + (ordinalOf(day) - 1) * 7)
  return monthOf(found) === month ? found : addDays(found, -7)
}

/** Returns the same date some years later; February 29 becomes the 28th. */
export function sameDate(day: Day, years: number): Day {
  const month = addMonths(monthOf(day), 12 * years)
  return [`${month}-${day.slice(8)}`, lastDayOf(month)].sort()[0] as Day
}

/** The last twelve months, or the school year that ended last: August to July. */
export const pastRanges = {
  year: (today: Day): Days => ({ first: sameDate(today, -1), last: addDays(today, -1) }),
  school: (today: Day): Days => {
    const year = Number(today.slice(0, 4)) - (today.slice(5) < '08-01' ? 1 : 0)
    const began = today.slice(5) >= '05-15' && today.slice(5) < '08-01' ? year : year - 1
    return { first: `${began}-08-01`, last: `${began + 1}-07-31` }
  },
} as const
export type PastRange = keyof typeof pastRanges

/** Proposes an event on the first such day after today. */
export function copyOfEvent(event: PastEvent, zone: string, today: Day): Copy {
  const { event_date: was } = event
  const years = yearsUntil(today, was, sameWeekday)
  const day = sameWeekday(was, years)
  return {
    details: event,
    allDay: event.all_day,
    times: timesOfRow(event, zone),
    zone: null,
    was,
    day,
    also: lastInstead(was, day),
    doubt: event.category === 'Alert' ? 'alert' : event.status === 'cancelled' ? 'cancelled' : null,
    repeat: null,
  }
}

/** Longer series are copied from the first day of the range on. */
const WHOLE_DAYS_MAX = 366

/** Proposes a series of the range again, as long as it was; null if it has no date there, or never ends: it goes on by itself. */
export function copyOfSeries(series: PastSeries, { first, last }: Days, today: Day): Copy | null {
  const recurrence = recurrenceOf(series)
  const { rule } = recurrence
  if (rule.count === null && rule.until === null) return null
  if (daysFrom(recurrence, first, 1, last).length === 0) return null
  const all = [...ruleDays(rule, series.starts_on).take(ROWS_MAX)]
  const isLong = all.length > 0 && (all.at(-1) as Day) > addDays(series.starts_on, WHOLE_DAYS_MAX)
  const days = isLong ? all.filter((day) => day >= first) : all
  const was = days[0] ?? series.starts_on
  const later = hasDates(rule) ? sameDate : sameWeekday
  const years = yearsUntil(today, was, later)
  const end = [all.at(-1) ?? was, ...series.rdates].sort().at(-1) as Day
  const copy: Copy = {
    details: series,
    allDay: series.all_day,
    times: timesOf(series),
    zone: series.time_zone,
    was,
    day: later(was, years),
    also: null,
    doubt:
      series.category === 'Alert'
        ? 'alert'
        : series.status === 'cancelled'
          ? 'cancelled'
          : end >= today
            ? 'running'
            : null,
    repeat: {
      rule,
      count: Math.max(days.length, 1),
      rdates: series.rdates.filter((day) => day >= was).map((day) => later(day, years)),
      exdates: series.exdates.filter((day) => day >= was).map((day) => later(day, years)),
    },
  }
  return { ...copy, day: datesOf(copy)[0] ?? copy.day }
}

/** Returns the days of a copy. Those of a series follow its rule from the first one on or after the chosen day. */
export function datesOf({ day, repeat }: Copy): Day[] {
  if (!repeat) return [day]
  const endless = { ...repeat.rule, count: null, until: null }
  return [...ruleDays(endless, day).take(repeat.count)]
}

/** Returns what is on the calendar already and looks like the copy: a similar title within two weeks. */
export function findAlready<Known extends { title: string; first: Day; last: Day }>(
  copy: Copy,
  known: readonly Known[],
): Known | undefined {
  const dates = datesOf(copy)
  const from = addDays(dates[0] ?? copy.day, -NEAR_DAYS)
  const to = addDays(dates.at(-1) ?? copy.day, NEAR_DAYS)
  return known.find(
    ({ title, first, last }) => last >= from && first <= to && areSimilarTitles(title, copy.details.title),
  )
}

const NEAR_DAYS = 14

/** Writes copies as a file. The UID names what was copied, so that its picture, RSVP and lists come along, and nothing comes twice. */
export function copiesFile(copies: readonly Copy[]): string {
  const lines = copies.flatMap((copy) => ['BEGIN:VEVENT', ...eventLines(copy), 'END:VEVENT'])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Townbell//Last year//EN', ...lines, 'END:VCALENDAR', ''].join(
    '\r\n',
  )
}

function eventLines(copy: Copy): string[] {
  const { title, description, link_url: link, latitude, longitude, ...rest } = copy.details
  const dates = datesOf(copy)
  const day = dates[0] ?? copy.day
  const place = placeWords(copy.details)
  return [
    `UID:again-${rest.id}-${day}`,
    `SUMMARY:${text(title)}`,
    `CATEGORIES:${rest.category}`,
    ...(description ? [`DESCRIPTION:${text(description)}`] : []),
    ...(place ? [`LOCATION:${text(place)}`] : []),
    ...ownProperties(copy.details).map(([name, value]) => `${name}:${text(value)}`),
    ...(link ? [`CONFERENCE;VALUE=URI:${link}`] : []),
    ...(latitude === null ? [] : [`GEO:${latitude};${longitude}`]),
    ...timeLines(copy, day),
    ...repeatLines(copy, dates),
  ]
}

/** Local times without a zone are the calendar's, so that no clock change moves them. */
function timeLines({ allDay, times, zone }: Copy, day: Day): string[] {
  const last = addDays(day, times.endDays)
  if (allDay) return [`DTSTART;VALUE=DATE:${dateValue(day)}`, `DTEND;VALUE=DATE:${dateValue(last)}`]
  const there = zone ? `;TZID=${zone}` : ''
  return [
    `DTSTART${there}:${dateValue(day)}${timeValue(times.startsAt)}`,
    `DTEND${there}:${dateValue(last)}${timeValue(times.endsAt)}`,
  ]
}

function repeatLines({ allDay, times, zone, repeat }: Copy, dates: Day[]): string[] {
  if (!repeat) return []
  const { rule, count } = repeat
  const end = rule.until === null ? { count, until: null } : { count: null, until: dates.at(-1) ?? null }
  const listed = (name: string, days: Day[]) => {
    if (days.length === 0) return []
    if (allDay) return [`${name};VALUE=DATE:${days.map(dateValue).join()}`]
    const there = zone ? `;TZID=${zone}` : ''
    return [`${name}${there}:${days.map((day) => `${dateValue(day)}${timeValue(times.startsAt)}`).join()}`]
  }
  return [
    `RRULE:${formatRule({ ...rule, ...end })}`,
    ...listed('RDATE', repeat.rdates),
    ...listed(
      'EXDATE',
      repeat.exdates.filter((day) => dates.includes(day)),
    ),
  ]
}

const dateValue = (day: Day) => day.replaceAll('-', '')
const timeValue = (time: string) => `T${time.slice(0, 5).replace(':', '')}00`

/** Returns whether a rule is about dates, such as the 15th of each month, and not about weekdays. */
function hasDates({ frequency, byDay, byMonthDay }: Rule): boolean {
  return byMonthDay.length > 0 || (byDay.length === 0 && (frequency === 'MONTHLY' || frequency === 'YEARLY'))
}

/** Returns how many years later a day is after today. */
function yearsUntil(today: Day, day: Day, later: (day: Day, years: number) => Day): number {
  let years = Math.max(1, Number(today.slice(0, 4)) - Number(day.slice(0, 4)))
  while (later(day, years) <= today) years += 1
  return years
}

/** Returns the last such weekday of the month, if the event was on the last one and the copy is not. */
function lastInstead(was: Day, day: Day): Day | null {
  const isLast = (one: Day) => monthOf(addDays(one, 7)) !== monthOf(one)
  return isLast(was) && !isLast(day) ? addDays(day, 7) : null
}
