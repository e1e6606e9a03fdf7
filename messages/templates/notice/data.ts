// The data of the mail about changed events, or about an alert. All calendars share this layout, whatever template a calendar chose
// for its day-of mails.
import { plainDay } from '#domain/date-words.ts'
import { alertMark, type Change, changesSubject } from '#domain/event-changes.ts'
import { eventLink } from '#domain/event-place.ts'
import { placeWords, whenWords } from '#domain/event-words.ts'
import { type Language, localeOf } from '#domain/languages.ts'
import {
  calendarData,
  type DayOf,
  type DayOfCalendar,
  type DayOfEvent,
  eventUrl,
  footData,
  preheaderOf,
} from '../day-of/data.ts'
import { initialsOf } from '../frame.ts'

/** One changed event, or one alert. Only an alert has paragraphs; an event that was deleted has no page. */
export type Item = Change & { eventId: string; paragraphs: string[]; isAlert?: boolean; hasPage?: boolean }

export type Notice = Omit<DayOf, 'events'> & { items: Item[] }

export function changeItem(eventId: string, change: Change, hasPage = true): Item {
  return { ...change, eventId, paragraphs: [], hasPage }
}

export function alertItem(event: DayOfEvent, { time_zone }: DayOfCalendar, language: Language): Item {
  const place = placeWords(event)
  const link = eventLink(event)
  return {
    eventId: event.id,
    isAlert: true,
    hasPage: true,
    mark: alertMark(language),
    title: event.title,
    lines: [whenWords(event, time_zone, language), ...(place ? [place] : [])],
    // With the description, which texts leave out: a link costs too many characters there.
    paragraphs: [...(event.description ?? '').split(/\r\n|\r|\n/), link ?? ''].filter((line) => line.trim() !== ''),
  }
}

export function noticeData(given: Notice) {
  const { calendar, day, items, siteUrl, language = 'en' } = given
  return {
    subject: changesSubject(items, calendar.name, language),
    items: items.map(({ isAlert = false, hasPage = false, ...item }) => ({
      ...item,
      is_alert: isAlert,
      url: hasPage ? eventUrl(calendar, item.eventId, siteUrl, language) : '',
    })),
    is_alert: items.every(({ isAlert }) => isAlert),
    initials: initialsOf(calendar.name),
    preheader: preheaderOf(items.flatMap(({ lines, paragraphs }) => [...lines, ...paragraphs])),
    date: plainDay(day, localeOf(language)),
    calendar: calendarData(calendar, siteUrl, language),
    ...footData(given),
  }
}
