import { alertMark } from '#domain/event-changes.ts'
import { placeWords, whenWords } from '#domain/event-words.ts'
import type { Language } from '#domain/languages.ts'
import { statusMarks } from '#domain/statuses.es.ts'
import { titleWithStatus } from '#domain/texts/feeds.ts'
import type { FeedEvent, FeedSeries } from './feed.ts'

/** Describes an event for people, above its link and description: when, where, and on a town page whose it is. */
export function wordsOf(event: FeedEvent, zone: string, language?: Language): { when: string; lines: string[] } {
  const times = {
    start_time: new Date(event.start * 1000),
    end_time: new Date(event.end * 1000),
    all_day: event.all_day,
  }
  const when = whenWords(times, zone, language)
  return { when, lines: [when, placeWords(event), event.calendar?.name ?? ''].filter((line) => line !== '') }
}

/** "ALERT: Boil water"; "CANCELLED – Porch concert". */
export function titleOf(event: FeedEvent | FeedSeries, language: Language = 'en'): string {
  const { title, status } = event
  const isMarked = language === 'es' && status !== 'scheduled'
  const titled = isMarked ? `${statusMarks[status]} – ${title}` : titleWithStatus(title, status)
  const kind = 'alert' in event ? event.alert : null
  return kind ? `${alertMark(language, kind)}: ${titled}` : titled
}
