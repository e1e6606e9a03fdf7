// The picture that messengers and social networks show beside a link: /previews/{calendar}/{event}/{version}-en.png. The version is a
// fingerprint of what is drawn, so a change has an address of its own, and caches may keep what they have.
import type { EventCategory } from './categories.ts'
import { fingerprint } from './fingerprint.ts'
import { type Language, languages } from './languages.ts'
import type { ShownStatus } from './statuses.ts'

export const PREVIEW_WIDTH = 1200
export const PREVIEW_HEIGHT = 630

export interface PreviewCalendar {
  id: string
  name: string
  city: string
  state: string
  time_zone: string
  identifier: number
  /** Whether it is listed: only then its number leads to it. */
  allow_guest_users: boolean
}

export interface PreviewEvent {
  id: string
  title: string
  category: EventCategory
  status: ShownStatus
  status_reason: string | null
  start_time: Date | string
  end_time: Date | string
  all_day: boolean
  location: string | null
  location_name: string | null
}

/** Raised when the same facts are drawn differently. */
const DRAWING = 1

export function previewPath(calendar: PreviewCalendar, event: PreviewEvent | null, language: Language): string {
  const folder = event ? `${calendar.id}/${event.id}` : calendar.id
  return `/previews/${folder}/${versionOf(calendar, event)}-${language}.png`
}

/** Returns null if the name is not one of ours. */
export function previewLanguage(name: string): Language | null {
  const [, written] = /^[0-9a-f]{16}-([a-z]{2})\.png$/.exec(name) ?? []
  return languages.find((language) => language === written) ?? null
}

function versionOf(calendar: PreviewCalendar, event: PreviewEvent | null): string {
  const { name, city, state, time_zone, identifier, allow_guest_users } = calendar
  const place = [name, city, state, time_zone, allow_guest_users ? Number(identifier) : null]
  return fingerprint(JSON.stringify([DRAWING, place, event && factsOf(event)]))
}

function factsOf(event: PreviewEvent) {
  const { title, category, status, status_reason, all_day, location, location_name } = event
  const times = [event.start_time, event.end_time].map((instant) => new Date(instant).getTime())
  return [title, category, status, status_reason, times, all_day, location, location_name]
}
