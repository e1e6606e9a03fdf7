import type { EventCategory } from '#domain/categories.ts'
import { PRODUCT_NAME } from '#domain/company.ts'
import type { Day } from '#domain/dates.ts'
import type { FeedCalendar, FeedContent, FeedEvent, FeedSeries } from '../feed.ts'
import { calendarUrl, eventUrl, imageOf } from '../links.ts'
import { contentLine, text } from './lines.ts'
import { recurrenceId, seriesTimes } from './series.ts'
import { eventTimes, vevent } from './vevent.ts'
import { type Span, vtimezone } from './vtimezone.ts'
import { type Zone, zoneOf } from './zone.ts'

interface Wanted {
  siteUrl: string
  /** All, when left out. */
  categories?: readonly EventCategory[] | null
  /** The address of the feed, for one that is public. */
  source?: string
  /** A file for one event names no calendar: importing it adds to one's own. */
  isOneEvent?: boolean
}

/** A calendar as iCalendar (RFC 5545, 7986). Pure: the same content is the same text, to the byte. */
export function calendarText(
  { calendar, events, series }: FeedContent,
  { siteUrl, categories, source, isOneEvent }: Wanted,
): string {
  const zone = zoneOf(calendar.time_zone)
  const spans = new Map<string, Span>()
  const isWanted = ({ category }: FeedEvent | FeedSeries) => !categories || categories.includes(category)
  const told = new Map(series.filter(isWanted).map((one) => [one.id, one]))
  const exceptions = Map.groupBy(events, ({ series_id }) =>
    series_id !== null && told.has(series_id) ? series_id : '',
  )

  let body = ''
  for (const event of exceptions.get('') ?? []) if (isWanted(event)) body += single(event)
  for (const one of told.values()) body += whole(one, exceptions.get(one.id) ?? [])
  const zones = [...spans].map(([name, span]) => vtimezone(zoneOf(name), span)).join('')
  const head = isOneEvent ? preamble : `${preamble}${about(calendar, calendarUrl(siteUrl, calendar.id), source)}`
  return `${head}${zones}${body}END:VCALENDAR\r\n`

  /** Also an occurrence of another category than its series, in a feed of that category: there it happens once. */
  function single(event: FeedEvent): string {
    if (!event.all_day) use(spans, zone, { from: event.start, to: event.end })
    const { uid, sequence } = event
    return vevent(event, eventTimes(event, zone), {
      uid,
      sequence,
      url: eventUrl(siteUrl, calendar, event.id),
      image: imageOf(siteUrl, calendar, event),
    })
  }

  function whole(one: FeedSeries, unlike: FeedEvent[]): string {
    const name = one.time_zone ?? calendar.time_zone
    const elsewhere = unlike.filter((event) => !isWanted(event)).map((event) => event.series_day as Day)
    const times = seriesTimes(one, name, elsewhere)
    if (!times) return ''
    if (!one.all_day) use(spans, zoneOf(name), { from: times.first, to: null })
    const { uid, sequence } = one
    let lines = vevent(one, times.when, {
      uid,
      sequence,
      url: calendarUrl(siteUrl, calendar.id),
      image: imageOf(siteUrl, calendar, one),
    })
    for (const event of unlike.filter(isWanted)) {
      if (!event.all_day) use(spans, zone, { from: event.start, to: event.end })
      const when = recurrenceId(one, name, event.series_day as Day) + eventTimes(event, zone)
      const url = eventUrl(siteUrl, calendar, event.id)
      const image = imageOf(siteUrl, calendar, event)
      // Both numbers only ever rise, so their sum does with either.
      lines += vevent(event, when, { uid, sequence: sequence + event.sequence, url, image })
    }
    return lines
  }
}

function use(spans: Map<string, Span>, { name }: Zone, { from, to }: Span): void {
  if (name === 'UTC') return
  const span = spans.get(name)
  if (!span) spans.set(name, { from, to })
  else {
    span.from = Math.min(span.from, from)
    span.to = span.to === null || to === null ? null : Math.max(span.to, to)
  }
}

/** How often programs should look again. Many look less often than they are told; none should look more. */
const REFRESH = 'PT1H'

const preamble = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//${PRODUCT_NAME}//Community calendar//EN\r\nCALSCALE:GREGORIAN\r\n`

function about({ id, name, description, time_zone }: FeedCalendar, url: string, source: string | undefined): string {
  const lines = [
    'METHOD:PUBLISH',
    `UID:${id}`,
    `NAME:${text(name)}`,
    `X-WR-CALNAME:${text(name)}`,
    ...(description ? [`DESCRIPTION:${text(description)}`, `X-WR-CALDESC:${text(description)}`] : []),
    `X-WR-TIMEZONE:${time_zone}`,
    'COLOR:goldenrod',
    `URL:${url}`,
    ...(source ? [`SOURCE;VALUE=URI:${source}`] : []),
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
  ]
  return lines.map(contentLine).join('')
}
