import { eventPath } from '#domain/calendar-links.ts'
import { imagePath, imageTypes, readImageName } from '#domain/event-images.ts'

// Where what a feed tells can be read on the site.

export function calendarUrl(siteUrl: string, calendarId: string): string {
  return `${siteUrl}/calendar/${calendarId}`
}

export function eventUrl(siteUrl: string, calendar: { id: string; disabled: boolean }, eventId: string): string {
  return siteUrl + eventPath(calendar, eventId)
}

/** Its picture, for programs that read without saying who they are: of a public calendar. */
export function imageOf(
  siteUrl: string,
  calendar: { id: string; disabled: boolean },
  { image, image_alt }: { image: string | null; image_alt: string | null },
): { url: string; type: string; alt: string } | null {
  const kind = image === null || calendar.disabled ? undefined : readImageName(image)?.kind
  return kind && image
    ? { url: siteUrl + imagePath(calendar.id, image), type: imageTypes[kind], alt: image_alt ?? '' }
    : null
}
