import { placeWords, whenWords } from '#domain/event-words.ts'
import type { Language } from '#domain/languages.ts'
import type { FeedEvent } from './feed.ts'

/** Describes when and where an event is, for people. */
export function wordsOf(event: FeedEvent, zone: string, language?: Language): { when: string; where: string } {
  const times = {
    start_time: new Date(event.start * 1000),
    end_time: new Date(event.end * 1000),
    all_day: event.all_day,
  }
  return { when: whenWords(times, zone, language), where: placeWords(event) }
}
