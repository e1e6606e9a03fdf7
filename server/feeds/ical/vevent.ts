import { addDays, type Day } from '#domain/dates.ts'
import { eventLink, placeLink } from '#domain/event-place.ts'
import { placeWords } from '#domain/event-words.ts'
import { contentLine, ownProperties, quoted, textLine } from '#domain/ical-lines.ts'
import type { ShownStatus } from '#domain/statuses.ts'
import type { FeedEvent, FeedSeries } from '../feed.ts'
import type { imageOf } from '../links.ts'
import { titleOf } from '../words.ts'
import { isTwice, localTime, utcTime, type Zone } from './zone.ts'

/** Returns the properties of an event or a series without its times; `url` is its page. */
export function vevent(
  source: FeedEvent | FeedSeries,
  when: string,
  { uid, sequence, url, image }: VeventOptions,
): string {
  const { description, latitude, longitude, category, status } = source
  const updated = utcTime(source.updated)
  let lines = `BEGIN:VEVENT\r\n${textLine('UID', uid)}DTSTAMP:${updated}\r\n`
  lines += `LAST-MODIFIED:${updated}\r\n${when}`
  if (sequence > 0) lines += `SEQUENCE:${sequence}\r\n`
  lines += textLine('SUMMARY', titleOf(source))
  if (description) lines += textLine('DESCRIPTION', description)
  const place = placeWords(source)
  if (place) lines += textLine('LOCATION', place)
  for (const [name, value] of ownProperties(source)) lines += textLine(name, value)
  if (latitude !== null) lines += `GEO:${latitude.toFixed(6)};${(longitude as number).toFixed(6)}\r\n`
  lines += `CATEGORIES:${category}\r\nCOLOR:${colors[category]}\r\n${statusLines[status]}${contentLine(`URL:${url}`)}`
  if ('alert' in source && source.alert) lines += `X-TOWNBELL-ALERT:${source.alert.toUpperCase()}\r\n`
  if (image) lines += contentLine(`IMAGE;VALUE=URI;FMTTYPE=${image.type}:${image.url}`)
  return `${lines}${conference(source)}END:VEVENT\r\n`
}

interface VeventOptions {
  uid: string
  sequence: number
  url: string
  image: ReturnType<typeof imageOf>
}

/** CSS color names, as RFC 7986 requires. */
const colors = { Event: 'goldenrod', Alert: 'crimson', Notice: 'steelblue', FYI: 'slategray' } as const

/** A cancelled event has no STATUS, because Google would hide it; its title says so, and it is marked as free time. */
const statusLines: Record<ShownStatus, string> = {
  scheduled: 'STATUS:CONFIRMED\r\n',
  moved: 'STATUS:CONFIRMED\r\nX-TOWNBELL-STATUS:MOVED\r\n',
  full: 'STATUS:CONFIRMED\r\nX-TOWNBELL-STATUS:FULL\r\n',
  over: 'STATUS:CONFIRMED\r\nX-TOWNBELL-STATUS:OVER\r\n',
  postponed: 'STATUS:TENTATIVE\r\nTRANSP:TRANSPARENT\r\nX-TOWNBELL-STATUS:POSTPONED\r\n',
  cancelled: 'TRANSP:TRANSPARENT\r\nX-TOWNBELL-STATUS:CANCELLED\r\n',
}

/** The link, labelled with the place if that is a name and not a URL. */
function conference(event: FeedEvent | FeedSeries): string {
  const url = eventLink(event)
  if (!url) return ''
  const { location_name: name } = event
  const label = name && !placeLink({ location: null, location_name: name }) ? `;LABEL=${quoted(name)}` : ''
  return contentLine(`CONFERENCE;VALUE=URI${label}:${url}`)
}

/** DTSTART and DTEND of something that happens once; days end with the day after the last. */
export function eventTimes(event: FeedEvent, zone: Zone): string {
  if (event.all_day) {
    const last = dayValue(addDays(event.end_date, 1))
    return `DTSTART;VALUE=DATE:${dayValue(event.event_date)}\r\nDTEND;VALUE=DATE:${last}\r\n`
  }
  return `DTSTART${atTime(event.start, zone)}\r\nDTEND${atTime(event.end, zone)}\r\n`
}

/** Local time, except in the hour that occurs twice when clocks go back. */
function atTime(instant: number, zone: Zone): string {
  if (zone.name === 'UTC' || isTwice(zone, instant)) return `:${utcTime(instant)}`
  return `;TZID=${zone.name}:${localTime(zone, instant)}`
}

/** 20250704 */
export function dayValue(day: Day): string {
  return day.slice(0, 4) + day.slice(5, 7) + day.slice(8)
}
