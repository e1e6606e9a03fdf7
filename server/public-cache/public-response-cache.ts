// The cache of public pages and feeds, by address: what any proxy would cache, but the version of its calendar shows at once when an
// entry is out of date. What is cached is the same for everybody: no cookie and no token makes a difference.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { preferredLanguage } from '#server/http/language.ts'
import { nodeRequest } from '#server/http/node-request.ts'
import type { ReadCalendarVersion } from './calendar-version.ts'
import { answerPage, type Page } from './page.ts'

/** How long an entry is current: those of a calendar end with its version. */
export interface CacheScope {
  calendar: { id: string; version: string } | null
  expires: number
}

/** A page without a scope is not stored. */
export type Made = { page: Page; scope?: CacheScope | undefined }

export type PublicCache = ReturnType<typeof createPublicCache>

export interface PublicCacheOptions {
  calendarVersion: ReadCalendarVersion
  now: () => number
  maxBytes?: number
}

/**
 * Enough for the pages and feeds of a town with 50 calendars. With 48 MB most had to be rendered again in the fairness bench, and half of
 * its visitors waited more than 70 ms instead of 8.
 */
const MAX_BYTES = 64 * 1024 * 1024

export function createPublicCache({ calendarVersion, now, maxBytes = MAX_BYTES }: PublicCacheOptions) {
  const entries = new LRUCache<string, CacheScope & { page: Page }>({ maxSize: maxBytes, sizeCalculation: sizeOf })
  const underWay = new Map<string, Promise<Made>>()

  /** Returns the page under a key if it is current. `version` is the calendar's, where the caller has read it. */
  async function find(key: string, version?: string): Promise<Page | null> {
    const entry = entries.get(key)
    if (!entry) return null
    const { page, calendar, expires } = entry
    if (expires > now()) {
      if (calendar === null) return page
      // If the database is down, the page's maker reports it; the entry may still be current later.
      const current = version ?? (await calendarVersion(calendar.id).catch(() => undefined))
      if (current === undefined) return null
      if (calendar.version === (typeof current === 'string' ? current : current?.version)) return page
    }
    if (entries.peek(key) === entry) entries.delete(key)
    return null
  }

  return {
    /** Returns the page under a key, or makes and stores it. Requests that arrive together wait for one making. */
    async findOrMake(key: string, make: () => Promise<Made>, version?: string): Promise<Page> {
      const found = await find(key, version)
      if (found) return found
      const shared = `${key} ${version}`
      const running = underWay.get(shared)
      if (running) return (await running).page
      const making = make().finally(() => underWay.delete(shared))
      underWay.set(shared, making)
      const { page, scope } = await making
      if (scope) entries.set(key, { page, ...scope })
      return page
    },

    /**
     * Answers a request for something that is cached and current, and returns whether it did. Feeds are stored by path and query,
     * pages by language too.
     */
    async serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
      const { method, url = '', headers } = incoming
      if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith('/') || headers.authorization !== undefined)
        return false
      const request = nodeRequest(incoming)
      const key = entries.has(url) ? url : `${preferredLanguage(request.headers)} ${url}`
      const page = await find(key)
      if (!page) return false
      const { status, headers: sent, body } = await answerPage(page, request)
      outgoing.writeHead(status, sent).end(body)
      return true
    },
  }
}

/** Counts the bytes and, roughly, their two encodings. */
function sizeOf({ page }: { page: Page }, key: string): number {
  return Math.round(page.bytes.byteLength * 1.5) + key.length + 1
}
