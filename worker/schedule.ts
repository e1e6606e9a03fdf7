// What runs by the clock. The database says when, so that a worker whose own clock is wrong can neither delay nor hasten anything.
import type pg from 'pg'

/** A job has the name of its file. `after`: so long after the full hour, in UTC. */
export const schedule: { task: string; every: string; after?: string }[] = [
  { task: 'plan-day-of', every: '1 minute' },
  { task: 'plan-notices', every: '1 minute' },
  { task: 'send-held-alerts', every: '1 minute' },
  { task: 'ask-waiting', every: '1 minute' },
  { task: 'check-feeds', every: '10 minutes' },
  { task: 'remind-slots', every: '10 minutes' },
  { task: 'extend-series', every: '1 hour', after: '23 minutes' },
  { task: 'sweep', every: '1 hour', after: '17 minutes' },
]

/**
 * Queues the jobs that have become due since the last call of any worker. Missed runs are not made up for: each run looks at the whole
 * day. A job that still waits is replaced, which also brings one back whose turn a wrong clock had put hours ahead.
 */
export async function queueSchedule(pool: pg.Pool): Promise<void> {
  await pool.query(queueDue, [
    schedule.map(({ task }) => task),
    schedule.map(({ every }) => every),
    schedule.map(({ after }) => after ?? '0 minutes'),
  ])
}

/**
 * One worker takes each minute. "Is distinct from", not "is before": a stored time that is ahead must not stop the schedule. While the
 * clock is in doubt nothing is queued.
 */
const queueDue = `
  with minute as (
    update private.sending s set scheduled_at = due.until
    from (
      select scheduled_at as since, date_trunc('minute', now()) as until
      from private.sending
      where not exists (select from private.holds where kind = 'clock') and scheduled_at is distinct from date_trunc('minute', now())
      for update skip locked
    ) as due
    returning due.since, due.until
  )
  select graphile_worker.add_job(job.task, job_key => job.task)
  from minute
  cross join unnest($1::text[], $2::interval[], $3::interval[]) as job (task, every, after)
  cross join lateral (select timestamptz '2000-01-01 00:00Z' + job.after as first) as begin
  where date_bin(job.every, minute.until, begin.first) is distinct from date_bin(job.every, minute.since, begin.first)`
