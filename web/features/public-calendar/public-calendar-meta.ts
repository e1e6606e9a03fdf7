import { monthName } from '#domain/date-words.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { type MetaArgs, pageMeta } from '#web/page-meta.ts'
import { calendarPageTexts } from './calendar-page-texts.ts'
import type { PublicCalendarAnswer } from './public-calendar.ts'
import { structuredEvents } from './structured-events.ts'

export function publicCalendarMeta(args: MetaArgs & { loaderData?: PublicCalendarAnswer }) {
  const { loaderData: shown } = args
  if (shown?.status !== 'found') {
    const { title, body } = publicCalendarTexts.notFound
    return pageMeta({ title: `${title} | Townbell`, description: body, noIndex: true }, args)
  }
  const { calendar, viewQuery, month, events, preview } = shown
  const place = `${calendar.city}, ${calendar.state}`
  const described = pageMeta(
    {
      title: `${calendar.name}, ${place} | Townbell`,
      description: calendar.description ?? calendarPageTexts.description(calendar.name, place, monthName(month)),
      keywords: [calendar.name, calendar.city, calendar.state, ...calendarPageTexts.keywords],
      canonicalUrl: `/calendar/${calendar.id}`,
      hasFrame: true,
      ogImage: preview,
      ogImageAlt: `${calendar.name}, ${place}`,
      noIndex: viewQuery.search !== '',
      // For search engines, which read what the server sends: the browser's bundle does without it.
      structuredData: import.meta.env.SSR ? ({ siteUrl }) => structuredEvents(calendar, events, siteUrl) : [],
    },
    args,
  )
  return [...described, ...feedsOf(calendar)]
}

/** Links the feeds, so that feed readers and calendar apps find them from the page's URL. */
function feedsOf({ id, name }: { id: string; name: string }) {
  const feeds = { ics: 'text/calendar', rss: 'application/rss+xml', json: 'application/feed+json' }
  return Object.entries(feeds).map(([format, type]) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    type,
    title: name,
    href: `/calendar/${id}.${format}`,
  }))
}
