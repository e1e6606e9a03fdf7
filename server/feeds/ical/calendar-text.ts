import type { EventCategory } from '#domain/categories.ts'
import { PRODUCT_NAME } from '#domain/company.ts'
import type { Day } from '#domain/dates.ts'
import { contentLine, text } from '#domain/ical-lines.ts'
import { type FeedCalendar, type FeedContent, type FeedEvent, type FeedSeries, inOrder } from '../feed.ts'
import { calendarUrl, eventUrl, imageOf } from '../links.ts'
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

/** A calendar as iCalendar (RFC 5545, 7986), in UTF-8. Pure: the same content is the same bytes. */
export function calendarText(
  { calendar, events, exceptions, series }: FeedContent,
  { siteUrl, categories, source, isOneEvent }: Wanted,
): Uint8Array {
  const zone = zoneOf(calendar.time_zone)
  const spans = new Map<string, Span>()
  const isWanted = ({ category }: FeedEvent | FeedSeries) => !categories || categories.includes(category)
  const told = new Map(series.filter(isWanted).map((one) => [one.id, one]))
  const unlike = Map.groupBy(exceptions, ({ series_id }) => series_id as string)
  // Events whose category differs from their series', in a feed of that category, appear as single events.
  const strays = exceptions.filter((event) => isWanted(event) && !told.has(event.series_id as string))
  const singles = strays.length === 0 ? events : [...events, ...strays].sort(inOrder)

  const body = createBytes()
  for (const event of singles) if (isWanted(event)) body.add(single(event))
  for (const one of told.values()) body.add(whole(one, unlike.get(one.id) ?? []))
  body.add('END:VCALENDAR\r\n')
  const zones = [...spans].map(([name, span]) => vtimezone(zoneOf(name), span)).join('')
  const head = isOneEvent ? preamble : `${preamble}${about(calendar, calendarUrl(siteUrl, calendar), source)}`
  return body.after(`${head}${zones}`)

  function single(event: FeedEvent): string {
    const of = event.calendar ?? calendar
    const its = zoneOf(of.time_zone)
    if (!event.all_day) use(spans, its, { from: event.start, to: event.end })
    return vevent(event, eventTimes(event, its), {
      // Two calendars of a town page may have imported the same event, each with changes of its own.
      uid: event.calendar ? event.id : event.uid,
      sequence: event.sequence,
      url: eventUrl(siteUrl, of, event.id),
      image: imageOf(siteUrl, of, event),
    })
  }

  function whole(one: FeedSeries, exceptions: FeedEvent[]): string {
    const name = one.time_zone ?? calendar.time_zone
    const elsewhere = exceptions.filter((event) => !isWanted(event)).map((event) => event.series_day as Day)
    const times = seriesTimes(one, name, elsewhere)
    if (!times) return ''
    if (!one.all_day) use(spans, zoneOf(name), { from: times.first, to: null })
    const { uid, sequence } = one
    let lines = vevent(one, times.when, {
      uid,
      sequence,
      url: calendarUrl(siteUrl, calendar),
      image: imageOf(siteUrl, calendar, one),
    })
    for (const event of exceptions.filter(isWanted)) {
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

const CHUNK = 16 * 1024

/** Encodes lines while they are written: one long string would stay in memory in pieces, and every garbage collection would copy it. */
function createBytes() {
  const chunks: Uint8Array[] = []
  let text = ''
  return {
    add(lines: string): void {
      text += lines
      if (text.length < CHUNK) return
      chunks.push(Buffer.from(text))
      text = ''
    },
    after: (head: string): Uint8Array => Buffer.concat([Buffer.from(head), ...chunks, Buffer.from(text)]),
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

/** The refresh interval for calendar programs. Many refresh less often; none should refresh more. */
const REFRESH = 'PT1H'

const preamble = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//${PRODUCT_NAME}//Community calendar//EN\r\nCALSCALE:GREGORIAN\r\n`

function about({ name, description, time_zone }: FeedCalendar, url: string, source: string | undefined): string {
  const lines = [
    'METHOD:PUBLISH',
    // No UID of the calendar: programs that split the file, such as vdirsyncer, take it for the UID of every event.
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
