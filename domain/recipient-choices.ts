// Stands apart from preferences.ts, so that the page does not load the form rules.
import { type EventCategory, eventCategories } from './categories.ts'
import type { Language } from './languages.ts'
import { aheadKinds } from './mailing-kinds.ts'

export const timings = ['day_of', ...aheadKinds, 'digest'] as const
export type Timing = (typeof timings)[number]
/** The timings of texts: a week, or several calendars, do not fit into one. */
export const textTimings: readonly Timing[] = ['day_of', 'evening', 'hour']

export type Choice = {
  /** Null if the person has no confirmed contact of this kind. */
  email: boolean | null
  sms: boolean | null
  categories: EventCategory[]
  timing: Timing
  /** The first day after the pause. */
  paused_until: string | null
  language: Language
}

export const everything: Choice = {
  email: null,
  sms: null,
  categories: [...eventCategories],
  timing: 'day_of',
  paused_until: null,
  language: 'en',
}

/** A calendar on the preferences page. */
export type FollowedCalendar = {
  id: string
  name: string
  choice: Choice
  /** Whether the choice is for this calendar only. */
  is_own: boolean
  /** The opt-out page; null for texts, which end with STOP. */
  opt_out_url: string | null
}

/** The data of the preferences page: only about the address in the link. */
export type Preferences = {
  address: string
  channel: 'email' | 'sms'
  /** The number that texts go to, shortened. */
  phone: string | null
  /** Nothing is sent to it: it bounced, complained or replied STOP. */
  is_suppressed: boolean
  for_all: Choice
  calendars: FollowedCalendar[]
  /** Calendars that the address unsubscribed from, the last one first. Visitors can follow them. */
  left: { id: string; name: string }[]
}
