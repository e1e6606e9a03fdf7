import { addDays, type Day } from '#domain/dates.ts'
import { eventLink, placeLink } from '#domain/event-place.ts'
import { placeWords } from '#domain/event-words.ts'
import type { EventStatus } from '#domain/statuses.ts'
import { titleWithStatus } from '#domain/texts/feeds.ts'
import type { FeedEvent, FeedSeries } from '../feed.ts'
import type { imageOf } from '../links.ts'
import { contentLine, quoted, textLine } from './lines.ts'
import { isTwice, localTime, utcTime, type Zone } from './zone.ts'

/** Of an event or a series, everything but when it is; `url` is where people read about it. */
export function vevent(told: FeedEvent | FeedSeries, when: string, { uid, sequence, url, image }: Told): string {
  const { title, description, location_name, latitude, longitude, category, status } = told
  const updated = utcTime(told.updated)
  let lines = `BEGIN:VEVENT\r\n${textLine('UID', uid)}DTSTAMP:${updated}\r\n`
  lines += `LAST-MODIFIED:${updated}\r\n${when}`
  if (sequence > 0) lines += `SEQUENCE:${sequence}\r\n`
  lines += textLine('SUMMARY', titleWithStatus(title, status))
  if (description) lines += textLine('DESCRIPTION', description)
  const place = placeWords(told)
  if (place) lines += textLine('LOCATION', place)
  if (location_name) lines += textLine('X-TOWNBELL-LOCATION-NAME', location_name)
  if (latitude !== null) lines += `GEO:${latitude.toFixed(6)};${(longitude as number).toFixed(6)}\r\n`
  lines += `CATEGORIES:${category}\r\nCOLOR:${colors[category]}\r\n${statusLines[status]}${contentLine(`URL:${url}`)}`
  if (image) lines += contentLine(`IMAGE;VALUE=URI;FMTTYPE=${image.type}:${image.url}`)
  return `${lines}${conference(told)}END:VEVENT\r\n`
}

interface Told {
  uid: string
  sequence: number
  url: string
  image: ReturnType<typeof imageOf>
}

/** RFC 7986 has names of CSS. */
const colors = { Event: 'goldenrod', Alert: 'crimson', Notice: 'steelblue', FYI: 'slategray' } as const

/** A cancelled event has no STATUS, or Google would hide it; it says so in its title, and takes nobody's time. */
const statusLines: Record<EventStatus, string> = {
  scheduled: 'STATUS:CONFIRMED\r\n',
  moved: 'STATUS:CONFIRMED\r\nX-TOWNBELL-STATUS:MOVED\r\n',
  postponed: 'STATUS:TENTATIVE\r\nTRANSP:TRANSPARENT\r\nX-TOWNBELL-STATUS:POSTPONED\r\n',
  cancelled: 'TRANSP:TRANSPARENT\r\nX-TOWNBELL-STATUS:CANCELLED\r\n',
}

/** The link, labelled with the name of the place where that is a name. */
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

/** On the zone's clock, except in the hours that are there twice. */
function atTime(instant: number, zone: Zone): string {
  if (zone.name === 'UTC' || isTwice(zone, instant)) return `:${utcTime(instant)}`
  return `;TZID=${zone.name}:${localTime(zone, instant)}`
}

/** 20250704 */
export function dayValue(day: Day): string {
  return day.slice(0, 4) + day.slice(5, 7) + day.slice(8)
}
