// Alerts in feeds: which of them hold, and what followed them.
import { clockTime, shortDay } from '#domain/date-words.ts'
import { dayInZone } from '#domain/dates.ts'
import { alertMark } from '#domain/event-changes.ts'
import { type Language, localeOf } from '#domain/languages.ts'
import { shownStatus, takesPlace } from '#domain/statuses.ts'
import type { AlertUpdate, FeedEvent } from './feed.ts'

interface When {
  zone: string
  now: Date
  language?: Language
}

/** Says of each alert whether it holds or got its all clear, and puts what followed in front of its description. */
export function markAlerts(events: FeedEvent[], when: When): FeedEvent[] {
  return events.map((event) => (event.category === 'Alert' ? marked(event, when) : event))
}

function marked(event: FeedEvent, { zone, now, language = 'en' }: When): FeedEvent {
  const updates = event.updates ?? []
  const words = updates.toReversed().map((update) => updateWords(update, zone, language))
  const description = [...words, event.description].filter(Boolean).join('\n\n') || null
  if (updates.some(({ kind }) => kind === 'all_clear')) return { ...event, description, alert: 'all_clear' }
  const status = shownStatus({ ...event, end_time: new Date(event.end * 1000) }, false, now.getTime())
  return { ...event, description, status, alert: takesPlace(status) ? 'alert' : null }
}

/** "ALERT UPDATE, Nov 17, 10:42 AM: …" */
function updateWords({ kind, message, at }: AlertUpdate, zone: string, language: Language): string {
  const locale = localeOf(language)
  const day = shortDay(dayInZone(at * 1000, zone), locale)
  return `${alertMark(language, kind)}, ${day}, ${clockTime(at * 1000, zone, locale)}: ${message}`
}

/** Returns the instant at which the first alert ends that holds now: what shows it is no longer true then. */
export function alertsEnd(events: readonly FeedEvent[]): number {
  return Math.min(...events.filter(({ alert }) => alert === 'alert').map(({ end }) => end * 1000))
}

/** The id of an item: programs show the follow-up to an alert as something new. */
export function itemId({ uid, updates }: FeedEvent): string {
  const last = updates?.at(-1)
  return last ? `${uid}#${last.id}` : uid
}
