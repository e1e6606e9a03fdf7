// The data of the mail about changed events, about an alert, or of a message to guests. All calendars share this layout, whatever template a calendar chose
// for its day-of mails.
import { plainDay } from '#domain/date-words.ts'
import { type AlertKind, alertMark, alertOverWords, type Change, changesSubject } from '#domain/event-changes.ts'
import { eventLink } from '#domain/event-place.ts'
import { dayWords, placeWords, whenWords } from '#domain/event-words.ts'
import { type Language, localeOf } from '#domain/languages.ts'
import {
  calendarData,
  capitalised,
  type DayOf,
  type DayOfCalendar,
  type DayOfEvent,
  eventUrl,
  footData,
  preheaderOf,
} from '../day-of/data.ts'
import { initialsOf } from '../frame.ts'
import { textsIn } from '../texts-in.ts'

/** One changed event, one alert, or a message about an event. A change has no paragraphs; an event that was deleted has no page. */
export type Item = Change & {
  eventId: string
  paragraphs: string[]
  isAlert?: boolean
  /** Of an alert that this message ends. */
  isOver?: boolean
  /** News of an alert, which come before its hours. */
  isUpdate?: boolean
  /** The subject, if it does not follow from mark and title. */
  subject?: string
  hasPage?: boolean
}

/** An item, in the language of each recipient. */
export type NoticeItem = { eventId: string; itemIn(language: Language): Item }

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
    isUpdate: followUp?.kind === 'update',
    hasPage: true,
    mark: alertMark(language, followUp?.kind),
    title: event.title,
    lines: isOver
      ? [alertOverWords(language)]
      : [capitalised(whenWords(event, time_zone, language)), ...(place ? [place] : [])],
    paragraphs: paragraphsOf([message, (!followUp && eventLink(event)) || ''].join('\n')),
  }
}

/** What an organizer writes to those who answered or signed up. */
export function messageItem(
  event: Pick<DayOfEvent, 'id' | 'title' | 'start_time' | 'end_time' | 'all_day' | 'location' | 'location_name'>,
  { name, time_zone }: DayOfCalendar,
  language: Language,
  { message, author }: { message: string; author: string },
): Item {
  const texts = textsIn[language]
  const place = placeWords(event)
  const day = dayWords(event, time_zone, language)
  return {
    eventId: event.id,
    hasPage: true,
    subject: texts.messageSubject(event.title, day, name),
    mark: texts.messageFrom(author),
    title: event.title,
    lines: [capitalised(whenWords(event, time_zone, language)), ...(place ? [place] : [])],
    paragraphs: paragraphsOf(message),
  }
}

const paragraphsOf = (message: string) => message.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')

const RED = '#ac2219'
const GREEN = '#2f6350'

/** The edge of an item that is no alert, in light and by its class in dark. */
const rules = {
  change: { color: RED, class: 'eAlert' },
  good: { color: GREEN, class: 'eFYI' },
  message: { color: '#1d5ba3', class: 'eEvent' },
}

export function noticeData(given: Notice) {
  const { calendar, day, items, siteUrl, language = 'en' } = given
  return {
    subject: items[0]?.subject ?? changesSubject(items, calendar.name, language),
    items: items.map(
      ({
        isAlert = false,
        isOver = false,
        isUpdate = false,
        hasPage = false,
        isGood = false,
        subject: own,
        ...item
      }) => ({
        ...item,
        is_alert: isAlert,
        is_over: isOver,
        is_update: isUpdate,
        is_message: own !== undefined,
        rule: own !== undefined ? rules.message : isGood ? rules.good : rules.change,
        ...(isOver ? { sign: '✓', band: GREEN } : { sign: '▲', band: RED }),
        url: hasPage ? eventUrl(calendar, item.eventId, siteUrl, language) : '',
      }),
    ),
    is_alert: items.every(({ isAlert }) => isAlert),
    initials: initialsOf(calendar.name),
    // What somebody wrote says more than the hours.
    preheader: preheaderOf(items.flatMap(({ lines, paragraphs }) => [...paragraphs, ...lines])),
    date: plainDay(day, localeOf(language)),
    calendar: calendarData(calendar, siteUrl, language),
    ...footData(given),
  }
}
