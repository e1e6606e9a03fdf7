import type { EventRow } from './event-columns.ts'
import { placeWords, type Timed, whenWords } from './event-words.ts'
import type { Language } from './languages.ts'
import { changeTexts as spanish } from './texts/changes.es.ts'
import { changeTexts as english } from './texts/changes.ts'

// What changed of an event that people were told of. Time, place and status count; a corrected word does not.

export type KnownEvent = Timed & Pick<EventRow, 'title' | 'location' | 'location_name' | 'status'>

export interface Change {
  /** In front of the title, and of the subject. */
  mark: string
  title: string
  /** When and where it is now, each with what it was. */
  lines: string[]
}

const textsOf: Record<Language, typeof english> = { en: english, es: spanish }

/** Null: nothing that matters. `after` null: it was deleted, which to others is a cancellation. */
export function changeOf(
  before: KnownEvent,
  after: KnownEvent | null,
  zone: string,
  language: Language = 'en',
): Change | null {
  const texts = textsOf[language]
  if (after === null || (after.status === 'cancelled' && before.status !== 'cancelled')) {
    const { title } = after ?? before
    return { mark: texts.marks.cancelled, title, lines: [texts.planned(whenWords(before, zone, language))] }
  }
  const lines = [
    ...statusLines(before, after, language),
    ...timeLines(before, after, zone, language),
    ...placeLines(before, after, language),
  ]
  if (lines.length === 0) return null
  const isNews = after.status !== before.status && texts.marks[after.status] !== ''
  return { mark: texts.marks[isNews ? after.status : 'changed'], title: after.title, lines }
}

/** An alert is told under a mark of its own. */
export function alertMark(language: Language): string {
  return textsOf[language].marks.alert
}

/** "CANCELLED: Porch concert (Barton Hills)"; of several, what they have in common. */
export function changesSubject(changes: readonly Change[], calendarName: string, language: Language = 'en'): string {
  const [first] = changes
  if (!first) return calendarName
  if (changes.length === 1) return `${first.mark}: ${first.title} (${calendarName})`
  const { marks, several } = textsOf[language]
  const mark = changes.every((change) => change.mark === first.mark) ? first.mark : marks.changed
  return several(mark, changes.length, calendarName)
}

/** A line without what it was before. */
export function withoutBefore(line: string, language: Language): string {
  const [start = ''] = textsOf[language].before('\n').split('\n')
  const at = line.indexOf(start)
  return at > 0 && line.endsWith(')') ? line.slice(0, at) : line
}

function statusLines(before: KnownEvent, after: KnownEvent, language: Language): string[] {
  const texts = textsOf[language]
  if (before.status === after.status) return []
  if (after.status === 'postponed') return [texts.postponed]
  return after.status === 'scheduled' ? [texts.onAgain] : []
}

function timeLines(before: KnownEvent, after: KnownEvent, zone: string, language: Language): string[] {
  const texts = textsOf[language]
  const [was, is] = [whenWords(before, zone, language), whenWords(after, zone, language)]
  // An event that is on again is told whole.
  const isOnAgain = before.status !== after.status && after.status === 'scheduled'
  if (was === is) return isOnAgain ? [texts.when(is)] : []
  return [texts.when(is) + texts.before(was)]
}

function placeLines(before: KnownEvent, after: KnownEvent, language: Language): string[] {
  const texts = textsOf[language]
  const [was, is] = [placeWords(before), placeWords(after)]
  if (was === is) return []
  return [texts.where(is || texts.nowhere) + (was ? texts.before(was) : '')]
}
