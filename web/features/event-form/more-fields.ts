import { optionalTextColumns } from '../../../domain/event-columns.ts'
import type { EventDraft } from '../../../domain/events.ts'

const inFront: readonly string[] = ['description', 'location_name', 'location', 'status_reason']
const moreTexts = optionalTextColumns.filter((name) => !inFront.includes(name))

/** Returns whether a field behind "More options" has a value. */
export function usesMore({ repeat, image, ...draft }: EventDraft): boolean {
  return repeat.kind !== 'never' || Boolean(image) || moreTexts.some((name) => draft[name])
}

/** Returns whether one of these fields is behind "More options". */
export function isBehindMore(names: readonly string[]): boolean {
  return ['repeat', 'image', ...moreTexts].some((name) => names.includes(name))
}
