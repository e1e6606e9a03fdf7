// Fetches the external calendar of one calendar and imports what it may; the rest waits for an admin. A feed that cannot be read is
// not our error: the problem is stored for the admins to see, and the feed is tried again later.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import { inImport } from '#database/event-import.ts'
import { type Feed, readFeed, recordFailure, recordUnchanged } from '#database/inbound-feeds.ts'
import { readIcs } from '#domain/event-import/ics.ts'
import type { FetchProblem } from '#domain/texts/inbound-feeds.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { FetchText, Validators } from '../feeds/fetch-text.ts'
import { takeFeed } from '../feeds/take-feed.ts'

export type FetchFeedOptions = { pool: pg.Pool; clock: Clock; log: Log; fetchText: FetchText }

export function fetchFeed({ pool, clock, log, fetchText }: FetchFeedOptions): Task {
  return async (payload) => {
    const { calendar_id: calendarId } = payload as { calendar_id: string }
    const feed = await readFeed(pool, calendarId)
    if (!feed) return
    const fetched = await fetchText(feed.url, validatorsOf(feed))
    const now = clock.now()
    if (fetched.kind === 'same') return recordUnchanged(pool, calendarId, now)
    const failed = (problem: FetchProblem) => {
      log.info({ calendarId, problem }, 'an external calendar cannot be read')
      return recordFailure(pool, calendarId, problem, now)
    }
    if (fetched.kind === 'failed') return failed(fetched.problem)
    const { text, validators } = fetched
    const isRead = await inImport(pool, { calendarId, now, caller: null }, async (client, zone) => {
      const entries = readIcs(text, zone)
      if (!entries) return { result: false, note: null }
      const note = await takeFeed(client, entries, { calendarId, url: feed.url, zone, now, validators })
      return { result: true, note }
    }).catch((error) => {
      if (!isRefused(error)) throw error
      log.warn({ err: error, calendarId }, 'the database rejects a value of an external calendar')
      return false
    })
    if (!isRead) await failed('unreadable')
  }
}

/** Sends no validators while something waits for an admin's approval, so that the whole feed is read. */
function validatorsOf({ state, etag, last_modified: lastModified }: Feed): Validators {
  return state === 'live' ? { etag, lastModified } : { etag: null, lastModified: null }
}

/** True for an error of a constraint or a trigger, which would happen again next time. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:2[23]|TB)/.test(String(error.code))
}
