// What programs read: calendars as iCalendar, RSS and JSON Feed, by address; and as a frame for other sites; pictures of
// events, and those beside links to them. The same for everybody, or one member's own.
import { type Context, Hono } from 'hono'
import { hours } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { callerKey } from '#runtime/caller.ts'
import { guest, type IdentityVariables } from '#server/http/identity.ts'
import { makePage, type Page, pageResponse } from '#server/public-cache/page.ts'
import { readFile } from './address.ts'
import { alertsEnd } from './alerts.ts'
import { contentSpan, createContext, type FeedContext, type FeedsOptions, made } from './context.ts'
import { embed } from './embed.ts'
import { eventImage } from './event-image.ts'
import { createFeedLinks, type FeedLink } from './feed-links.ts'
import { calendarText } from './ical/calendar-text.ts'
import { oembed } from './oembed.ts'
import { createPreviews } from './preview/preview.ts'
import { publicFeed } from './public-feed.ts'
import { memberReader, readContent, readEvent } from './read-feed.ts'

export function createFeeds(options: FeedsOptions) {
  const context = createContext(options)
  const openLink = createFeedLinks(options)
  const preview = createPreviews(context)
  const queryOf = (url: string) => (url.includes('?') ? new URL(url).searchParams : new URLSearchParams())
  const app = new Hono<IdentityVariables>()
  const answer = (c: Context<IdentityVariables>, page: Page) => pageResponse(page, c.req.raw)

  app.get('/calendar/:file{[^/]+\\.(?:ics|rss|json)}', async (c) =>
    answer(c, await publicFeed(context, c.req.param('file'), queryOf(c.req.url))),
  )
  app.get('/town/:file{[^/]+\\.(?:ics|rss|json)}', async (c) =>
    answer(c, await publicFeed(context, c.req.param('file'), queryOf(c.req.url))),
  )
  app.get('/calendar/:id/events/:file{[^/]+\\.ics}', async (c) =>
    answer(c, await eventFile(context, c.req.param('id'), c.req.param('file'))),
  )
  app.get('/feed/:file', async (c) => {
    const link = await openLink(c.req.param('file'), c.get('network'))
    return answer(c, await privateFeed(context, link))
  })
  app.get('/event-images/:calendar/:name', async (c) => {
    const { calendar, name } = c.req.param()
    const asked = c.get('identity')
    return answer(c, await eventImage(context, { calendar, name, member: asked?.userId ? asked : undefined }))
  })
  app.get('/previews/:calendarId/:name', async (c) =>
    answer(c, await preview({ ...c.req.param(), eventId: null, network: c.get('network') })),
  )
  app.get('/previews/:calendarId/:eventId/:name', async (c) =>
    answer(c, await preview({ ...c.req.param(), network: c.get('network') })),
  )
  app.get('/embed/:id', async (c) => answer(c, await embed(context, c.req.param('id'), queryOf(c.req.url))))
  app.get('/oembed', async (c) => answer(c, await oembed(context, queryOf(c.req.url))))
  return app
}

/** One event, to be added to a calendar of one's own. Of a series, that one date. */
async function eventFile(
  { pool, siteUrl, headers, turns, clock }: FeedContext,
  calendar: string,
  file: string,
): Promise<Page> {
  const { id: calendarId } = readFile(`${calendar}.ics`)
  const { id: eventId } = readFile(file)
  const found = await turns.feeds.run(callerKey(), () =>
    readEvent(pool, guest, { calendarId, eventId, now: clock.now() }),
  )
  if (!found) throw new AppError('not_found', 404, "This event doesn't exist. It may have been deleted.")
  const text = calendarText({ ...found, exceptions: [], series: [] }, { siteUrl, isOneEvent: true })
  return makePage(text, 200, { ...headers.ics, 'content-disposition': `attachment; filename="event-${eventId}.ics"` })
}

/** Read as the member whose address it is. Members see the same events, so all of them share one cache entry. */
function privateFeed(context: FeedContext, { calendarId, userId, version }: FeedLink): Promise<Page> {
  const { pool, siteUrl, headers } = context
  return context.find({
    key: `members ${calendarId}`,
    calendarId,
    version,
    lifetime: hours(24),
    async make() {
      const content = await readContent(pool, memberReader(userId), contentSpan(context, calendarId))
      if (!content) return null
      const until = alertsEnd([...content.events, ...content.exceptions])
      return made(calendarText(content, { siteUrl }), content.calendar, headers.private, until)
    },
  })
}
