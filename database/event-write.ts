// What the triggers of events must know of a write, as one setting of its transaction: docs/decisions/event-writes.md.
import type pg from 'pg'

export type EventWrite = {
  /** Rows that are written together: nobody is notified of each, and history has no line for each. */
  as?: 'series' | 'import'
  /** Notify those who know the event as it was. */
  notify?: boolean
  /** The program's clock, which tests can move. */
  now?: Date
}

/** Returns the settings of a transaction that writes events. */
export function eventWrite(write: EventWrite): Record<string, string> {
  return { 'townbell.write': JSON.stringify(write) }
}

/** Changes it in the middle of a transaction. */
export async function setEventWrite(client: pg.ClientBase, write: EventWrite): Promise<void> {
  for (const [name, value] of Object.entries(eventWrite(write)))
    await client.query('select set_config($1, $2, true)', [name, value])
}
