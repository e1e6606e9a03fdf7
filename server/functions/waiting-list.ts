// The waiting list of a full free calendar. Its rows are requests to follow that have not been mailed: whoever has the next turn gets the
// usual confirmation mail (worker/jobs/ask-waiting.ts), so nobody is written to without need, and nobody waits in another's name for long.
import type pg from 'pg'
import { WAITING_MS } from '#domain/limits.ts'

/** Queues the mail that says how many wait, once a day for all calendars of an owner. */
export async function notifyOwner(
  client: pg.PoolClient,
  { calendarId, ownerId }: { calendarId: string; ownerId: string },
): Promise<void> {
  const { rows } = await client.query<{ allowed: boolean }>(takeDay, [`waiting-mail:${ownerId}`])
  if (rows[0]?.allowed) await client.query(queueMail, [calendarId])
}

/** Puts a request whose link was used while the calendar was full on the list; the same link works when they are asked. */
export async function waitForPlace(client: pg.PoolClient, confirmationId: string, now: Date): Promise<void> {
  await client.query(putBack, [confirmationId, now, new Date(now.getTime() + WAITING_MS)])
}

const takeDay = `select allowed from private.take_limit($1, 1, interval '1 day')`

const queueMail = `select private.send_letter('members/waiting', json_build_object('calendar', $1::uuid))`

const putBack = `
  update public.pending_contact_confirmations set waiting_since = coalesce(waiting_since, $2), asked_at = null, expires_at = $3
  where id = $1 and used_at is null`
