// Tells admins who watch a mailing that it has begun, gone on or ended. One message for all calendars every two seconds: PostgreSQL
// lets one transaction with a message commit at a time, so that a message per mailing would make all senders wait for each other.
import type pg from 'pg'
import { seconds } from '#domain/durations.ts'

export type Progress = {
  announce(calendarId: string): void
  /** Announces what is left. */
  stop(): Promise<void>
}

/** Counting what was sent takes a while, and admins' screens do it each time. */
const EVERY_MS = seconds(2)

export function createProgress(pool: pg.Pool): Progress {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  return {
    announce(calendarId) {
      waiting.add(calendarId)
      // The first goes at once; those that follow wait until the two seconds are over.
      if (!timer) void send()
    },
    async stop() {
      await send()
      clearTimeout(timer)
    },
  }

  async function send(): Promise<void> {
    const calendars = [...waiting]
    waiting.clear()
    timer = calendars.length > 0 ? setTimeout(send, EVERY_MS).unref() : undefined
    // Nobody misses one that fails: the next one says the same.
    if (calendars.length > 0) await pool.query(notify, [calendars]).catch(() => {})
  }
}

const notify = `select pg_notify('calendar_changes', id || ' mailings') from unnest($1::uuid[]) as calendars (id)`
