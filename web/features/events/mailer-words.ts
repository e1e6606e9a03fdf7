import { clockTime, shortDay, weekdayNames } from '#domain/date-words.ts'
import { type Day, dayInZone, instantAt, isDay, weekdayOf } from '#domain/dates.ts'
import { mailerTexts } from './texts.ts'

/** What decides who gets a calendar's mails, and when. */
export interface Mailer {
  /** Local time of the day-of mail, such as 08:00:00. */
  notifyAt: string
  emails: number
  /** Undefined when the person may not know it. */
  texts?: number
}

interface Mailed {
  day: Day
  included: boolean
  zone: string
  now: Date
  /** How many people were notified of the event already. */
  notified: number
}

/** Says who is notified of an event, and when. `isNow`: it leaves as soon as the event is saved. */
export function mailerWords(mailer: Mailer, event: Mailed): { isNow: boolean; words: string } {
  const { day, included, zone, now, notified } = event
  if (notified > 0) return { isNow: false, words: mailerTexts.sent(notified) }
  if (!included || !isDay(day)) return { isNow: isDue(mailer, event), words: mailerTexts.nobody }
  if (isDue(mailer, event)) return { isNow: true, words: `${whoWords(mailer)}. ${mailerTexts.orNot}` }
  const leaves = instantAt(day, mailer.notifyAt.slice(0, 5), zone)
  const when = mailerTexts.at(weekdayNames()[weekdayOf(day)] ?? '', shortDay(day), clockTime(leaves, zone))
  return { isNow: false, words: leaves < now ? whoWords(mailer) : `${whoWords(mailer)}, ${when}` }
}

function whoWords({ emails, texts = 0 }: Mailer): string {
  const mails = mailerTexts.emails(emails)
  return texts > 0 ? mailerTexts.both(mails, mailerTexts.texts(texts)) : mails
}

function isDue({ notifyAt }: Mailer, { day, zone, now }: Mailed): boolean {
  return day === dayInZone(now, zone) && instantAt(day, notifyAt.slice(0, 5), zone) <= now
}
