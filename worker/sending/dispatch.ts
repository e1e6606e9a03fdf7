// Queues jobs for deliveries that are due and that nobody is working on: retries, what a dead worker left, the end of quiet hours, a
// pause or a hold that was lifted. The planner adds the jobs of what it plans itself.
import type pg from 'pg'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import { isReleased, type Ledger } from './ledger.ts'

/** Recipients per job: enough to be worth a job, few enough that other workers find some left. */
export const JOB_SIZE = 500

/** After single letters, which people wait for, and after the first mails of other mailings. */
export const MAILING_PRIORITY = 2

type DispatchOptions = { ledger: Ledger; pool: pg.Pool; clock: Clock; log: Log }

export async function dispatch({ ledger, pool, clock, log }: DispatchOptions): Promise<number> {
  // What this worker has sent must be recorded first, or it would look like the work of a dead worker.
  await ledger.flushed()
  const recovered = await ledger.recover()
  if (recovered > 0) log.warn({ recovered }, 'took over deliveries of a worker that died')
  const { rowCount } = await pool.query(addDueJobs, [clock.now(), JOB_SIZE])
  return rowCount ?? 0
}

/**
 * Adds the missing jobs. A job's key contains its number within the mailing, so adding it again while it waits changes nothing. All
 * workers add jobs in the same order, which prevents deadlocks.
 */
const addDueJobs = `
  select graphile_worker.add_job(
    'send-mailing', json_build_object('mailing_id', job.mailing_id, 'channel', job.channel),
    job_key => 'send-mailing:' || job.mailing_id || ':' || job.channel || ':' || job.share,
    priority => case when job.is_fully_planned then ${MAILING_PRIORITY} else ${MAILING_PRIORITY - 1} end
  )
  from (
    select due.mailing_id, due.is_fully_planned, due.channel, share
    from (${due()}) as due
    cross join lateral generate_series(1, ceil(due.waiting::numeric / $2)::integer) as share
    where due.waiting > 0
    order by due.mailing_id, due.channel, share
  ) as job`

/**
 * Counts what is waiting in each mailing that nobody is working on and that no job in the queue is about to send. A mailing of which
 * only the first mail is planned counts once that mail's own job has begun, which ends without sending while the mail server is away.
 */
function due(): string {
  return `
    select m.id as mailing_id, m.is_fully_planned, channel, (
      select count(*) from (
        select from public.deliveries d
        where d.mailing_id = m.id and d.calendar_id = m.calendar_id and d.is_waiting and d.channel = channels.channel
          and d.next_attempt_at <= $1 and ${isReleased('m', 'c', 'd')}
        limit $2 * 16
      ) as sample
    ) as waiting
    from public.mailings m
    join public.calendars c on c.id = m.calendar_id
    cross join unnest(array['email', 'sms', 'push']) as channels (channel)
    where m.state in ('planned', 'sending') and (m.is_fully_planned or m.state = 'sending' and channel = 'email')
      and not exists (select from private.holds)
      and not exists (
        select from public.deliveries d
        where d.mailing_id = m.id and d.calendar_id = m.calendar_id and d.lease_token is not null and d.state = 'claimed'
          and d.channel = channels.channel
      )
      and not exists (
        select from graphile_worker.jobs j
        where j.key = 'send-mailing:' || m.id || ':' || channels.channel || ':1' and j.locked_at is null
          and j.run_at <= now() and j.attempts < j.max_attempts
      )`
}
