// The data of the mail about changed events, or about an alert. All calendars share this layout, whatever template a calendar chose
// for its day-of mails.
import { plainDay } from '#domain/date-words.ts'
import { type AlertKind, alertMark, alertOverWords, type Change, changesSubject } from '#domain/event-changes.ts'
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
export type Item = Change & {
  eventId: string
  paragraphs: string[]
  isAlert?: boolean
  /** Of an alert that this message ends. */
  isOver?: boolean
  hasPage?: boolean
}

/** What is said after an alert: an update, or the all clear. */
export type FollowUp = { kind: Exclude<AlertKind, 'alert'>; message: string }

export type Notice = Omit<DayOf, 'events'> & { items: Item[] }

export function changeItem(eventId: string, change: Change, hasPage = true): Item {
  return { ...change, eventId, paragraphs: [], hasPage }
}

export function alertItem(
  event: DayOfEvent,
  { time_zone }: DayOfCalendar,
  language: Language,
  followUp: FollowUp | null = null,
): Item {
  const place = placeWords(event)
  const isOver = followUp?.kind === 'all_clear'
  const message = followUp ? followUp.message : (event.description ?? '')
  return {
    eventId: event.id,
    isAlert: true,
    isOver,
    hasPage: true,
    mark: alertMark(language, followUp?.kind),
    title: event.title,
    lines: isOver ? [alertOverWords(language)] : [whenWords(event, time_zone, language), ...(place ? [place] : [])],
    paragraphs: [...message.split(/\r\n|\r|\n/), (!followUp && eventLink(event)) || ''].filter(
      (line) => line.trim() !== '',
    ),
  }
}

const RED = '#ac2219'
const GREEN = '#2f6350'

export function noticeData(given: Notice) {
  const { calendar, day, items, siteUrl, language = 'en' } = given
  return {
    subject: changesSubject(items, calendar.name, language),
    items: items.map(({ isAlert = false, isOver = false, hasPage = false, ...item }) => ({
      ...item,
      is_alert: isAlert,
      is_over: isOver,
      ...(isOver ? { sign: '✓', band: GREEN } : { sign: '▲', band: RED }),
      url: hasPage ? eventUrl(calendar, item.eventId, siteUrl, language) : '',
    })),
    is_alert: items.every(({ isAlert }) => isAlert),
    initials: initialsOf(calendar.name),
    // The message of an alert says more than its hours.
    preheader: preheaderOf(items.flatMap(({ lines, paragraphs }) => [...paragraphs, ...lines])),
    date: plainDay(day, localeOf(language)),
    calendar: calendarData(calendar, siteUrl, language),
    ...footData(given),
  }
}
