// /oembed?url=…: what WordPress, Notion and others show where somebody pastes the address of a calendar, a town page or an event. The first
// two become the frame that /embed serves, an event a link with its picture. Only what guests see.

import { PRODUCT_NAME } from '#domain/company.ts'
import { days, hours, inSeconds } from '#domain/durations.ts'
import { frameCode } from '#domain/embeds/code.ts'
import type { EmbedOptions } from '#domain/embeds/options.ts'
import { AppError } from '#domain/errors.ts'
import { isUuid } from '#domain/uuid.ts'
import { callerKey } from '#runtime/caller.ts'
import { guest } from '#server/http/identity.ts'
import { makePage, type Page } from '#server/public-cache/page.ts'
import { calendarNotFound } from './address.ts'
import type { FeedContext } from './context.ts'
import type { FeedCalendar } from './feed.ts'
import { calendarUrl, eventUrl, imageOf } from './links.ts'
import { readCollection, readEvent, readRange } from './read-feed.ts'

const WIDTH = 600
const HEIGHT = 600

/** The address names at most two things, and one row of each is read. */
export async function oembed(context: FeedContext, query: URLSearchParams): Promise<Page> {
  const { siteUrl, headers, turns } = context
  if ((query.get('format') ?? 'json') !== 'json') throw new AppError('not_offered', 501, 'Only format=json is offered.')
  const size = { width: atMost(WIDTH, query, 'maxwidth'), height: atMost(HEIGHT, query, 'maxheight') }
  const named = namedIn(query.get('url') ?? '', siteUrl)
  const found = await turns.feeds.run(callerKey(), () => read(context, named, size))
  if (!found) throw calendarNotFound()
  const answer = {
    version: '1.0',
    provider_name: PRODUCT_NAME,
    provider_url: siteUrl,
    cache_age: inSeconds(hours(1)),
    ...found,
  }
  return makePage(JSON.stringify(answer), 200, { ...headers.json, 'content-type': 'application/json; charset=utf-8' })
}

type Named = { town: string } | { calendarId: string; eventId: string | null }
type Size = { width: number; height: number }

function namedIn(address: string, siteUrl: string): Named {
  const url = address.length <= 500 && URL.canParse(address) ? new URL(address) : null
  const [, place, name = '', eventId = null] =
    /^\/(calendar|town)\/([^/]+)(?:\/events\/([^/]+))?\/?$/.exec(url?.pathname ?? '') ?? []
  const isOurs = url?.origin === new URL(siteUrl).origin
  if (isOurs && place === 'town' && !eventId && /^[\w-]{3,36}$/.test(name)) return { town: name }
  if (isOurs && place === 'calendar' && isUuid(name) && (!eventId || isUuid(eventId)))
    return { calendarId: name.toLowerCase(), eventId: eventId?.toLowerCase() ?? null }
  throw new AppError('not_found', 404, 'url must be the address of a public calendar, a town page or an event here.')
}

async function read({ pool, siteUrl, clock }: FeedContext, named: Named, size: Size): Promise<object | null> {
  const now = clock.now()
  const range = { from: now, to: new Date(now.getTime() + days(1)), clearedFrom: now, now, categories: null, max: 1 }
  if ('town' in named) {
    const town = await readCollection(pool, guest, { ...range, calendarId: named.town })
    return town && framed(siteUrl, town.calendar, size)
  }
  const { calendarId, eventId } = named
  if (!eventId) {
    const found = await readRange(pool, guest, { ...range, calendarId })
    return found && framed(siteUrl, found.calendar, size)
  }
  const found = await readEvent(pool, guest, { calendarId, eventId, now })
  const [event] = found?.events ?? []
  if (!found || !event) return null
  const picture = imageOf(siteUrl, found.calendar, event)
  return {
    type: 'link',
    title: event.title,
    author_name: found.calendar.name,
    author_url: calendarUrl(siteUrl, found.calendar),
    url: eventUrl(siteUrl, found.calendar, event.id),
    ...(picture && { thumbnail_url: picture.url }),
  }
}

function framed(siteUrl: string, calendar: FeedCalendar, { width, height }: Size): object {
  const options: EmbedOptions = { view: 'list', theme: 'auto', accent: null, categories: null, language: 'en' }
  const html = frameCode({ siteUrl, calendar, options }, { width, height })
  return { type: 'rich', title: calendar.name, url: calendarUrl(siteUrl, calendar), html, width, height }
}

function atMost(most: number, query: URLSearchParams, name: string): number {
  const given = query.get(name)
  return given !== null && /^[1-9]\d{0,5}$/.test(given) ? Math.min(most, Number(given)) : most
}
