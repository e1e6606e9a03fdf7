// Notifies the admins of a calendar that suggestions or invitations to host an event wait, at most once an hour: what comes sooner waits for the next mail.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'

const payload = z.object({ calendar: z.guid() })

/** Queues one mail for each admin, or itself for later. */
export function notifySuggestions({ pool }: { pool: pg.Pool }): Task {
  return async (given) => {
    const { calendar } = payload.parse(given)
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query(takeHour, [`suggestions-notice:${calendar}`])
      if (rows[0]?.allowed) await client.query(queueMails, [calendar])
      else await client.query(queueLater, [calendar, rows[0]?.retry_after])
    })
  }
}

const takeHour = `select allowed, retry_after from private.take_limit($1, 1, interval '1 hour')`

const queueMails = `
  select private.send_letter('suggestions/waiting', json_build_object('calendar', m.calendar_id, 'user', m.user_id))
  from public.calendar_members m
  where m.calendar_id = $1 and m.role = 'admin'
    and (
      private.cohost_offer_count($1) > 0
      or exists (select from public.event_suggestions s where s.calendar_id = $1 and s.state = 'pending')
    )`

// Not under the key of the job that runs: that one could not be replaced.
const queueLater = `
  select graphile_worker.add_job(
    'notify-suggestions', json_build_object('calendar', $1::uuid), max_attempts := 12,
    run_at := now() + make_interval(secs => $2), job_key := 'notify-suggestions-later:' || $1::uuid,
    job_key_mode := 'preserve_run_at'
  )`
