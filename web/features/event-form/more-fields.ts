import type { EventDraft } from '../../../domain/events.ts'

const moreFields = ['repeat', 'description', 'image', 'image_alt', 'link_url'] as const

/** Returns whether a field behind "More options" has a value. */
export function usesMore({ repeat, description, image, link_url }: EventDraft): boolean {
  return repeat.kind !== 'never' || Boolean(description || image || link_url)
}

/** Returns whether one of these fields is behind "More options". */
export function isBehindMore(names: readonly string[]): boolean {
  return moreFields.some((name) => names.includes(name))
}
