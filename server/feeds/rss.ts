import { eventLink, linkWords } from '#domain/event-place.ts'
import { itemId } from './alerts.ts'
import type { FeedEvent } from './feed.ts'
import { calendarUrl, eventUrl, imageOf } from './links.ts'
import { escaped } from './markup.ts'
import type { Listed } from './read-feed.ts'
import { titleOf, wordsOf } from './words.ts'

/** RSS 2.0: upcoming events, soonest first. */
export function rss({ calendar, events }: Listed, { siteUrl, feedUrl }: { siteUrl: string; feedUrl: string }): string {
  const { name, description, city, state, path } = calendar
  const changed = Math.max(0, ...events.map(({ updated }) => updated))
  const head = [
    element('title', name),
    element('link', calendarUrl(siteUrl, calendar)),
    element('description', description ?? (path ? `Events of ${name}.` : `Events of ${name} in ${city}, ${state}.`)),
    element('language', 'en-us'),
    element('ttl', '60'),
    ...(changed > 0 ? [element('lastBuildDate', rssTime(changed))] : []),
    `<atom:link href="${escaped(feedUrl)}" rel="self" type="application/rss+xml"/>`,
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
${[...head, ...events.map(item)].join('\n')}
</channel></rss>
`

  function item(event: FeedEvent): string {
    const from = event.calendar ?? calendar
    const { when, lines } = wordsOf(event, from.time_zone)
    const link = eventLink(event)
    const image = imageOf(siteUrl, from, event)
    // Readers render this as HTML, so text is escaped for HTML and then for XML.
    const parts = event.description ? [...lines, event.description] : lines
    const words = parts.map((part) => `<p>${escaped(part).replace(/\r\n?|\n/g, '<br>')}</p>`).join('')
    const linked = link
      ? `<p><a href="${escaped(link)}" rel="nofollow ugc">${escaped(linkWords(link))}</a></p>${words}`
      : words
    const html = image ? `<p><img src="${escaped(image.url)}" alt="${escaped(image.alt)}"></p>${linked}` : linked
    return [
      '<item>',
      element('title', `${titleOf(event)} (${when})`),
      element('link', eventUrl(siteUrl, from, event.id)),
      `<guid isPermaLink="false">${escaped(itemId(event))}</guid>`,
      element('pubDate', rssTime(event.updates?.at(-1)?.at ?? event.created)),
      element('category', event.category),
      element('description', html),
      '</item>',
    ].join('')
  }
}

function element(name: string, value: string): string {
  return `<${name}>${escaped(value)}</${name}>`
}

function rssTime(seconds: number): string {
  return new Date(seconds * 1000).toUTCString()
}
