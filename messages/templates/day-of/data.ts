// What a day-of template is given. README.md explains each field to people who write templates.
import { eventPath } from '#domain/calendar-links.ts'
import { PRODUCT_NAME } from '#domain/company.ts'
import { clockTime, longDay, zoneName } from '#domain/date-words.ts'
import { mapSearch } from '#domain/event-place.ts'
import { allDayWords, placeWords, timeWords } from '#domain/event-words.ts'
import { mailtoLink } from '#domain/mailto-link.ts'

export type DayOfEvent = {
  /** Empty: it is only an example. */
  id: string
  title: string
  description: string | null
  location: string | null
  location_name: string | null
  category: string
  start_time: Date
  end_time: Date
  all_day: boolean
}

export type DayOfCalendar = {
  id: string
  name: string
  identifier: string
  description: string | null
  city: string
  state: string
  time_zone: string
  admin_email: string | null
}

export type Personal = { email: string; why: string; unsubscribeUrl: string; preferencesUrl: string }
export type When = 'Today' | 'Tomorrow'
export type DayOf = {
  calendar: DayOfCalendar
  day: string
  /** When it is read: on the day itself, or the evening before. */
  when?: When
  events: DayOfEvent[]
  siteUrl: string
  postalAddress: string
  personal: Personal
}

export function dayOfData({ calendar, day, when = 'Today', events, siteUrl, postalAddress, personal }: DayOf) {
  const calendarUrl = `${siteUrl}/calendar/${calendar.id}`
  const told = events.map((event) => eventData(event, calendar, siteUrl))
  const [first = emptyEvent] = told
  return {
    // The first event once more at the top, for templates of one event: the fields of the preview call.
    title: first.title,
    description: first.description,
    location: first.location,
    start_time: first.start_time,
    end_time: first.end_time,
    all_day: first.all_day,
    category: first.category,

    events: told,
    event_count: told.length,
    has_several: told.length > 1,
    date: longDay(day),
    day,
    when,
    when_lower: when.toLowerCase(),
    calendar: {
      name: calendar.name,
      identifier: calendar.identifier,
      description: calendar.description ?? '',
      city: calendar.city,
      state: calendar.state,
      admin_email: calendar.admin_email ?? '',
      admin_email_url: calendar.admin_email ? mailtoLink(calendar.admin_email) : '',
      url: calendarUrl,
    },
    recipient: { email: personal.email },
    why: personal.why,
    unsubscribe_url: personal.unsubscribeUrl,
    preferences_url: personal.preferencesUrl,
    postal_address: postalAddress,
    site_url: siteUrl,
    product: PRODUCT_NAME,
  }
}

/** An event in the words of a template. */
export function eventData(event: DayOfEvent, calendar: DayOfCalendar, siteUrl: string) {
  const zone = calendar.time_zone
  return {
    title: event.title,
    description: event.description ?? '',
    paragraphs: (event.description ?? '').split(/\r\n|\r|\n/).filter((line) => line.trim() !== ''),
    category: event.category,
    location: event.location ?? '',
    location_name: event.location_name ?? '',
    /** One line, whichever of the two there is. */
    place: placeWords(event),
    all_day: event.all_day,
    start_time: event.all_day ? allDayWords() : clockTime(event.start_time, zone),
    end_time: event.all_day ? '' : clockTime(event.end_time, zone),
    time: event.all_day ? timeWords(event, zone) : `${timeWords(event, zone)} ${zoneName(event.start_time, zone)}`,
    map_url: event.location ? mapSearch(event.location) : '',
    /** Its page; an event that is only previewed has none yet. */
    url: siteUrl + (event.id ? eventPath(calendar, event.id) : `/calendar/${calendar.id}`),
  }
}

const emptyEvent = {
  title: '',
  description: '',
  location: '',
  start_time: '',
  end_time: '',
  all_day: false,
  category: '',
}
