import type { CalendarEvent } from '#web/features/events/event.ts'
import type { Mailer } from '#web/features/events/mailer-words.ts'
import { quickTexts } from '#web/features/events/quick-texts.ts'
import { clockTime, shortDay } from '../../../domain/date-words.ts'
import { addDays, type Day, dayInZone, instantAt } from '../../../domain/dates.ts'
import { takesPlace } from '../../../domain/statuses.ts'

interface Delivery {
  event: Pick<CalendarEvent, 'event_date' | 'end_time' | 'include_in_mailer' | 'status'>
  mailer: Mailer | undefined
  /** How many messages left. */
  sent: number
  /** When the first mailing left; null when it has not, or when the person may not know. */
  sentAt: string | null
  /** When it leaves, of an event that waits ten minutes because its hour has passed. */
  waitsUntil?: string | undefined
  zone: string
  now: Date
}

/** Says whether an event was sent, or when it will be; null while that is not known. */
export function deliveryWords(delivery: Delivery): { isSent: boolean; words: string } | null {
  const { event, mailer, sent, sentAt, waitsUntil, zone, now } = delivery
  if (sent > 0) return { isSent: true, words: sentWords(sent, sentAt, delivery) }
  if (Date.parse(event.end_time) <= now.getTime() || !takesPlace(event.status))
    return { isSent: false, words: quickTexts.notSent }
  if (!event.include_in_mailer) return { isSent: false, words: quickTexts.nobody }
  if (!mailer) return null
  const leaves = instantAt(event.event_date, mailer.notifyAt.slice(0, 5), zone)
  if (waitsUntil) return { isSent: false, words: quickTexts.goesAt(clockTime(waitsUntil, zone)) }
  if (leaves <= now) return { isSent: false, words: quickTexts.goesSoon }
  const words = quickTexts.goesTo(mailer.emails + (mailer.texts ?? 0), whenWords(leaves, zone, now))
  return { isSent: false, words }
}

function sentWords(count: number, sentAt: string | null, { event, zone }: Delivery): string {
  if (sentAt === null) return quickTexts.sent(count)
  const day = dayInZone(sentAt, zone)
  const time = clockTime(sentAt, zone)
  return quickTexts.sentAt(count, day === event.event_date ? quickTexts.at(time) : quickTexts.onAt(shortDay(day), time))
}

function whenWords(at: Date, zone: string, now: Date): string {
  const [day, today]: Day[] = [dayInZone(at, zone), dayInZone(now, zone)]
  const time = clockTime(at, zone)
  if (day === today) return quickTexts.todayAt(time)
  return day === addDays(today as Day, 1) ? quickTexts.tomorrowAt(time) : quickTexts.onAt(shortDay(day as Day), time)
}
