// What a mail about several days or calendars is given: sections, each with its events. It has one look, whatever template a calendar
// chose for its days.
import { PRODUCT_NAME } from '#domain/company.ts'
import { longDay, plainDay } from '#domain/date-words.ts'
import { addDays, dayInZone } from '#domain/dates.ts'
import { mailtoLink } from '#domain/mailto-link.ts'
import { type DayOf, type DayOfEvent, eventData } from '../day-of/data.ts'

export type Digest = Omit<DayOf, 'calendar' | 'events'> & { parts: Pick<DayOf, 'calendar' | 'events'>[] }

/** A day in several calendars: a section each. */
export function digestData({ day, parts, siteUrl, postalAddress, personal }: Digest) {
  const count = parts.reduce((sum, { events }) => sum + events.length, 0)
  const [only] = count === 1 ? parts : []
  return {
    subject: only ? `Today: ${only.events[0]?.title} (${only.calendar.name})` : `Today: ${count} events`,
    heading: 'Today',
    date: longDay(day),
    sections: parts.map(({ calendar, events }) => ({
      title: calendar.name,
      url: `${siteUrl}/calendar/${calendar.id}`,
      events: events.map((event) => eventData(event, calendar, siteUrl)),
    })),
    why: personal.why,
    unsubscribe_url: personal.unsubscribeUrl,
    preferences_url: personal.preferencesUrl,
    postal_address: postalAddress,
    site_url: siteUrl,
    product: PRODUCT_NAME,
  }
}

/** A calendar's week from the day after `day` on: a section a day. */
export function weekData({ calendar, day, events, siteUrl, postalAddress, personal }: DayOf) {
  const zone = calendar.time_zone
  const days = Object.groupBy(events, ({ start_time }: DayOfEvent) => dayInZone(start_time, zone))
  const [only] = events.length === 1 ? events : []
  return {
    subject: only
      ? `This week: ${only.title} (${calendar.name})`
      : `This week in ${calendar.name}: ${events.length} events`,
    heading: calendar.name,
    date: `${plainDay(addDays(day, 1))} – ${plainDay(addDays(day, 7))}`,
    sections: Object.entries(days)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([title, told = []]) => ({
        title: longDay(title),
        events: told.map((event) => eventData(event, calendar, siteUrl)),
        url: '',
      })),
    calendar: {
      name: calendar.name,
      identifier: calendar.identifier,
      admin_email: calendar.admin_email ?? '',
      admin_email_url: calendar.admin_email ? mailtoLink(calendar.admin_email) : '',
      url: `${siteUrl}/calendar/${calendar.id}`,
    },
    why: personal.why,
    unsubscribe_url: personal.unsubscribeUrl,
    preferences_url: personal.preferencesUrl,
    postal_address: postalAddress,
    site_url: siteUrl,
    product: PRODUCT_NAME,
  }
}
