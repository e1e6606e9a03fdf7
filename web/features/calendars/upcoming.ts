import type { EventCategory } from '#domain/categories.ts'
import { clockTime, shortDay, weekdayAndDate } from '#domain/date-words.ts'
import { addDays, type Day, dayInZone } from '#domain/dates.ts'
import { upcomingTexts } from './frame-texts.ts'

export interface UpcomingEvent {
  id: string
  title: string
  category: EventCategory
  start_time: string
  all_day: boolean
  event_date: Day
}

/** What is next in a calendar. */
export interface Upcoming {
  calendar_id: string
  events: UpcomingEvent[]
  paused: boolean
  has_events: boolean
  has_test: boolean
  has_mailed: boolean
}

/** The next mailing of a calendar. */
export interface NextMailing {
  calendar_id: string
  /** Null when no event to come is mailed. */
  at: string | null
  events: number | null
  emails: number
  texts: number
}

interface Place {
  zone: string
  now: Date
}

interface MailingPlace extends Place {
  /** It leaves within ten minutes, and the hour is said elsewhere. */
  isWaiting?: boolean | undefined
}

/** "Today, 6:30 PM", "Sat 28" for an event of the whole day. */
export function eventWhen({ event_date, start_time, all_day }: UpcomingEvent, { zone, now }: Place): string {
  const day = capital(dayName(event_date, dayInZone(now, zone)) ?? weekdayAndDate(event_date))
  return all_day ? day : `${day}, ${clockTime(start_time, zone)}`
}

/** "tomorrow 8:00 AM, 2 events, 47 people"; null when nothing is planned. */
export function mailingWords({ at, events, emails, texts }: NextMailing, place: MailingPlace): string | null {
  return at === null ? null : upcomingTexts.mailing(whenWords(at, place), events ?? 0, emails + texts)
}

function whenWords(at: string, { zone, now, isWaiting }: MailingPlace): string {
  if (isWaiting) return upcomingTexts.soon
  const day = dayInZone(at, zone)
  const time = clockTime(at, zone)
  const named = dayName(day, dayInZone(now, zone))
  return named ? `${named} ${time}` : `${weekdayAndDate(day).split(' ')[0]}, ${shortDay(day)}, ${time}`
}

function dayName(day: Day, today: Day): string | null {
  if (day === today) return upcomingTexts.today
  return day === addDays(today, 1) ? upcomingTexts.tomorrow : null
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
