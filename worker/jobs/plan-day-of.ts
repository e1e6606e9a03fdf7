// Plans the mailings that are due: for each calendar whose notification time has come, today's events that nobody was notified of yet,
// and those of tomorrow, of the next hour or of the week for people who chose that. Runs every minute, and immediately when somebody sends an event at once.
// Unique keys make a second run, or two at the same time, harmless.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { hours } from '#domain/durations.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import { beginPlanning, planFirstMails, planForEverybody } from '#worker/sending/plan-deliveries.ts'
import { planDigests } from '#worker/sending/plan-digests.ts'
import { type Planning, planMissed, planningsAt } from '#worker/sending/plan-mailings.ts'
import { planReminders } from '#worker/sending/plan-reminders.ts'
import { addPlanRecipients } from './plan-recipients.ts'

const payload = z.object({ calendar_id: z.guid().optional() }).nullish()

export type Planned = { mailings: number; deliveries: number }

export function planDayOf({ pool, clock, log }: { pool: pg.Pool; clock: Clock; log: Log }): Task {
  return async (given) => {
    const calendarId = payload.parse(given)?.calendar_id ?? null
    if (calendarId === null) await planGap()
    await plan(pool, clock.now(), calendarId)
    if (calendarId !== null) return
    await tidy(pool, clock.now())
    await pool.query('update private.sending set planned_at = $1', [clock.now()])
  }

  /** After a night off, or a week, admins and the operator learn which mails of the day never left. */
  async function planGap(): Promise<void> {
    const now = clock.now()
    const { rows } = await pool.query<{ planned_at: Date | null }>('select planned_at from private.sending')
    const since = rows[0]?.planned_at
    if (!since || now.getTime() - since.getTime() < hours(1)) return
    const { mailings } = await planAll(pool, now, [planMissed])
    if (mailings > 0)
      log.error(
        { mailings, since, now },
        'no mailing was planned for so long that days went by: nobody was notified of them',
      )
  }
}

/** Calendars whose first mails are planned in one transaction: the first leave while the next are planned. */
const PORTION = 500

/** Calendars due at once from which on each sends one mail before any sends to all, so that none waits for the others to end. */
const MANY = 20

export async function plan(
  pool: pg.Pool,
  now: Date,
  calendarId: string | null = null,
  portion = PORTION,
): Promise<Planned> {
  const inTurn = turns(pool)
  const digests = await inTurn(async (client) => {
    await client.query(shortenWaiting, [now])
    await client.query(endWaiting, [now])
    return planDigests(client, now, calendarId)
  })
  const planned = await planAll(pool, now, planningsAt(now), calendarId, portion)
  await inTurn(async (client) => {
    await planReminders(client, now, calendarId)
    await addPlanRecipients(client)
  })
  return { mailings: digests.mailings + planned.mailings, deliveries: digests.deliveries + planned.deliveries }
}

async function planAll(
  pool: pg.Pool,
  now: Date,
  plannings: Planning[],
  calendarId: string | null = null,
  portion = PORTION,
): Promise<Planned> {
  const inTurn = turns(pool)
  const planned: Planned = { mailings: 0, deliveries: 0 }
  for (const { find, make } of plannings) {
    const { rows: due } = await inTurn((client) =>
      client.query<{ id: string }>(find, [now, calendarId && [calendarId]]),
    )
    const isMany = due.length >= MANY
    for (let from = 0; from < due.length; from += portion) {
      const calendars = due.slice(from, from + portion).map(({ id }) => id)
      await inTurn(async (client) => {
        const { rows } = await client.query<{ id: string }>(make, [now, calendars, !isMany])
        if (rows.length === 0) return
        const ids = rows.map(({ id }) => id)
        planned.mailings += ids.length
        planned.deliveries += await (isMany ? planFirstMails : planForEverybody)(client, ids, now)
      })
    }
  }
  return planned
}

/** Each transaction is one planner's turn. */
function turns(pool: pg.Pool) {
  return <T>(work: (client: pg.ClientBase) => Promise<T>) =>
    inTransaction(pool, async (client) => {
      await beginPlanning(client)
      return work(client)
    })
}

/** Ends what can no longer be sent, so that every mailing finishes. */
async function tidy(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(waitForMorning, [now])
  await pool.query(expire, [now])
  await pool.query(finish, [now])
  await pool.query(forgetDigests, [now])
}

/** Nobody waits longer than ten minutes: a time further ahead was written while a clock was wrong. */
const shortenWaiting = `
  update private.waiting_events set due_at = $1::timestamptz + interval '10 minutes'
  where due_at > $1::timestamptz + interval '1 hour'`

/** Skips what is being edited or taken back this moment. */
const endWaiting = `
  delete from private.waiting_events
  where event_id in (select event_id from private.waiting_events where due_at <= $1 for update skip locked)`

/** Postpones texts that came due during quiet hours. */
const waitForMorning = `
  update public.deliveries d set next_attempt_at = private.text_time($1, d.time_zone)
  where d.is_waiting and d.channel = 'sms' and d.next_attempt_at <= $1 and private.text_time($1, d.time_zone) > $1`

const expire = `
  update public.deliveries set state = 'expired'
  where is_waiting and (expires_at <= $1 or next_attempt_at >= expires_at)`

/** Two days after its date a digest's day is over in every time zone. */
const forgetDigests = `delete from private.digests where day < ($1::timestamptz at time zone 'UTC')::date - 2`

const finish = `
  with finished as (
    update public.mailings m set state = 'finished', finished_at = greatest($1, m.started_at)
    where m.state in ('planned', 'sending') and m.is_fully_planned and not exists (
      select from public.deliveries d
      where d.mailing_id = m.id and d.calendar_id = m.calendar_id and d.is_waiting
    ) and not exists (
      select from public.deliveries d
      where d.mailing_id = m.id and d.calendar_id = m.calendar_id and d.lease_token is not null
    )
    returning m.calendar_id
  )
  select pg_notify('calendar_changes', calendar_id || ' mailings') from finished`
