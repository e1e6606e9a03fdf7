// What pages and feeds that were kept are held against: the version of a public calendar, which rises with every change.
import type pg from 'pg'
import { runScoped } from '#database/scope.ts'
import { gathering } from './gathering.ts'
import { guest } from './identity.ts'

export interface CalendarState {
  version: string
  timeZone: string
}

/** Null: there is no such calendar, or it is not public. */
export type StateOf = (calendarId: string) => Promise<CalendarState | null>

/** However many ask at once, PostgreSQL is asked once. */
export function calendarStates(pool: pg.Pool): StateOf {
  return gathering((ids) => readStates(pool, ids))
}

/** As a guest, so that the policy decides which calendars are public. */
async function readStates(pool: pg.Pool, ids: string[]): Promise<Map<string, CalendarState>> {
  const text = 'select c.id::text, c.version::text, c.time_zone from public.calendars c where c.id = any ($1::uuid[])'
  const rows = await runScoped(pool, { ...guest, readOnly: true }, { text, values: [ids] })
  return new Map(rows.map(([id, version, timeZone]) => [id as string, { version, timeZone } as CalendarState]))
}
