// What a browser shows of a mailing: a line for each event, or an alert with its message.
import { clockTime } from '#domain/date-words.ts'
import { allDayWords } from '#domain/event-words.ts'
import { type Language, localeOf } from '#domain/languages.ts'
import type { DayOfEvent } from '../templates/day-of/data.ts'
import type { Item } from '../templates/notice/data.ts'

/** The body is shown on a lock screen, and push services accept at most 4096 bytes in all. */
const BODY_MAX = 300

export function dayOfPush(events: DayOfEvent[], zone: string, language: Language): string {
  const timeOf = ({ all_day, start_time }: DayOfEvent) =>
    all_day ? `${allDayWords(language)}:` : clockTime(start_time, zone, localeOf(language))
  return shortened(events.map((event) => `${timeOf(event)} ${event.title}`))
}

export function noticePush(items: Item[]): string {
  return shortened(
    items.map(({ mark, title, lines, paragraphs }) => [`${mark}: ${title}`, ...paragraphs, ...lines].join('\n')),
  )
}

function shortened(lines: string[]): string {
  const body = lines.join('\n')
  return body.length <= BODY_MAX ? body : `${[...body].slice(0, BODY_MAX - 1).join('')}…`
}
