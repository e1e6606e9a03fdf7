// The data of a day-of template. README.md explains each field to people who write templates.

import { PRODUCT_NAME } from '#domain/company.ts'
import { clockTime, longDay, weekdayAndDate, zoneName } from '#domain/date-words.ts'
import { dayInZone } from '#domain/dates.ts'
import type { MailEvent } from '#domain/event-columns.ts'
import { eventPath } from '#domain/event-path.ts'
import { eventLink, linkWords, mapLink } from '#domain/event-place.ts'
import { allDayWords, placeWords, timeWords } from '#domain/event-words.ts'
import { type Language, localeOf } from '#domain/languages.ts'
import { mailtoLink } from '#domain/mailto-link.ts'
import { neededWords, type Slot } from '#domain/slots.ts'
import { inLanguage } from '../../mail-links.ts'
import { initialsOf, lookOf } from '../frame.ts'
import type { MailTexts } from '../texts.ts'
import { textsIn } from '../texts-in.ts'

/** The columns of an event that mails show. A sample event has an empty id. */
export type DayOfEvent = Omit<MailEvent, 'start_time' | 'end_time'> & {
  start_time: Date
  end_time: Date
  /** Null or missing: it doesn't ask who comes. */
  rsvp?: { is_full: boolean; is_open: boolean } | null
  /** What it needs and nobody has promised yet. */
  slots?: Pick<Slot, 'title' | 'wanted' | 'taken'>[] | null
}

export type DayOfCalendar = {
  id: string
  name: string
  identifier: string
  /** Whether guests find it, so that its short address works. */
  is_listed?: boolean
  description: string | null
  city: string
  state: string
  time_zone: string
  admin_email: string | null
}

export type Personal = {
  email: string
  why: string
  unsubscribeUrl: string
  preferencesUrl: string
  /** The link by which the recipient answers whether they come to an event; missing in previews. */
  rsvpUrl?: (eventId: string) => string
}
export type When = keyof MailTexts['when']
export type DayOf = {
  calendar: DayOfCalendar
  day: string
  /** Today on the day itself, Tomorrow the evening before, Soon an hour before, Now once it has begun. */
  when?: When
  events: DayOfEvent[]
  /** The next events of the calendar. */
  also?: DayOfEvent[]
  siteUrl: string
  postalAddress: string
  personal: Personal
  language?: Language
}

export function dayOfData(given: DayOf) {
  const { calendar, day, when = 'Today', events, also = [], siteUrl, personal, language = 'en' } = given
  const items = events.map((event) => eventData(event, calendar, given))
  const date = longDay(day, localeOf(language))
  const relative = textsIn[language].when[when]
  const [first = emptyEvent] = items
  return {
    // The fields of the first event again at the top level, for templates that show one event.
    title: first.title,
    description: first.description,
    location: first.location,
    start_time: first.start_time,
    end_time: first.end_time,
    all_day: first.all_day,
    category: first.category,
    category_name: first.category_name,

    events: items,
    event_count: items.length,
    has_several: items.length > 1,
    date,
    date_heading: capitalised(date),
    day,
    when: relative,
    when_lower: relative.toLowerCase(),
    is_today: when !== 'Tomorrow',
    is_now: when === 'Now',
    language,
    calendar: {
      ...calendarData(calendar, siteUrl, language),
      description: calendar.description ?? '',
      city: calendar.city,
      state: calendar.state,
    },
    initials: initialsOf(calendar.name),
    preheader: preheaderOf(
      items.map(({ start_time, title, location_name }) =>
        [start_time, title, location_name].filter(Boolean).join(' · '),
      ),
    ),
    also: also.map((event) => alsoData(event, calendar, siteUrl, language)),
    recipient: { email: personal.email },
    ...footData(given),
  }
}

/** Returns the fields of an event that templates use. */
export function eventData(
  event: DayOfEvent,
  calendar: DayOfCalendar,
  { siteUrl, personal, language = 'en' }: Pick<DayOf, 'siteUrl' | 'personal' | 'language'>,
) {
  const zone = calendar.time_zone
  const locale = localeOf(language)
  const texts = textsIn[language]
  const time = timeWords(event, zone, language)
  const stillNeeded = neededWords(event.slots ?? [], texts.andMore)
  const link = eventLink(event)
  return {
    title: event.title,
    description: event.description ?? '',
    paragraphs: (event.description ?? '').split(/\r\n|\r|\n/).filter((line) => line.trim() !== ''),
    /** `category` as stored, for templates that compare it; `category_name` translated, for readers. */
    category: event.category,
    category_name: texts.categories[event.category],
    /** The shape and colours of the category, in the built-in templates. */
    look: lookOf(event.category),
    location: event.location ?? '',
    location_name: event.location_name ?? '',
    /** Name and address in one line, whichever of them there is. */
    place: placeWords(event),
    all_day: event.all_day,
    start_time: event.all_day ? allDayWords(language) : clockTime(event.start_time, zone, locale),
    end_time: event.all_day ? '' : clockTime(event.end_time, zone, locale),
    time: event.all_day ? time : `${time} ${zoneName(event.start_time, zone, locale)}`,
    map_url: mapLink({ ...event, latitude: null, longitude: null }, calendar) ?? '',
    /** A file that adds the event to the recipient's own calendar. */
    ics_url: event.id ? `${siteUrl}${eventPath(calendar, event.id)}.ics` : '',
    /** The event's website or meeting link, and its short form. */
    link_url: link ?? '',
    link_text: link ? linkWords(link) : '',
    /** By which the recipient answers, with &a=going, &a=maybe or &a=no. Empty if it takes no answers. */
    rsvp_url: event.rsvp?.is_open && personal.rsvpUrl ? personal.rsvpUrl(event.id) : '',
    is_full: event.rsvp?.is_full ?? false,
    /** People and things that nobody has promised yet, in one line. */
    still_needed: stillNeeded,
    /** What the built-in templates say below time and place. */
    facts: [{ label: texts.stillNeeded, text: stillNeeded }].filter(({ text }) => text !== ''),
    /** The event's page, or the calendar for a previewed event, which has no page yet. */
    url: eventUrl(calendar, event.id, siteUrl, language),
  }
}

/** Returns the fields of an event in the list of the next ones. */
function alsoData(event: DayOfEvent, calendar: DayOfCalendar, siteUrl: string, language: Language) {
  const zone = calendar.time_zone
  const locale = localeOf(language)
  const day = dayInZone(event.start_time, zone)
  const weekday = capitalised(weekdayAndDate(day, locale))
  return {
    title: event.title,
    category: event.category,
    look: lookOf(event.category),
    when: event.all_day ? weekday : `${weekday}, ${clockTime(event.start_time, zone, locale)}`,
    url: eventUrl(calendar, event.id, siteUrl, language),
  }
}

export function eventUrl(calendar: DayOfCalendar, eventId: string, siteUrl: string, language: Language): string {
  return eventId
    ? inLanguage(siteUrl + eventPath(calendar, eventId), language)
    : calendarUrl(calendar, siteUrl, language)
}

/** Returns the line that inboxes show beside the subject. */
export function preheaderOf(lines: string[]): string {
  return cut(lines.join(' – '), PREHEADER_MAX)
}

const PREHEADER_MAX = 140

function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text
}

/** Returns the fields of a calendar that every template uses. */
export function calendarData(calendar: DayOfCalendar, siteUrl: string, language: Language) {
  return {
    name: calendar.name,
    identifier: calendar.identifier,
    admin_email: calendar.admin_email ?? '',
    admin_email_url: calendar.admin_email ? mailtoLink(calendar.admin_email) : '',
    url: calendarUrl(calendar, siteUrl, language),
  }
}

/** Returns the fields of the footer of every mail: why it came, how to unsubscribe, and who sends it. */
export function footData({ personal, postalAddress, siteUrl }: Pick<DayOf, 'personal' | 'postalAddress' | 'siteUrl'>) {
  return {
    why: personal.why,
    unsubscribe_url: personal.unsubscribeUrl,
    preferences_url: personal.preferencesUrl,
    postal_address: postalAddress,
    site_url: siteUrl,
    product: PRODUCT_NAME,
  }
}

export function calendarUrl({ id }: DayOfCalendar, siteUrl: string, language: Language): string {
  return inLanguage(`${siteUrl}/calendar/${id}`, language)
}

/** Capitalises a line: Spanish weekdays start with a small letter, but not at the start of a line. */
export function capitalised(text: string): string {
  return text.replace(/^./u, (letter) => letter.toUpperCase())
}

const emptyEvent = {
  title: '',
  description: '',
  location: '',
  start_time: '',
  end_time: '',
  all_day: false,
  category: '',
  category_name: '',
}
