// Adds rows to recurring events as time goes on, so that there is always a year and a half of them. A series is extended about once a
// month; one that has no rows yet, immediately.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import { setEventWrite } from '#database/event-write.ts'
import { inTransaction } from '#database/scope.ts'
import { fillSeries, readSeries } from '#database/series.ts'
import { addDays, dayInZone } from '#domain/dates.ts'
import { horizonOf } from '#domain/recurrence/edit.ts'
import type { Clock } from '#runtime/clock.ts'

const DAYS_TO_SPARE = 30

/** Returns how many rows were added. */
export async function extendAll(pool: pg.Pool, now: Date): Promise<number> {
  const due = addDays(horizonOf(dayInZone(now, 'UTC')), -DAYS_TO_SPARE)
  const { rows } = await pool.query<{ id: string }>(findDue, [due])
  let added = 0
  for (const { id } of rows) added += await extend(pool, id, now)
  return added
}

export function extendSeries({ pool, clock }: { pool: pg.Pool; clock: Clock }): Task {
  return async () => {
    await extendAll(pool, clock.now())
  }
}

/** Extends one series in its own transaction: one that fails is found again, and blocks no other. */
function extend(pool: pg.Pool, id: string, now: Date): Promise<number> {
  return inTransaction(pool, async (client) => {
    await setEventWrite(client, { as: 'series' })
    const series = await readSeries(client, id)
    if (!series) return 0
    const { rows } = await client.query<{ room: number }>('select private.event_room($1) as room', [series.calendar_id])
    const room = rows[0]?.room ?? 0
    // A full calendar gets the dates of its series when there is room again.
    return room > 0 ? fillSeries(client, series, dayInZone(now, series.zone), undefined, room) : 0
  })
}

const findDue = `
  select id from public.event_series
  where not is_complete and (filled_until is null or filled_until < $1)
  order by filled_until nulls first`
