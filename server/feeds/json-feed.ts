import { publicDetailsOf } from '#domain/event-columns.ts'
import { eventLink } from '#domain/event-place.ts'
import { itemId } from './alerts.ts'
import type { FeedEvent } from './feed.ts'
import { calendarUrl, eventUrl, imageOf } from './links.ts'
import type { Listed } from './read-feed.ts'
import { titleOf, wordsOf } from './words.ts'

/** Writes a JSON Feed 1.1 with what only events have under `_townbell`. Our own embed reads it, too. */
export function jsonFeed(
  { calendar, events }: Listed,
  { siteUrl, feedUrl }: { siteUrl: string; feedUrl: string },
): string {
  const { id, name, description, city, state, time_zone, path } = calendar
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: name,
    ...(description ? { description } : {}),
    home_page_url: calendarUrl(siteUrl, calendar),
    feed_url: feedUrl,
    language: 'en',
    _townbell: { about: `${siteUrl}/about`, ...(path ? { town: id } : { calendar: id, city, state }), time_zone },
    items: events.map((event) => item(event)),
  }
  return JSON.stringify(feed)

  function item(event: FeedEvent) {
    const { image: _, image_alt, ...details } = publicDetailsOf(event)
    const from = event.calendar ?? calendar
    const { lines } = wordsOf(event, from.time_zone)
    const link = eventLink(event)
    const image = imageOf(siteUrl, from, event)
    return {
      id: itemId(event),
      url: eventUrl(siteUrl, from, event.id),
      ...(link ? { external_url: link } : {}),
      title: titleOf(event),
      content_text: [...lines, link, event.description].filter(Boolean).join('\n'),
      ...(image ? { image: image.url } : {}),
      date_published: isoTime(event.created),
      date_modified: isoTime(event.updated),
      tags: [event.category],
      _townbell: {
        event: event.id,
        ...(event.calendar ? { calendar: from.id, calendar_name: from.name } : {}),
        ...details,
        all_day: event.all_day,
        start: isoTime(event.start),
        end: isoTime(event.end),
        event_date: event.event_date,
        end_date: event.end_date,
        ...(image ? { image_alt } : {}),
        ...(event.alert ? { alert: event.alert } : {}),
      },
    }
  }
}

function isoTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
}
