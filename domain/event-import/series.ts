import { addDays, type Day } from '../dates.ts'
import type { ImportedDetails } from '../event-columns.ts'
import { ruleDays, type Spend } from '../recurrence/expand.ts'
import { formatRule, newRule, parseRule, type Rule } from '../recurrence/rule.ts'
import { occurrenceTimes } from '../recurrence/series.ts'
import { type Component, propertyOf } from './components.ts'
import { type ImportedEntry, type ImportedException, refused } from './item.ts'
import type { ImportProblem } from './problems.ts'
import {
  dayOfMoment,
  instantOf,
  type Moment,
  readMoment,
  readMoments,
  readSpan,
  timesOfSeries,
  timesOnce,
} from './times.ts'
import { workOf } from './work.ts'
import type { FindZone } from './zones.ts'

// Turns RRULE, RDATE, EXDATE and RECURRENCE-ID into a series of ours: a rule about days, one time of day, and exceptions.

interface Reading {
  zones: FindZone
  home: string
  spend: Spend
  fieldsOf: (event: Component) => ImportedDetails | 'noTitle' | 'private'
  uidOf: (event: Component, otherwise: string) => string
  sequenceOf: (event: Component) => number
}

/** Returns the series, and the exceptions that cannot be imported. */
export function readSeries(master: Component, others: Component[], reading: Reading): ImportedEntry[] {
  const { zones, home, spend } = reading
  const span = readSpan(master, zones, home)
  const fields = reading.fieldsOf(master)
  const title = typeof fields === 'string' ? '' : fields.title
  if (typeof span === 'string') return [refused(title, null, span)]
  const { start } = span
  const wrong = (problem: ImportProblem) => [refused(title, start.day, problem)]
  if (typeof fields === 'string') return wrong(fields)
  const times = timesOfSeries(span)
  if (typeof times === 'string') return wrong(times)
  const days = readDays(master, start, reading)
  if (typeof days === 'string') return wrong(days)

  const all_day = start.time === null
  const clock = { startsAt: times.startsAt, endsAt: times.endsAt, endDays: times.endDays }
  const sequence = reading.sequenceOf(master)
  const exceptions = new Map<Day, ImportedException>()
  const entries: ImportedEntry[] = []
  // An RDATE at another time becomes an exception of that day.
  for (const [day, { moment }] of days.otherTimes) {
    const usual = occurrenceTimes(day, clock, start.zone)
    const from = instantOf(moment)
    const to = new Date(from.getTime() + usual.end.getTime() - usual.start.getTime())
    const moved = { all_day, start_time: from.toISOString(), end_time: to.toISOString() }
    exceptions.set(day, { ...fields, ...moved, series_day: day, sequence: 0 })
  }
  for (const other of others) {
    const read = readException(other, { start, sequence }, reading)
    if ('problem' in read) entries.push(read)
    else exceptions.set(read.series_day, read)
  }
  const known = new Set([...daysNear(days.rule, days.startsOn, [...exceptions.keys()], spend), ...days.rdates])
  const ordered = [...exceptions.values()].sort((one, other) => (one.series_day < other.series_day ? -1 : 1))
  const beside = ordered.map(({ series_day }) => series_day).filter((day) => !known.has(day))
  const item = {
    kind: 'series' as const,
    uid: reading.uidOf(master, `${start.day} ${times.startsAt} ${title}`),
    sequence,
    ...fields,
    all_day,
    starts_on: days.startsOn,
    starts_at: times.startsAt,
    ends_at: times.endsAt,
    end_days: times.endDays,
    time_zone: all_day || start.zone === home ? null : start.zone,
    rrule: formatRule(days.rule),
    rdates: inOrder([...days.rdates, ...beside]),
    // A date with an exception takes place.
    exdates: days.exdates.filter((day) => !exceptions.has(day)),
    exceptions: ordered,
  }
  if (item.rdates.length > DAYS_MAX || item.exdates.length > DAYS_MAX) return wrong('tooManyDates')
  return [{ title, day: start.day, item, problem: null }, ...entries]
}

const DAYS_MAX = 2000
/** Days after which a rule without a date counts as one that never matches. */
const FIRST_WITHIN = 3660

function readDays(master: Component, start: Moment, { zones, home, spend }: Reading) {
  const rules = master.properties.filter(({ name }) => name === 'RRULE')
  if (rules.length > 1 || propertyOf(master, 'EXRULE')) return 'unreadable'
  const rule = rules[0] ? readRule(rules[0].value, start) : newRule('DAILY', { count: 1 })
  if (typeof rule === 'string') return rule
  const extra: Moment[] = []
  const left: Moment[] = []
  for (const property of master.properties) {
    if (property.name !== 'RDATE' && property.name !== 'EXDATE') continue
    spend(workOf.date * property.value.split(',').length)
    const moments = readMoments(property, zones, home)
    if (typeof moments === 'string') return moments
    const into = property.name === 'RDATE' ? extra : left
    for (const moment of moments) into.push(moment)
  }
  const dayOf = (moment: Moment) => dayOfMoment(moment, start.zone, start.time === null)
  const otherTimes = new Map(
    extra
      .filter((moment) => moment.time !== null && start.time !== null)
      .map((moment) => ({ moment, day: dayOf(moment) }))
      .filter(({ moment, day }) => instantOf(moment).getTime() !== instantOf({ ...start, day }).getTime())
      .map((found) => [found.day, found]),
  )
  const began = withFirstDay(rule, start.day, spend)
  if (!began) return 'never'
  const rdates = inOrder([...extra.map(dayOf), ...began.rdates])
  return { ...began, rdates, exdates: inOrder(left.map(dayOf)), otherTimes }
}

/** Makes DTSTART the first date even if the rule does not match it, as iCalendar demands. */
function withFirstDay(rule: Rule, day: Day, spend: Spend): { rule: Rule; startsOn: Day; rdates: Day[] } | null {
  if (ruleDays({ ...rule, count: null, until: day }, day, day, spend).next().value === day)
    return { rule, startsOn: day, rdates: [] }
  if (rule.until !== null && rule.until < day) return null
  if (rule.count === 1) return { rule: newRule('DAILY', { count: 1 }), startsOn: day, rdates: [] }
  const count = rule.count === null ? null : rule.count - 1
  const limit = addDays(day, FIRST_WITHIN)
  const until = rule.until !== null && rule.until < limit ? rule.until : limit
  const first = ruleDays({ ...rule, count: null, until }, day, day, spend).next().value
  if (!first) return { rule: newRule('DAILY', { count: 1 }), startsOn: day, rdates: [] }
  return { rule: { ...rule, count }, startsOn: first, rdates: [day] }
}

function readRule(value: string, { time, zone }: Moment): Rule | ImportProblem {
  const [hour, minute, second = '00'] = (time ?? '00:00').split(':').map((part) => String(Number(part)))
  const said = value
    .trim()
    .split(';')
    .filter(
      (part) => part !== '' && !repeatsStart(part.toUpperCase(), { BYHOUR: hour, BYMINUTE: minute, BYSECOND: second }),
    )
    // Some programs write a year from 2200 on for "forever".
    .filter((part) => !/^UNTIL=(?:2[2-9]|[3-9]\d)\d\d/i.test(part))
  const { rule, problem } = parseRule(said.join(';'), { startsAt: time ?? '00:00', zone })
  return rule ?? problem
}

/** Returns whether a part repeats the time of DTSTART. */
function repeatsStart(part: string, start: Record<string, string | undefined>): boolean {
  const [name = '', value] = part.split('=')
  return name in start && String(Number(value)) === String(Number(start[name]))
}

function readException(
  other: Component,
  { start, sequence }: { start: Moment; sequence: number },
  { zones, home, fieldsOf, sequenceOf }: Reading,
): ImportedException | Extract<ImportedEntry, { item: null }> {
  const fields = fieldsOf(other)
  const title = typeof fields === 'string' ? '' : fields.title
  const wrong = (day: Day | null, problem: ImportProblem) => ({ title, day, item: null, problem })
  const id = propertyOf(other, 'RECURRENCE-ID')
  const span = readSpan(other, zones, home)
  if (typeof span === 'string') return wrong(null, span)
  if (typeof fields === 'string') return wrong(span.start.day, fields)
  if (!id || id.parameters.has('RANGE')) return wrong(span.start.day, 'range')
  const moment = readMoment(id, id.value, zones, home)
  if (typeof moment === 'string') return wrong(span.start.day, moment)
  const times = timesOnce(span, home)
  if (typeof times === 'string') return wrong(span.start.day, times)
  const series_day = dayOfMoment(moment, start.zone, start.time === null)
  return { ...fields, ...times, series_day, sequence: Math.max(0, sequenceOf(other) - sequence) }
}

/** Returns those of the days that the rule matches. Only a count must be counted from the start. */
function daysNear(rule: Rule, startsOn: Day, days: Day[], spend: Spend): Day[] {
  if (rule.count !== null) {
    const wanted = new Set(days)
    const until = days.toSorted().at(-1) ?? startsOn
    return ruleDays({ ...rule, until }, startsOn, startsOn, spend)
      .filter((day) => wanted.has(day))
      .toArray()
  }
  const isLast = (day: Day) => rule.until === null || day <= rule.until
  return days.filter(
    (day) => isLast(day) && ruleDays({ ...rule, until: day }, startsOn, day, spend).next().value === day,
  )
}

function inOrder(days: Day[]): Day[] {
  return [...new Set(days)].sort()
}
