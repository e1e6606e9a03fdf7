// The data of a mail about several days or calendars: sections, each with its events. All calendars share this layout, whatever
// template a calendar chose for its day-of mails.
import { PRODUCT_NAME } from '#domain/company.ts'
import { longDay, plainDay } from '#domain/date-words.ts'
import { addDays, dayInZone } from '#domain/dates.ts'
import { localeOf } from '#domain/languages.ts'
import {
  calendarData,
  calendarUrl,
  capitalised,
  type DayOf,
  type DayOfEvent,
  eventData,
  footData,
  preheaderOf,
} from '../day-of/data.ts'
import { initialsOf } from '../frame.ts'
import { textsIn } from '../texts-in.ts'

export type Digest = Omit<DayOf, 'calendar' | 'events'> & { parts: Pick<DayOf, 'calendar' | 'events'>[] }

/** Returns the data of one day in several calendars, one section per calendar. */
export function digestData(given: Digest) {
  const { day, parts, siteUrl, language = 'en' } = given
  const texts = textsIn[language]
  const today = texts.when.Today
  const count = parts.reduce((sum, { events }) => sum + events.length, 0)
  const [only] = count === 1 ? parts : []
  return {
    subject: only ? `${today}: ${only.events[0]?.title} (${only.calendar.name})` : texts.digestSubject(count),
    heading: today,
    initials: initialsOf(PRODUCT_NAME),
    preheader: preheaderOf(parts.flatMap(({ events }) => events.map(({ title }) => title))),
    date: capitalised(longDay(day, localeOf(language))),
    sections: parts.map(({ calendar, events }) => ({
      title: calendar.name,
      url: calendarUrl(calendar, siteUrl, language),
      events: events.map((event) => eventData(event, calendar, given)),
    })),
    ...footData(given),
  }
}

/** Returns the data of a calendar's week that starts the day after `day`, one section per day. */
export function weekData(given: DayOf) {
  const { calendar, day, events, siteUrl, language = 'en' } = given
  const zone = calendar.time_zone
  const texts = textsIn[language]
  const locale = localeOf(language)
  const days = Object.groupBy(events, ({ start_time }: DayOfEvent) => dayInZone(start_time, zone))
  const [only] = events.length === 1 ? events : []
  return {
    subject: only
      ? texts.weekSubject(only.title, calendar.name)
      : texts.weekSubjectOfSeveral(events.length, calendar.name),
    heading: calendar.name,
    initials: initialsOf(calendar.name),
    preheader: preheaderOf(events.map(({ title }) => title)),
    date: `${plainDay(addDays(day, 1), locale)} – ${plainDay(addDays(day, 7), locale)}`,
    sections: Object.entries(days)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([weekday, dayEvents = []]) => ({
        title: capitalised(longDay(weekday, locale)),
        events: dayEvents.map((event) => eventData(event, calendar, given)),
        url: '',
      })),
    calendar: calendarData(calendar, siteUrl, language),
    ...footData(given),
  }
}
