import type { EventRow } from './event-columns.ts'
import { dayWords, placeWords, type Timed, whenWords } from './event-words.ts'
import type { Language } from './languages.ts'
import { takesPlace } from './statuses.ts'
import { changeTexts as spanish } from './texts/changes.es.ts'
import { changeTexts as english } from './texts/changes.ts'

// Describes how an event changed after people were notified of it. Time, place and status count; a corrected word does not.

/** The fields of an event that people were notified of. */
export type NotifiedEvent = Timed &
  Pick<EventRow, 'title' | 'location' | 'location_name' | 'status'> & {
    /** People were not notified of it, so that only the event as it is now has one. */
    status_reason?: EventRow['status_reason']
    /** An admin says that it takes place as announced, in these words or none. */
    confirmed?: string
  }

export interface Change {
  /** Put in front of the title and the subject: "CANCELLED". */
  mark: string
  title: string
  /** The time and place now, each with its earlier value. */
  lines: string[]
  /** "Fri, Jul 4": when it takes place, or would have. */
  day?: string
  /** It takes place, although that was in doubt. */
  isGood?: boolean
}

const textsOf: Record<Language, typeof english> = { en: english, es: spanish }

/** Returns null if nothing important changed. A deleted event (`after` is null) counts as cancelled. */
export function changeOf(
  before: NotifiedEvent,
  after: NotifiedEvent | null,
  zone: string,
  language: Language = 'en',
): Change | null {
  const texts = textsOf[language]
  if (after === null || (after.status === 'cancelled' && before.status !== 'cancelled')) {
    const { title } = after ?? before
    const planned = texts.planned(whenWords(before, zone, language))
    const lines = [planned, ...reasonLines(after, language)]
    return { mark: texts.marks.cancelled, title, lines, day: dayWords(before, zone, language) }
  }
  const lines = [
    ...statusLines(before, after, language),
    ...(after.status === before.status ? [] : reasonLines(after, language)),
    ...timeLines(before, after, zone, language),
    ...placeLines(before, after, language),
  ]
  if (lines.length === 0) return confirmation(before, after, zone, language)
  const isNews = after.status !== before.status && texts.marks[after.status] !== ''
  return {
    mark: texts.marks[isNews ? after.status : 'changed'],
    title: after.title,
    lines,
    day: dayWords(takesPlace(after.status) ? after : before, zone, language),
    ...(after.status === 'scheduled' && before.status !== 'scheduled' ? { isGood: true } : {}),
  }
}

/** Says that an event takes place as announced, if an admin wants that said. */
function confirmation(before: NotifiedEvent, after: NotifiedEvent, zone: string, language: Language): Change | null {
  if (before.confirmed === undefined || !takesPlace(after.status)) return null
  const { marks, asPlanned, when, where } = textsOf[language]
  const place = placeWords(after)
  const lines = [asPlanned, when(whenWords(after, zone, language)), ...(place ? [where(place)] : [])]
  return {
    mark: marks.confirmed,
    title: after.title,
    lines: [...(before.confirmed ? [before.confirmed] : []), ...lines],
    day: dayWords(after, zone, language),
    isGood: true,
  }
}

/** An alert, or what follows it. */
export type AlertKind = 'alert' | 'update' | 'all_clear'

/** Returns the mark of an alert or of a follow-up. */
export function alertMark(language: Language, kind: AlertKind = 'alert'): string {
  return textsOf[language].marks[kind]
}

/** Says that an alert has ended, in the message that ends it. */
export function alertOverWords(language: Language): string {
  return textsOf[language].alertOver
}

/** "CANCELLED: Porch concert, Fri, Jul 4 (Barton Hills)"; for several changes, the mark they share and their number. */
export function changesSubject(changes: readonly Change[], calendarName: string, language: Language = 'en'): string {
  const [first] = changes
  if (!first) return calendarName
  if (changes.length === 1) {
    const { mark, title, day } = first
    return `${mark}: ${title}${day ? `, ${day}` : ''} (${calendarName})`
  }
  const { marks, several } = textsOf[language]
  const mark = changes.every((change) => change.mark === first.mark) ? first.mark : marks.changed
  return several(mark, changes.length, calendarName)
}

/** Removes the earlier value from a line. */
export function withoutBefore(line: string, language: Language): string {
  const [start = ''] = textsOf[language].before('\n').split('\n')
  const at = line.indexOf(start)
  return at > 0 && line.endsWith(')') ? line.slice(0, at) : line
}

function statusLines(before: NotifiedEvent, after: NotifiedEvent, language: Language): string[] {
  const texts = textsOf[language]
  if (before.status === after.status) return []
  if (after.status === 'postponed') return [texts.postponed]
  return after.status === 'scheduled' ? [texts.onAgain] : []
}

function reasonLines(after: NotifiedEvent | null, language: Language): string[] {
  return after?.status_reason ? [textsOf[language].reason(after.status_reason)] : []
}

function timeLines(before: NotifiedEvent, after: NotifiedEvent, zone: string, language: Language): string[] {
  const texts = textsOf[language]
  const [was, is] = [whenWords(before, zone, language), whenWords(after, zone, language)]
  // An event that is on again repeats its time, even unchanged.
  const isOnAgain = before.status !== after.status && after.status === 'scheduled'
  if (was === is) return isOnAgain ? [texts.when(is)] : []
  return [texts.when(is) + texts.before(was)]
}

function placeLines(before: NotifiedEvent, after: NotifiedEvent, language: Language): string[] {
  const texts = textsOf[language]
  const [was, is] = [placeWords(before), placeWords(after)]
  if (was === is) return []
  return [texts.where(is || texts.nowhere) + (was ? texts.before(was) : '')]
}
