// Fetches the external calendar of one calendar and imports what it may; the rest waits for an admin. A feed that cannot be read is
// not our error: the problem is stored for the admins to see, and the feed is tried again later.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import { planImport, runImport } from '#database/event-import.ts'
import { createImportThread } from '#database/import-thread/import-thread.ts'
import { type Feed, readFeed, recordFailure, recordUnchanged } from '#database/inbound-feeds.ts'
import { isAppError } from '#domain/errors.ts'
import type { FetchProblem } from '#domain/event-import/problems.ts'
import { TooMuchWork } from '#domain/event-import/work.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { FetchText, Validators } from '../feeds/fetch-text.ts'
import { takeFeed } from '../feeds/take-feed.ts'

export type FetchFeedOptions = { pool: pg.Pool; clock: Clock; log: Log; fetchText: FetchText }

export function fetchFeed({ pool, clock, log, fetchText }: FetchFeedOptions): Task {
  const thread = createImportThread()
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
    const importing = { calendarId, now, caller: null }
    try {
      let { known } = feed
      const plan = () =>
        thread.run(async (ask) => {
          await ask('text', { text })
          return planImport(pool, importing, ask, known)
        })
      await runImport(pool, await plan(), plan, async (client, planned) => {
        const taken = await takeFeed(client, planned, { calendarId, url: feed.url, known, now, validators })
        if ('known' in taken) known = taken.known
        return 'known' in taken ? null : { result: undefined, note: taken.note }
      })
    } catch (error) {
      const problem = problemOf(error)
      if (!problem) throw error
      if (problem === 'rejected')
        log.warn({ err: error, calendarId }, 'the database rejects a value of an external calendar')
      await failed(problem === 'rejected' ? 'unreadable' : problem)
    }
  }
}

/** Sends no validators while something waits for an admin's approval, so that the whole feed is read. */
function validatorsOf({ state, etag, last_modified: lastModified }: Feed): Validators {
  return state === 'live' ? { etag, lastModified } : { etag: null, lastModified: null }
}

/** Returns null for an error that may not happen again next time. */
function problemOf(error: unknown): 'unreadable' | 'tooComplex' | 'rejected' | null {
  if (error instanceof TooMuchWork) return 'tooComplex'
  if (isAppError(error)) return error.code === 'validation_failed' ? 'unreadable' : null
  // Of a constraint or a trigger.
  const isRejected = error instanceof Error && 'code' in error && /^(?:2[23]|TB)/.test(String(error.code))
  return isRejected ? 'rejected' : null
}
