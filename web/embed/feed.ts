import type { EventCategory } from '#domain/categories.ts'
import type { Day, Month } from '#domain/dates.ts'
import { placeWords } from '#domain/event-words.ts'

// The parts of the calendar's JSON Feed that are shown.

export interface Feed {
  title: string
  home_page_url: string
  time_zone: string
  events: FeedItem[]
}

export interface FeedItem {
  url: string
  title: string
  category: EventCategory
  all_day: boolean
  start_time: Date
  end_time: Date
  event_date: Day
  end_date: Day
  place: string
  description: string
  /** Is empty when there is none. */
  link: string
}

interface FeedQuery {
  base: string
  calendar: string
  categories: readonly string[] | null
  month: Month | null
  signal: AbortSignal
}

export async function readFeed({ base, calendar, categories, month, signal }: FeedQuery): Promise<Feed> {
  const query = new URLSearchParams()
  if (categories) query.set('category', categories.join())
  if (month) query.set('month', month)
  const address = new URL(`calendar/${encodeURIComponent(calendar)}.json?${query}`, base)
  const response = await fetch(address, { signal, credentials: 'omit' })
  if (!response.ok) throw new Error(`the calendar answered ${response.status}`)
  const { title, home_page_url, _townbell, items } = await response.json()
  return { title, home_page_url, time_zone: _townbell.time_zone, events: items.map(itemOf) }
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of our own server.
function itemOf({ url, external_url, title, _townbell: event }: any): FeedItem {
  return {
    ...event,
    url,
    title,
    start_time: new Date(event.start),
    end_time: new Date(event.end),
    place: placeWords(event),
    description: event.description ?? '',
    link: external_url ?? '',
  }
}
