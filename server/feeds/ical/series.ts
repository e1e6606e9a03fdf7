import { addDays, type Day, instantAt } from '#domain/dates.ts'
import { contentLine } from '#domain/ical-lines.ts'
import { ruleDays } from '#domain/recurrence/expand.ts'
import { feedRule, parseRule } from '#domain/recurrence/rule.ts'
import { occurrenceTimes } from '#domain/recurrence/series.ts'
import type { FeedSeries } from '../feed.ts'
import { dayValue } from './vevent.ts'

/** Property values of a series' days: on its clock, or the bare day when it lasts all day. */
function dayAt({ all_day, starts_at }: FeedSeries, zone: string, day: Day): string {
  return all_day ? `;VALUE=DATE:${dayValue(day)}` : timeAt(zone, day, starts_at)
}

function timeAt(zone: string, day: Day, time: string): string {
  const local = `${dayValue(day)}T${time.slice(0, 8).replaceAll(':', '').padEnd(6, '0')}`
  return zone === 'UTC' ? `:${local}Z` : `;TZID=${zone}:${local}`
}

/** Which occurrence an exception replaces. */
export function recurrenceId(series: FeedSeries, zone: string, day: Day): string {
  return `RECURRENCE-ID${dayAt(series, zone, day)}\r\n`
}

/** Returns the dates of a series without the days in `left`; null when none remain. `first` is its first instant, in seconds. */
export function seriesTimes(series: FeedSeries, zone: string, left: readonly Day[]) {
  const { starts_on, starts_at, all_day, rrule, rdates, exdates } = series
  const { rule } = parseRule(rrule)
  const extra = [...new Set(rdates)].sort()
  const byRule =
    rule && ruleDays({ ...rule, until: earlier(rule.until, addDays(starts_on, 366)) }, starts_on).next().value
  // Readers take DTSTART for the first occurrence, whether or not the rule would choose that day.
  const first = byRule ?? extra[0]
  if (!first) return null
  let when = `DTSTART${dayAt(series, zone, first)}\r\n${lengthOf(series, zone, first)}`
  if (rule && byRule) when += contentLine(`RRULE:${feedRule(rule, { allDay: all_day, startsAt: starts_at, zone })}`)
  for (const day of extra) if (day !== first) when += `RDATE${dayAt(series, zone, day)}\r\n`
  for (const day of new Set([...exdates, ...left])) when += `EXDATE${dayAt(series, zone, day)}\r\n`
  return { when, first: instantAt(first, starts_at, zone).getTime() / 1000 }
}

/** A series starts on its first date. One written straight to the data API may not, and a feed has up to a thousand to look at. */
function earlier(until: Day | null, limit: Day): Day {
  return until !== null && until < limit ? until : limit
}

/**
 * Returns DTEND, from which readers take the length of every occurrence. If clocks change during the first one, DTEND would
 * make all others an hour too long or short, so DURATION is written instead.
 */
function lengthOf(series: FeedSeries, zone: string, first: Day): string {
  const { all_day, starts_at, ends_at, end_days } = series
  const last = addDays(first, end_days)
  if (all_day) return `DTEND;VALUE=DATE:${dayValue(last)}\r\n`
  const times = { startsAt: starts_at, endsAt: ends_at, endDays: end_days }
  const seconds = ({ start, end }: { start: Date; end: Date }) => (end.getTime() - start.getTime()) / 1000
  const length = seconds(occurrenceTimes(first, times, 'UTC'))
  if (seconds(occurrenceTimes(first, times, zone)) !== length) return `DURATION:PT${length}S\r\n`
  return `DTEND${timeAt(zone, last, ends_at)}\r\n`
}
