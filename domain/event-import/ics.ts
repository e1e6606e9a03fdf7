import { eventCategories } from '../categories.ts'
import { isBlank } from '../characters.ts'
import {
  EVENT_DESCRIPTION_MAX,
  EVENT_LOCATION_MAX,
  EVENT_LOCATION_NAME_MAX,
  EVENT_TITLE_MAX,
  IMPORT_EVENTS_MAX,
} from '../limits.ts'
import { type EventStatus, eventStatuses } from '../statuses.ts'
import { titleWithStatus } from '../texts/feeds.ts'
import { type Component, listOf, propertyOf, readCalendars, textOf } from './components.ts'
import { fingerprint, type ImportedEntry, type ImportedFields, oneLine, refused, severalLines } from './item.ts'
import { readSeries } from './series.ts'
import { dayOfMoment, readSpan, timesOnce } from './times.ts'
import { type FindZone, zoneFinder } from './zones.ts'

/**
 * An iCalendar file as entries; `home` is the zone of the calendar it goes into. They are worked out as they are asked for, so
 * that others can be served between. Null: this is no such file.
 */
export function readIcs(text: string, home: string): Iterable<ImportedEntry> | null {
  const calendars = readCalendars(text)
  if (!calendars) return null
  const found = calendars.flatMap((calendar) => {
    const zones = zoneFinder(calendar, home)
    return calendar.components.filter(({ name }) => name === 'VEVENT').map((event) => ({ event, zones }))
  })
  const read = found.slice(0, IMPORT_EVENTS_MAX)
  const groups = Map.groupBy(read, ({ event }, index) => textOf(event, 'UID').trim() || `\0${index}`)
  return entriesOf(groups.values(), home, found.length - read.length)
}

function* entriesOf(groups: Iterable<Found[]>, home: string, left: number): Generator<ImportedEntry> {
  for (const group of groups) yield* readGroup(group, home)
  if (left > 0) yield refused(`${left} more`, null, 'tooMany')
}

interface Found {
  event: Component
  zones: FindZone
}

/** All of one UID: an event that happens once, or a series with its exceptions. */
function readGroup(group: Found[], home: string): ImportedEntry[] {
  const bySequence = group.toSorted((one, other) => sequenceOf(one.event) - sequenceOf(other.event))
  const master = bySequence.findLast(({ event }) => !propertyOf(event, 'RECURRENCE-ID'))
  const unlike = bySequence.filter(({ event }) => propertyOf(event, 'RECURRENCE-ID'))
  const isSeries = master && ['RRULE', 'RDATE'].some((name) => propertyOf(master.event, name))
  if (master && isSeries) {
    const others = unlike.map(({ event }) => event)
    return readSeries(master.event, others, { zones: master.zones, home, fieldsOf, uidOf, sequenceOf })
  }
  // One date of a series that is not in the file: an event of its own, by a name of its own.
  const alone = unlike.map(({ event, zones }) => {
    const recurrence = propertyOf(event, 'RECURRENCE-ID')?.value.trim()
    return readOnce(event, zones, home, uidText(`${textOf(event, 'UID').trim()}/${recurrence}`))
  })
  return master ? [readOnce(master.event, master.zones, home), ...alone] : alone
}

function readOnce(event: Component, zones: FindZone, home: string, uid?: string): ImportedEntry {
  const span = readSpan(event, zones, home)
  const fields = fieldsOf(event)
  const title = typeof fields === 'string' ? '' : fields.title
  if (typeof span === 'string') return refused(title, null, span)
  const day = dayOfMoment(span.start, home, false)
  const times = timesOnce(span, home)
  if (typeof fields === 'string') return refused(title, day, fields)
  if (typeof times === 'string') return refused(title, day, times)
  const known = { uid: uid ?? uidOf(event, `${times.start_time} ${title}`), sequence: sequenceOf(event) }
  return { title, day, item: { kind: 'once', ...known, ...fields, ...times, day }, problem: null }
}

/** Everything but when it is. */
function fieldsOf(event: Component): ImportedFields | 'noTitle' | 'private' {
  if (/^(private|confidential)$/i.test(textOf(event, 'CLASS').trim())) return 'private'
  const status = statusOf(event)
  const summary = oneLine(textOf(event, 'SUMMARY'), EVENT_TITLE_MAX + 20) ?? ''
  // Our own feeds say it in the title, too.
  const mark = titleWithStatus('', status)
  const isMarked = mark !== '' && summary.startsWith(mark) && propertyOf(event, 'X-TOWNBELL-STATUS')
  const title = oneLine(isMarked ? summary.slice(mark.length) : summary, EVENT_TITLE_MAX)
  if (title === null || isBlank(title)) return 'noTitle'
  const description = severalLines(textOf(event, 'DESCRIPTION'), EVENT_DESCRIPTION_MAX)
  const shown = { title, description: description !== null && isBlank(description) ? null : description }
  return { ...shown, ...placeOf(event), category: categoryOf(event), status }
}

function statusOf(event: Component): EventStatus {
  const own = textOf(event, 'X-TOWNBELL-STATUS').trim().toLowerCase()
  if (eventStatuses.some((status) => status === own)) return own as EventStatus
  return /^cancelled$/i.test(textOf(event, 'STATUS').trim()) ? 'cancelled' : 'scheduled'
}

/** LOCATION is one text for others; ours has the name of the place apart. */
function placeOf(event: Component) {
  const all = textOf(event, 'LOCATION')
  const name = oneLine(textOf(event, 'X-TOWNBELL-LOCATION-NAME'), EVENT_LOCATION_NAME_MAX)
  const address = name !== null && all.startsWith(name) ? all.slice(name.length).replace(/^, /, '') : all
  const [latitude = Number.NaN, longitude = Number.NaN] = textOf(event, 'GEO').split(/[;,]/).map(Number.parseFloat)
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return {
    location: oneLine(address, EVENT_LOCATION_MAX),
    location_name: name,
    latitude: isOnEarth ? latitude : null,
    longitude: isOnEarth ? longitude : null,
  }
}

function categoryOf({ properties }: Component) {
  const named = properties.filter(({ name }) => name === 'CATEGORIES').flatMap(({ value }) => listOf(value))
  const isNamed = (category: string) => named.some((name) => name.toLowerCase() === category.toLowerCase())
  return eventCategories.find(isNamed) ?? 'Event'
}

/** The file's own, or made of what the event says, so that the same file means the same events again. */
function uidOf(event: Component, otherwise: string): string {
  return uidText(textOf(event, 'UID').trim() || `import-${fingerprint(otherwise)}`)
}

function uidText(uid: string): string {
  return uid.length <= 255 && !/\p{Cc}/u.test(uid) && uid.isWellFormed() ? uid : `import-${fingerprint(uid)}`
}

function sequenceOf(event: Component): number {
  const number = Number.parseInt(propertyOf(event, 'SEQUENCE')?.value ?? '0', 10)
  return number > 0 && number < 2 ** 30 ? number : 0
}
