import type { EventRow } from '#domain/event-columns.ts'
import { imagePath, imageTypes, readImageName } from '#domain/event-images.ts'
import { eventPath } from '#domain/event-path.ts'

// Addresses on the site for the entries of a feed.

export function calendarUrl(siteUrl: string, { id, path = `/calendar/${id}` }: { id: string; path?: string }): string {
  return siteUrl + path
}

export function eventUrl(siteUrl: string, calendar: { id: string; disabled: boolean }, eventId: string): string {
  return siteUrl + eventPath(calendar, eventId)
}

/** Returns the picture of an event on a public calendar; programs that read feeds do not sign in. */
export function imageOf(
  siteUrl: string,
  calendar: { id: string; disabled: boolean },
  { image, image_alt }: Pick<EventRow, 'image' | 'image_alt'>,
): { url: string; type: string; alt: string } | null {
  const kind = image === null || calendar.disabled ? undefined : readImageName(image)?.kind
  return kind && image
    ? { url: siteUrl + imagePath(calendar.id, image), type: imageTypes[kind], alt: image_alt ?? '' }
    : null
}
