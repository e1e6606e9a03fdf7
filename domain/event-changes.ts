import { placeWords, type Timed, whenWords } from './event-words.ts'
import { type EventStatus, statusMarks } from './statuses.ts'

// What changed of an event that people were told of. Time, place and status count; a corrected word does not.

export interface KnownEvent extends Timed {
  title: string
  location: string | null
  location_name: string | null
  status: EventStatus
}

export interface Change {
  /** In front of the title, and of the subject. */
  mark: string
  title: string
  /** When and where it is now, each with what it was. */
  lines: string[]
}

/** Null: nothing that matters. `after` null: it was deleted, which to others is a cancellation. */
export function changeOf(before: KnownEvent, after: KnownEvent | null, zone: string): Change | null {
  if (after === null || (after.status === 'cancelled' && before.status !== 'cancelled')) {
    const { title } = after ?? before
    return { mark: statusMarks.cancelled, title, lines: [`It was planned for ${whenWords(before, zone)}.`] }
  }
  const lines = [...statusLines(before, after), ...timeLines(before, after, zone), ...placeLines(before, after)]
  if (lines.length === 0) return null
  const isNews = after.status !== before.status && statusMarks[after.status] !== ''
  return { mark: isNews ? statusMarks[after.status] : 'CHANGED', title: after.title, lines }
}

/** "CANCELLED: Porch concert (Barton Hills)"; of several, what they have in common. */
export function changesSubject(changes: readonly Change[], calendarName: string): string {
  const [first] = changes
  if (!first) return calendarName
  if (changes.length === 1) return `${first.mark}: ${first.title} (${calendarName})`
  const mark = changes.every((change) => change.mark === first.mark) ? first.mark : 'CHANGED'
  return `${mark}: ${changes.length} events in ${calendarName}`
}

function statusLines(before: KnownEvent, after: KnownEvent): string[] {
  if (before.status === after.status) return []
  if (after.status === 'postponed')
    return ['It is postponed: it does not take place then, and there is no new date yet.']
  return after.status === 'scheduled' ? ['It takes place after all.'] : []
}

function timeLines(before: KnownEvent, after: KnownEvent, zone: string): string[] {
  const [was, is] = [whenWords(before, zone), whenWords(after, zone)]
  // An event that is on again is told whole.
  const isOnAgain = before.status !== after.status && after.status === 'scheduled'
  if (was === is) return isOnAgain ? [`When: ${is}`] : []
  return [`When: ${is} (it was ${was})`]
}

function placeLines(before: KnownEvent, after: KnownEvent): string[] {
  const [was, is] = [placeWords(before), placeWords(after)]
  if (was === is) return []
  return [`Where: ${is || 'not said any more'}${was ? ` (it was ${was})` : ''}`]
}
