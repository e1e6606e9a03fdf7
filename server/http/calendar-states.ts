// What pages and feeds that were kept are held against: the version of a public calendar, which rises with every change.
import type pg from 'pg'
import { runScoped } from '#database/scope.ts'
import { gathered, gathering } from './gathering.ts'
import { guest } from './identity.ts'

export interface CalendarState {
  version: string
  timeZone: string
}

/** Null: there is no such calendar, or it is not public. */
export type StateOf = (calendarId: string) => Promise<CalendarState | null>

/**
 * However many ask at once, PostgreSQL is asked once; and as long as nothing at all was written since it was asked last, only that.
 * A snapshot names the transactions whose work is seen: while it is the same, so is everything that can be read.
 */
export function calendarStates(pool: pg.Pool): StateOf {
  const snapshot = gathered(() => readSnapshot(pool))
  const read = gathering((ids) => readStates(pool, ids))
  let known = { snapshot: '', states: new Map<string, CalendarState | null>() }

  return async function stateOf(id) {
    const now = await snapshot()
    if (known.snapshot !== now || known.states.size >= KNOWN_MAX) known = { snapshot: now, states: new Map() }
    // What is read below may be newer than this snapshot, which then never comes again.
    const { states } = known
    const state = states.get(id)
    if (state !== undefined) return state
    const found = await read(id)
    states.set(id, found)
    return found
  }
}

const KNOWN_MAX = 10_000

async function readSnapshot(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ snapshot: string }>({
    name: 'snapshot',
    text: 'select pg_current_snapshot()::text as snapshot',
  })
  return rows[0]?.snapshot ?? ''
}

/** As a guest, so that the policy decides which calendars are public. */
async function readStates(pool: pg.Pool, ids: string[]): Promise<Map<string, CalendarState>> {
  const text = 'select c.id::text, c.version::text, c.time_zone from public.calendars c where c.id = any ($1::uuid[])'
  const rows = await runScoped(pool, { ...guest, readOnly: true }, { text, values: [ids] })
  return new Map(rows.map(([id, version, timeZone]) => [id as string, { version, timeZone } as CalendarState]))
}
