// Compares an external calendar with its last version, and imports the changes or stores them for an admin to accept.
import type pg from 'pg'
import { applyImport, countOf, type ImportNote, planImport } from '#database/event-import.ts'
import {
  lockFeed,
  readUpcoming,
  recordApplied,
  recordPreview,
  removeVanished,
  type UpcomingItem,
} from '#database/inbound-feeds.ts'
import { dayInZone } from '#domain/dates.ts'
import { changedEntries, feedVerdict, fingerprintOfAll, fingerprintsOf } from '#domain/event-import/feed.ts'
import type { ImportedEntry } from '#domain/event-import/item.ts'
import { importResults, type Outcome } from '#domain/event-import/plan.ts'
import type { Validators } from './fetch-text.ts'

interface Taking {
  calendarId: string
  url: string
  zone: string
  now: Date
  validators: Validators
}

/** How many changes are listed one by one; the rest is only counted. */
const LISTED_MAX = 100

export async function takeFeed(
  client: pg.ClientBase,
  read: Iterable<ImportedEntry>,
  { calendarId, url, zone, now, validators }: Taking,
): Promise<ImportNote> {
  const feed = await lockFeed(client, calendarId)
  // The feed was removed, or its link changed, while it was fetched.
  if (!feed || feed.url !== url) return null
  const entries = [...read]
  const today = dayInZone(now, zone)
  const prints = fingerprintsOf(entries)
  const fresh = changedEntries(entries, prints, feed.known)
  const known = new Set(Object.keys(feed.known))
  const plan = await planImport(client, fresh, { calendarId, zone, today, isFeed: true, known })
  const coming = await readUpcoming(client, calendarId, [...known], now)
  const vanished = coming.filter(({ uid }) => !Object.hasOwn(prints, uid))
  const shown = shownOf([...plan.outcomes, ...vanished.map(removal)], entries.length - fresh.length)

  const seen = fingerprintOfAll(prints)
  const verdict = feedVerdict(feed, seen, { vanished: vanished.length, coming: coming.length })
  if (verdict !== 'apply') {
    await recordPreview(client, calendarId, { state: verdict, seen, shown, now })
    return null
  }
  await removeVanished(client, calendarId, vanished, { today, now })
  const applying = { calendarId, today, includeInMailer: feed.include_in_mailer, source: 'feed' as const }
  const note = await applyImport(client, plan, applying, vanished.length)
  await recordApplied(client, calendarId, { known: prints, shown: note && shown, validators, now })
  return note
}

function removal({ title, day, series_id }: UpcomingItem): Outcome {
  return { title, day, repeats: series_id !== null, result: 'removed', problem: null }
}

function shownOf(outcomes: Outcome[], same: number) {
  const counts = Object.fromEntries(importResults.map((result) => [result, countOf(outcomes, result)]))
  const changes = outcomes.filter(({ result }) => result !== 'unchanged')
  return { counts: { ...counts, unchanged: (counts.unchanged ?? 0) + same }, events: changes.slice(0, LISTED_MAX) }
}
