import type pg from 'pg'
import { seconds } from '#domain/durations.ts'

/** Counting what was sent takes a while, and admins' screens do it each time. */
const EVERY_MS = seconds(2)
const announced = new Map<string, number>()

/** Notifies admins who watch a mailing that it has gone on. Its end is announced by the database (private.announce_change). */
export function announceProgress(pool: pg.Pool, calendarId: string): void {
  const now = performance.now()
  if (now - (announced.get(calendarId) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return
  for (const [id, at] of announced) if (now - at >= EVERY_MS) announced.delete(id)
  announced.set(calendarId, now)
  // Nobody misses it: the next one says the same.
  pool.query(`select pg_notify('calendar_changes', $1)`, [`${calendarId} mailings`]).catch(() => {})
}
