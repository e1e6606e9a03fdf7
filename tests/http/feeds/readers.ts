// Reads a feed with two independent parsers: every occurrence between two instants.
import ICAL from 'ical.js'
import ical, { type VEvent } from 'node-ical'

export interface Occurrence {
  uid: string
  title: string
  /** An instant, or a day; an all-day end is the day after the last. */
  start: string
  end: string
  description: string
  location: string
}

export type Reader = (text: string, from: Date, to: Date) => Occurrence[]

export const readers: Record<string, Reader> = { 'ical.js': readWithIcalJs, 'node-ical': readWithNodeIcal }

function readWithIcalJs(text: string, from: Date, to: Date): Occurrence[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const found: Occurrence[] = []
  const byUid = Map.groupBy(calendar.getAllSubcomponents('vevent'), (event) => event.getFirstPropertyValue('uid'))
  for (const [uid, components] of byUid) {
    const whole = components.find((component) => !component.hasProperty('recurrence-id'))
    if (!whole) throw new Error(`no event is the whole of ${uid}`)
    const event = new ICAL.Event(whole, { exceptions: components.filter((component) => component !== whole) })
    if (!event.isRecurring()) {
      found.push(occurrence(event, event.startDate, event.endDate))
      continue
    }
    const days = event.iterator()
    for (let day = days.next(); day && day.toJSDate() < to; day = days.next()) {
      const { item, startDate, endDate } = event.getOccurrenceDetails(day)
      found.push(occurrence(item, startDate, endDate))
    }
  }
  return inOrder(found, from, to)
}

function occurrence(event: ICAL.Event, start: ICAL.Time, end: ICAL.Time): Occurrence {
  const at = (time: ICAL.Time) => (time.isDate ? time.toString() : time.toJSDate().toISOString())
  const { uid, summary: title, description, location } = event
  return { uid, title, start: at(start), end: at(end), description: description ?? '', location: location ?? '' }
}

function readWithNodeIcal(text: string, from: Date, to: Date): Occurrence[] {
  const found: Occurrence[] = []
  for (const event of Object.values(ical.sync.parseICS(text))) {
    if (event?.type !== 'VEVENT') continue
    for (const { start, end, event: item } of ical.expandRecurringEvent(event, { from, to })) {
      const told = item as VEvent
      const at = (date: Date) => (told.datetype === 'date' ? localDay(date) : date.toISOString())
      found.push({
        uid: event.uid,
        title: String(told.summary),
        start: at(start),
        end: at(end),
        description: String(told.description ?? ''),
        location: String(told.location ?? ''),
      })
    }
  }
  return inOrder(found, from, to)
}

/** Converts the parser's local midnight back to a day. */
function localDay(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

export function inOrder(found: Occurrence[], from: Date, to: Date): Occurrence[] {
  const key = ({ start, uid }: Occurrence) => `${start} ${uid}`
  return found
    .filter(({ start }) => new Date(start) >= from && new Date(start) < to)
    .sort((one, other) => (key(one) < key(other) ? -1 : 1))
}
