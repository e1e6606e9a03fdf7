import { clockTime, shortDay, weekdayNames } from '#domain/date-words.ts'
import { type Day, dayInZone, instantAt, isDay, isTime, weekdayOf } from '#domain/dates.ts'
import { minutes } from '#domain/durations.ts'
import { mailerTexts } from './texts.ts'

/** What decides who gets a calendar's mails, and when. */
export interface Mailer {
  /** Local time of the day-of mail, such as 08:00:00. */
  notifyAt: string
  emails: number
  /** Undefined when the person may not know it. */
  texts?: number
  /** Whom it goes to instead of everybody. */
  tags?: readonly string[]
}

interface Mailed {
  day: Day
  /** On the calendar's clock; undefined for a whole day, or where the form has none yet. */
  end?: { day: Day; time: string } | undefined
  included: boolean
  zone: string
  now: Date
  /** How many people were notified of the event already. */
  notified: number
  /** Whether saving puts the event into the mails of its day; false for an edit of one that is in them already. */
  isJoining: boolean
}

export interface MailerWords {
  words: string
  /** What to choose from when it would leave within ten minutes; null when it waits for its hour. */
  soon: Soon | null
}

export interface Soon {
  title: string
  /** When it leaves without a choice. */
  later: string
  now: string
}

/** How long an event waits before it is sent, unless somebody sends it at once. The same in private.make_wait. */
const WAIT = minutes(10)

/** Says who is notified of an event, and when. */
export function mailerWords(mailer: Mailer, event: Mailed): MailerWords {
  const { day, included, zone, now, notified } = event
  if (notified > 0) return { soon: null, words: mailerTexts.sent(notified) }
  if (!isDay(day)) return { soon: null, words: mailerTexts.nobody }
  if (isOver(event)) return { soon: null, words: mailerTexts.over }
  const leaves = instantAt(day, mailer.notifyAt.slice(0, 5), zone)
  const soon = soonOf(leaves, event)
  if (!included) return { soon, words: mailerTexts.nobody }
  if (soon || leaves < now) return { soon, words: whoWords(mailer) }
  const when = mailerTexts.at(weekdayNames()[weekdayOf(day)] ?? '', shortDay(day), clockTime(leaves, zone))
  return { soon, words: `${whoWords(mailer)}, ${when}` }
}

/** An event whose end has passed on the calendar's clock is shown, and never sent. */
function isOver({ end, zone, now }: Mailed): boolean {
  return end !== undefined && isDay(end.day) && isTime(end.time) && instantAt(end.day, end.time, zone) <= now
}

function whoWords({ emails, texts = 0, tags = [] }: Mailer): string {
  const mails = mailerTexts.emails(emails)
  const messages = texts > 0 ? mailerTexts.both(mails, mailerTexts.texts(texts)) : mails
  return tags.length > 0 ? mailerTexts.toTags(messages, tags) : messages
}

function soonOf(leaves: Date, { day, zone, now, isJoining }: Mailed): Soon | null {
  const later = new Date(now.getTime() + WAIT)
  if (!isJoining || leaves > later || day < dayInZone(now, zone)) return null
  const hour = clockTime(leaves, zone)
  const isPast = leaves <= now
  return {
    title: isPast ? mailerTexts.past(hour) : mailerTexts.almost(hour),
    later: dayInZone(later, zone) > day ? mailerTexts.tooLate : mailerTexts.until(clockTime(later, zone)),
    now: isPast ? mailerTexts.sendNow : mailerTexts.sendAt(hour),
  }
}
