// The database of the demo town: its people's password is known, so it must not be used where others could sign in.
import type pg from 'pg'
import type { Config } from '#runtime/config.ts'
import { isLoopback } from '#runtime/loopback.ts'

/** Whether others than this machine's users could sign in, or get mail or texts. */
export function canBeReached({ production, mailCarrier, twilio, siteUrl, host }: Config): boolean {
  const isLocal = isLoopback(new URL(siteUrl).hostname) && isLoopback(host)
  return production || mailCarrier !== 'catcher' || twilio !== undefined || !isLocal
}

export async function isDemo(database: pg.Pool | pg.ClientBase): Promise<boolean> {
  return (await database.query('select from private.sending where is_demo')).rowCount === 1
}

export function wayOut({ databaseUrl, dataFolder }: Config): string {
  return databaseUrl
    ? 'Set DATABASE_URL to an empty one, or drop it and create it anew.'
    : `Set TOWNBELL_DATA to another folder, or remove this one to begin anew: rm -r '${dataFolder}'`
}
