// Plans mailings that do not wait for the calendar's notification time: notices of changed events and messages to guests whose ten minutes
// are over, and alerts.
// Runs every minute, and immediately when somebody sends an alert or a notice.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import { inTransaction } from '#database/scope.ts'
import type { Clock } from '#runtime/clock.ts'
import { planForAnswered } from '#worker/sending/plan-answered.ts'
import { beginPlanning, planForEverybody, planForGuests, planForNotified } from '#worker/sending/plan-deliveries.ts'

export function planNotices({ pool, clock }: { pool: pg.Pool; clock: Clock }): Task {
  return () => plan(pool, clock.now())
}

function plan(pool: pg.Pool, now: Date): Promise<void> {
  return inTransaction(pool, async (client) => {
    await beginPlanning(client)
    await client.query(shortenWaiting, [now])
    // Locked, so that a notice is withdrawn either before this or not at all.
    const { rows: due } = await client.query<{ id: string; kind: string }>(findDue, [now])
    if (due.length === 0) return
    const idsOf = (kind: string) => due.filter((mailing) => mailing.kind === kind).map(({ id }) => id)
    const changes = idsOf('change')
    await client.query(dropSettled, [changes, now])
    await client.query(dropEmpty, [changes])
    await client.query(setExpiry, [changes, now])
    await client.query(start, [due.map(({ id }) => id)])
    await planForNotified(client, changes, now)
    await planForAnswered(client, changes)
    await planForEverybody(client, idsOf('alert'), now)
    await planForGuests(client, idsOf('message'), now)
  })
}

/** No notice waits longer than half an hour: a time further ahead was written while a clock was wrong. */
const shortenWaiting = `
  update public.mailings set due_at = $1::timestamptz + interval '10 minutes'
  where state = 'waiting' and due_at > $1::timestamptz + interval '1 hour'`

const findDue = `
  select m.id, m.kind from public.mailings m
  where m.state = 'waiting' and m.due_at <= $1
  order by m.id
  for update`

const previous = `
  jsonb_to_record(n.before) as b (
    start_time timestamptz, end_time timestamptz, all_day boolean, location text, location_name text, status text,
    confirmed text
  )`

/** Drops notices of events that were changed back, unless they say that it is still on, or that are over, both as announced and as they are now. */
const dropSettled = `
  delete from public.change_notices n
  using public.change_notices o
  left join public.events e on e.id = o.event_id
  where n.id = o.id and n.mailing_id = any ($1) and exists (
    select from ${previous}
    where (b.start_time, b.end_time, b.all_day, b.location, b.location_name, b.status)
        is not distinct from (e.start_time, e.end_time, e.all_day, e.location, e.location_name, e.status)
        and b.confirmed is null
      or greatest(b.end_time, e.end_time) <= $2
  )`

const dropEmpty = `
  delete from public.mailings m
  where m.id = any ($1) and not exists (select from public.change_notices n where n.mailing_id = m.id)`

/** A notice expires when both the announced and the new time are over, at most after two days, enough for a text in quiet hours. */
const setExpiry = `
  update public.mailings m set expires_at = least($2::timestamptz + interval '2 days', (
    select max(greatest(b.end_time, e.end_time))
    from public.change_notices n
    left join public.events e on e.id = n.event_id
    cross join lateral ${previous}
    where n.mailing_id = m.id
  ))
  where m.id = any ($1)`

const start = `update public.mailings set state = 'planned' where id = any ($1)`
