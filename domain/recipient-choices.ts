// Apart from preferences.ts, so that the page does not load the form rules.
import { type EventCategory, eventCategories } from './categories.ts'
import type { Language } from './languages.ts'

export const timings = ['day_of', 'evening', 'weekly', 'digest'] as const
export type Timing = (typeof timings)[number]
/** A week, or several calendars, do not fit into a text. */
export const textTimings: readonly Timing[] = ['day_of', 'evening']

export type Choice = {
  /** Null where the person has no such contact, or has not confirmed it. */
  email: boolean | null
  sms: boolean | null
  categories: EventCategory[]
  timing: Timing
  /** The first day on which something comes again. */
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

/** What the page shows of one calendar. */
export type FollowedCalendar = {
  id: string
  name: string
  choice: Choice
  /** Chosen for this calendar, not for all of them. */
  is_own: boolean
  /** The page that ends it; null for texts, which end by STOP. */
  opt_out_url: string | null
}

/** What the page is told: nothing of anybody but the address that the link names. */
export type Preferences = {
  address: string
  channel: 'email' | 'sms'
  /** The number that texts go to, shortened. */
  phone: string | null
  /** Nothing is sent there at all: it bounced, complained or said STOP. */
  is_suppressed: boolean
  for_all: Choice
  calendars: FollowedCalendar[]
}
