// Imports the changes of an external calendar, as they were planned, or stores them for an admin to accept.
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { applyImport, countOf, type ImportNote, type ImportPlan } from '#database/event-import.ts'
import {
  lockFeed,
  readUpcoming,
  recordApplied,
  recordPreview,
  removeVanished,
  type UpcomingItem,
} from '#database/inbound-feeds.ts'
import { type Fingerprints, feedVerdict, fingerprintOfAll } from '#domain/event-import/feed.ts'
import { importResults, type Outcome } from '#domain/event-import/plan.ts'
import type { Validators } from './fetch-text.ts'

interface Taking {
  calendarId: string
  url: string
  /** The feed's last version that the plan compared. */
  known: Fingerprints
  now: Date
  validators: Validators
}

/** How many changes are listed one by one; the rest is only counted. */
const LISTED_MAX = 100

/** Returns what the feed is known to hold if that changed since the plan; it must then be planned again. */
export async function takeFeed(
  client: pg.ClientBase,
  plan: ImportPlan,
  { calendarId, url, known, now, validators }: Taking,
): Promise<{ note: ImportNote } | { known: Fingerprints }> {
  const feed = await lockFeed(client, calendarId)
  // The feed was removed, or its link changed, while it was fetched.
  if (!feed || feed.url !== url) return { note: null }
  if (!isDeepStrictEqual(feed.known, known)) return { known: feed.known }
  const { prints, today } = plan
  const coming = await readUpcoming(client, calendarId, Object.keys(known), now)
  const vanished = coming.filter(({ uid }) => !Object.hasOwn(prints, uid))
  const shown = shownOf([...plan.outcomes, ...vanished.map(removal)], plan.unchanged)

  const seen = fingerprintOfAll(prints)
  const verdict = feedVerdict(feed, seen, { vanished: vanished.length, coming: coming.length })
  if (verdict !== 'apply') {
    await recordPreview(client, calendarId, { state: verdict, seen, shown, now })
    return { note: null }
  }
  await removeVanished(client, calendarId, vanished, { today, now })
  const applying = { calendarId, includeInMailer: feed.include_in_mailer, source: 'feed' as const }
  const note = await applyImport(client, plan, applying, vanished.length)
  await recordApplied(client, calendarId, { known: prints, shown: note && shown, validators, now })
  return { note }
}

function removal({ title, day, series_id }: UpcomingItem): Outcome {
  return { title, day, repeats: series_id !== null, result: 'removed', problem: null }
}

function shownOf(outcomes: Outcome[], same: number) {
  const counts = Object.fromEntries(importResults.map((result) => [result, countOf(outcomes, result)]))
  const changes = outcomes.filter(({ result }) => result !== 'unchanged')
  return { counts: { ...counts, unchanged: (counts.unchanged ?? 0) + same }, events: changes.slice(0, LISTED_MAX) }
}
