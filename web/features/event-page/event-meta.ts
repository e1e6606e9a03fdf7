import { imagePath, readImageName } from '#domain/event-images.ts'
import { eventPath } from '#domain/event-path.ts'
import { placeWords, whenWords } from '#domain/event-words.ts'
import { toWellFormed } from '#domain/older-browsers.ts'
import type { Rsvp } from '#domain/rsvp-answers.ts'
import { takesPlace } from '#domain/statuses.ts'
import { titleWithStatus } from '#domain/texts/feeds.ts'
import { type MetaArgs, pageMeta } from '#web/page-meta.ts'
import type { EventAnswer, PageCalendar, PageEvent } from './event-page.ts'
import { eventPageTexts } from './texts.ts'

type Structured = (calendar: PageCalendar, events: PageEvent[], siteUrl: string) => object[]

/** Describes the event page. `structured` returns its schema.org data. */
export function eventMeta(args: MetaArgs & { loaderData?: EventAnswer }, structured: Structured) {
  const { loaderData: shown } = args
  if (shown?.status !== 'found') {
    const { title, body } = eventPageTexts.notFound
    return pageMeta({ title: `${title} | Townbell`, description: body, noIndex: true }, args)
  }
  const { calendar, event, preview } = shown
  // If calendars host it together, search engines show the page of the first one.
  const home = shown.cohosts.find(({ is_home, is_listed }) => is_home && is_listed)
  const title = titleWithStatus(event.title, event.status)
  const facts = [whenWords(event, calendar.time_zone), placeWords(event)].filter(Boolean)
  const parts = [...facts, event.description].filter(Boolean)
  return [
    ...pageMeta(
      {
        title: `${title}, ${calendar.name} | Townbell`,
        description: toWellFormed(parts.join('. ').replace(/\s+/g, ' ').slice(0, DESCRIPTION_MAX)),
        keywords: [event.title, calendar.name, calendar.city, calendar.state, eventPageTexts.keyword],
        hasFrame: true,
        canonicalUrl: home ? eventPath({ id: home.calendar_id }, home.event_id) : eventPath(calendar, event.id),
        // A poster says more than we can draw, but not that the event is off.
        ...(event.image && takesPlace(event.status)
          ? {
              ogImage: imagePath(calendar.id, event.image),
              ogImageAlt: event.image_alt ?? '',
              ogImageSize: readImageName(event.image),
            }
          : { ogImage: preview, ogImageAlt: [title, ...facts, calendar.name].join(', ') }),
        structuredData: ({ siteUrl }) =>
          structured(calendar, [event], siteUrl).map((found) => ({
            image: [siteUrl + preview],
            ...found,
            ...placesOf(shown.rsvp),
          })),
      },
      args,
    ),
    {
      tagName: 'link' as const,
      rel: 'alternate',
      type: 'text/calendar',
      title: event.title,
      href: `/calendar/${calendar.id}/events/${event.id}.ics`,
    },
  ]
}

/** Says in schema.org terms how many can come; how many places are left only if visitors may know. */
function placesOf(rsvp: Rsvp | null): object {
  if (!rsvp?.capacity) return {}
  const { capacity, shown_count: count, is_full } = rsvp
  const left = is_full ? 0 : count === null ? null : Math.max(0, capacity - count)
  return {
    maximumAttendeeCapacity: capacity,
    ...(left === null ? {} : { remainingAttendeeCapacity: left }),
    offers: { '@type': 'Offer', availability: `https://schema.org/${is_full ? 'SoldOut' : 'InStock'}` },
  }
}

/** Is longer than what search engines show. */
const DESCRIPTION_MAX = 300
