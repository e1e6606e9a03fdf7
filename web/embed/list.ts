import { longDay } from '#domain/date-words.ts'
import { embedTexts } from '#domain/embeds/texts.ts'
import { linkWords } from '#domain/event-place.ts'
import { whenWords } from '#domain/event-words.ts'
import { groupBy } from '#domain/older-browsers.ts'
import { categoryNames } from '#domain/texts/categories.ts'
import { element, externalLink } from './dom.ts'
import type { Feed, FeedItem } from './feed.ts'

/** Lists the coming events by day. */
export function dayList({ events, time_zone }: Feed): HTMLElement {
  if (events.length === 0) return element('p', { class: 'muted' }, embedTexts.nothing)
  const days = groupBy(events, ({ event_date }) => event_date)
  return element(
    'ol',
    {},
    ...[...days].map(([day, list]) => element('li', {}, element('h3', {}, longDay(day)), eventList(list, time_zone))),
  )
}

export function eventList(events: readonly FeedItem[], zone: string): HTMLElement {
  return element(
    'ul',
    { class: 'events' },
    ...events.map((event) => element('li', { part: 'event' }, ...eventDetails(event, zone))),
  )
}

function eventDetails(event: FeedItem, zone: string): (Node | null)[] {
  return [
    element('span', { class: 'title' }, externalLink(event.url, event.title)),
    element(
      'span',
      { class: event.category === 'Alert' ? 'category alert' : 'category' },
      categoryNames[event.category],
    ),
    element('p', { class: 'muted' }, whenWords(event, zone)),
    event.place ? element('p', { class: 'muted' }, event.place) : null,
    event.link
      ? element('p', {}, externalLink(event.link, linkWords(event.link), 'noopener noreferrer nofollow ugc'))
      : null,
    event.description ? element('p', { class: 'words' }, event.description) : null,
  ]
}
