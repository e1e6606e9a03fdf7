import { imagePath } from '#domain/event-images.ts'
import { eventPath } from '#domain/event-path.ts'
import { placeWords, whenWords } from '#domain/event-words.ts'
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
  const { calendar, event } = shown
  const parts = [whenWords(event, calendar.time_zone), placeWords(event), event.description].filter(Boolean)
  return [
    ...pageMeta(
      {
        title: `${titleWithStatus(event.title, event.status)}, ${calendar.name} | Townbell`,
        description: parts.join('. ').replace(/\s+/g, ' ').slice(0, DESCRIPTION_MAX).toWellFormed(),
        keywords: [event.title, calendar.name, calendar.city, calendar.state, eventPageTexts.keyword],
        canonicalUrl: eventPath(calendar, event.id),
        ...(event.image ? { ogImage: imagePath(calendar.id, event.image), ogImageAlt: event.image_alt ?? '' } : {}),
        structuredData: ({ siteUrl }) => structured(calendar, [event], siteUrl),
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

/** Is longer than what search engines show. */
const DESCRIPTION_MAX = 300
