// The version of a public calendar or town page, which changes with it. Cached pages and feeds are current while it is the same.
import type pg from 'pg'
import { readAsGuest } from '#database/replicas.ts'
import { asService } from '#runtime/caller.ts'
import { coalesce, coalesceByKey } from './coalesce.ts'

export interface CalendarVersion {
  version: string
  timeZone: string
  /** A town page, whose version changes with any calendar that it shows. */
  isCollection?: true
}

/** Returns null when there is no such calendar or town page, or it is not public. */
export type ReadCalendarVersion = (calendarId: string) => Promise<CalendarVersion | null>

/** Reads the version from the database that the request reads from, so that what is made under a version is never older. */
export function createCalendarVersions(primary: pg.Pool): ReadCalendarVersion {
  const readers = new WeakMap<pg.Pool, ReadCalendarVersion>()
  const versionsOf = (pool: pg.Pool) => {
    const known = readers.get(pool) ?? versionsIn(pool)
    readers.set(pool, known)
    return known
  }
  return (id) => readAsGuest(primary, (reader) => versionsOf(reader)(id))
}

/**
 * Sends one query however many callers there are; and as long as nothing at all was written since the last one, only for the
 * snapshot. A snapshot names the transactions whose work is visible: while it is the same, so is everything that can be read.
 */
function versionsIn(pool: pg.Pool): ReadCalendarVersion {
  const currentSnapshot = coalesce(() => asService(() => readSnapshot(pool)))
  const read = coalesceByKey((ids) => asService(() => readVersions(pool, ids)))
  let cached = { snapshot: '', versions: new Map<string, CalendarVersion | null>() }

  return async function calendarVersion(id) {
    const snapshot = await currentSnapshot()
    if (cached.snapshot !== snapshot || cached.versions.size >= CACHED_MAX) cached = { snapshot, versions: new Map() }
    // What is read below may be newer than this snapshot, but never older, and a snapshot never comes again.
    const { versions } = cached
    const before = versions.get(id)
    if (before !== undefined) return before
    const found = await read(id)
    versions.set(id, found)
    return found
  }
}

const CACHED_MAX = 10_000

async function readSnapshot(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ snapshot: string }>({
    name: 'snapshot',
    text: 'select pg_current_snapshot()::text as snapshot',
  })
  return rows[0]?.snapshot ?? ''
}

/** What guests may open by its id, listed or not (the policy select_public of calendars). */
async function readVersions(pool: pg.Pool, ids: string[]): Promise<Map<string, CalendarVersion>> {
  const { rows } = await pool.query<{ id: string; version: string; timeZone: string; isCollection: boolean }>({
    name: 'calendar-versions',
    text: `
      select c.id::text, c.version::text, c.time_zone as "timeZone", false as "isCollection" from public.calendars c
      where c.id = any ($1::uuid[]) and not c.disabled
      union all
      select l.id::text, private.collection_version(l.id), private.collection_zone(l.id), true from public.collections l
      where l.id = any ($1::uuid[]) and private.collection_version(l.id) is not null`,
    values: [ids],
  })
  return new Map(
    rows.map(({ id, version, timeZone, isCollection }) => [
      id,
      { version, timeZone, ...(isCollection ? { isCollection: true as const } : {}) },
    ]),
  )
}
