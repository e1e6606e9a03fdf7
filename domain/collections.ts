// A town page: one page for several public calendars. Imports no validation library, because public pages load this file.

/** The colors of calendars on a town page, in the order in which they are given. Each is clear on light and on dark paper. */
export const collectionColors = {
  blue: '#3b7dd8',
  green: '#2f8f4e',
  orange: '#d9641e',
  purple: '#9a5bd0',
  teal: '#12898c',
  pink: '#d04a86',
  brown: '#a0702a',
  gray: '#75797f',
} as const
export type CollectionColor = keyof typeof collectionColors

/** A town page as everybody may see it. */
export interface Collection {
  id: string
  slug: string | null
  name: string
  description: string | null
  version: string
  /** The zone of its first calendar. */
  time_zone: string
  calendars: CollectionCalendar[]
}

export interface CollectionCalendar {
  id: string
  identifier: number
  name: string
  city: string
  state: string
  time_zone: string
  /** No place is left for another email address. */
  is_full: boolean
  color: CollectionColor
}

export function collectionPath({ id, slug }: { id: string; slug: string | null }): string {
  return `/town/${slug ?? id}`
}
