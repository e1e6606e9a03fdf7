import { eventCategories } from '../categories.ts'
import type { ImportedDetails } from '../event-columns.ts'
import { fingerprint } from '../fingerprint.ts'
import { IMPORT_EVENTS_MAX } from '../limits.ts'
import { groupBy, isWellFormed } from '../older-browsers.ts'
import type { Spend } from '../recurrence/expand.ts'
import { type EventStatus, eventStatuses } from '../statuses.ts'
import { titleWithStatus } from '../texts/feeds.ts'
import { type Component, listOf, propertyOf, readCalendars, textOf } from './components.ts'
import { type ImportedEntry, importedText, readTexts, refused } from './item.ts'
import { readSeries } from './series.ts'
import { dayOfMoment, readSpan, timesOnce } from './times.ts'
import { workBudget } from './work.ts'
import { type FindZone, zoneFinder } from './zones.ts'

/**
 * Reads the entries of an iCalendar file, or returns null for any other text. `home` is the zone of the calendar it goes into.
 * Throws TooMuchWork.
 */
export function readIcs(text: string, home: string, spend = workBudget()): ImportedEntry[] | null {
  const calendars = readCalendars(text, spend)
  if (!calendars) return null
  const found = calendars.flatMap((calendar) => {
    const zones = zoneFinder(calendar, home, spend)
    return calendar.components.filter(({ name }) => name === 'VEVENT').map((event) => ({ event, zones }))
  })
  const read = found.slice(0, IMPORT_EVENTS_MAX)
  const groups = groupBy(read, ({ event }, index) => textOf(event, 'UID').trim() || `\0${index}`)
  const entries = [...groups.values()].flatMap((group) => readGroup(group, home, spend))
  const left = found.length - read.length
  return left > 0 ? [...entries, refused(`${left} more`, null, 'tooMany')] : entries
}

interface Found {
  event: Component
  zones: FindZone
}

/** Reads what has the same UID: an event that happens once, or a series with its exceptions. */
function readGroup(group: Found[], home: string, spend: Spend): ImportedEntry[] {
  const bySequence = group.toSorted((one, other) => sequenceOf(one.event) - sequenceOf(other.event))
  const master = bySequence.findLast(({ event }) => !propertyOf(event, 'RECURRENCE-ID'))
  const exceptions = bySequence.filter(({ event }) => propertyOf(event, 'RECURRENCE-ID'))
  const isSeries = master && ['RRULE', 'RDATE'].some((name) => propertyOf(master.event, name))
  if (master && isSeries) {
    const others = exceptions.map(({ event }) => event)
    return readSeries(master.event, others, { zones: master.zones, home, spend, fieldsOf, uidOf, sequenceOf })
  }
  // A date of a series that is not in the file becomes an event with a UID of its own.
  const alone = exceptions.map(({ event, zones }) => {
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

/** Reads everything but the times. */
function fieldsOf(event: Component): ImportedDetails | 'noTitle' | 'private' {
  if (/^(private|confidential)$/i.test(textOf(event, 'CLASS').trim())) return 'private'
  const status = statusOf(event)
  const texts = readTexts((name) => {
    const text =
      importedText(name)
        .ics.map((property) => textOf(event, property))
        .find((found) => found.trim() !== '') ?? ''
    if (name === 'title') return unmarked(event, text, status)
    return name === 'location' ? addressOf(event, text) : text
  })
  return texts ? { ...texts, ...positionOf(event), category: categoryOf(event), status } : 'noTitle'
}

/** Removes what our own feeds put in front of a title: that it is an alert, and its status. */
function unmarked(event: Component, given: string, status: EventStatus): string {
  const title = propertyOf(event, 'X-TOWNBELL-ALERT') ? given.replace(/^(?:ALERT|ALL CLEAR): /, '') : given
  const shown = ({ FULL: 'full', OVER: 'over' } as const)[textOf(event, 'X-TOWNBELL-STATUS').trim()]
  const mark = titleWithStatus('', shown ?? status)
  const isMarked = mark !== '' && title.startsWith(mark) && propertyOf(event, 'X-TOWNBELL-STATUS')
  return isMarked ? title.slice(mark.length) : title
}

function statusOf(event: Component): EventStatus {
  const own = textOf(event, 'X-TOWNBELL-STATUS').trim().toLowerCase()
  if (eventStatuses.some((status) => status === own)) return own as EventStatus
  return /^cancelled$/i.test(textOf(event, 'STATUS').trim()) ? 'cancelled' : 'scheduled'
}

/** Removes the name of the place, which our own feeds put in front of the address. */
function addressOf(event: Component, place: string): string {
  const name = textOf(event, 'X-TOWNBELL-LOCATION-NAME')
  return name !== '' && place.startsWith(name) ? place.slice(name.length).replace(/^, /, '') : place
}

function positionOf(event: Component) {
  const [latitude = Number.NaN, longitude = Number.NaN] = textOf(event, 'GEO').split(/[;,]/).map(Number.parseFloat)
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return { latitude: isOnEarth ? latitude : null, longitude: isOnEarth ? longitude : null }
}

function categoryOf({ properties }: Component) {
  const named = properties.filter(({ name }) => name === 'CATEGORIES').flatMap(({ value }) => listOf(value))
  const isNamed = (category: string) => named.some((name) => name.toLowerCase() === category.toLowerCase())
  return eventCategories.find(isNamed) ?? 'Event'
}

/** Returns the file's UID, or one made of the event, so that the same file means the same events again. */
function uidOf(event: Component, otherwise: string): string {
  return uidText(textOf(event, 'UID').trim() || `import-${fingerprint(otherwise)}`)
}

function uidText(uid: string): string {
  return uid.length <= 255 && !/\p{Cc}/u.test(uid) && isWellFormed(uid) ? uid : `import-${fingerprint(uid)}`
}

function sequenceOf(event: Component): number {
  const number = Number.parseInt(propertyOf(event, 'SEQUENCE')?.value ?? '0', 10)
  return number > 0 && number < 2 ** 30 ? number : 0
}
