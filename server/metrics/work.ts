// Reads pending and completed work from the database, so that every server reports the same numbers.
import type pg from 'pg'
import { seconds } from '#domain/durations.ts'
import type { Metric, Sample } from './exposition.ts'
import { gauge } from './process.ts'

/** Caches the result for a second, so that many scrapers cause one query. */
const KEPT_MS = seconds(1)

export function workMetrics(pool: pg.Pool): () => Promise<Metric[]> {
  let looked: { at: number; metrics: Promise<Metric[]> } | undefined
  return () => {
    if (!looked || performance.now() - looked.at > KEPT_MS) looked = { at: performance.now(), metrics: look(pool) }
    return looked.metrics
  }
}

async function look(pool: pg.Pool): Promise<Metric[]> {
  const up = (value: number) => gauge('townbell_database_up', 'Whether the database answers this server.', value)
  try {
    const [{ rows: work }, { rows: jobs }, { rows: deliveries }, { rows: mailings }] = await Promise.all([
      pool.query(workQuery),
      pool.query<Counted>(jobsQuery),
      pool.query<Counted>(deliveriesQuery),
      pool.query<Counted>(mailingsQuery),
    ])
    const { workers, clock_apart, planned, held, paused, reviews, oldest_due } = work[0]
    return [
      up(1),
      gauge('townbell_workers', 'Workers with a recent heartbeat.', workers),
      gauge(
        'townbell_worker_clock_offset_seconds',
        "How far a worker's clock and the database's are apart at most.",
        clock_apart,
      ),
      gauge('townbell_planner_last_run_timestamp_seconds', 'When mailings were last planned.', planned),
      gauge('townbell_sending_held', '1 while sending is on hold until an operator releases it.', held),
      gauge('townbell_calendars_paused', 'Calendars for which nothing is sent.', paused),
      gauge('townbell_reviews_waiting', 'Mailings that wait until an operator has looked at them.', reviews),
      gauge('townbell_delivery_oldest_due_seconds', 'Age of the oldest message that is due and not sent.', oldest_due),
      counted('townbell_jobs', 'Jobs in the queue; failed ones are not tried again.', jobs, ['task', 'state']),
      counted('townbell_deliveries_last_day', 'Messages of the last 24 hours.', deliveries, ['channel', 'state']),
      counted('townbell_mailings_open', 'Mailings that have not ended.', mailings, ['state']),
    ]
  } catch {
    // Nothing is logged here, because scrapes are frequent: a request that needs the database logs why it failed.
    return [up(0)]
  }
}

type Counted = { count: number } & Record<string, string>

function counted(name: string, help: string, rows: Counted[], labels: string[]): Metric {
  const samples = rows.map(
    (row): Sample => ({
      labels: Object.fromEntries(labels.map((label) => [label, row[label] ?? ''])),
      value: row.count,
    }),
  )
  return { name, help, type: 'gauge', samples }
}

const workQuery = `
  select
    w.workers, w.clock_apart, coalesce(extract(epoch from w.planned_at), 0)::float8 as planned,
    exists (select from private.holds)::int as held,
    (select count(*)::int from public.calendars where sending_paused_at is not null) as paused,
    (select count(*)::int from public.mailings where review = 'waiting' and state in ('planned', 'sending')) as reviews,
    coalesce((
      select extract(epoch from now() - d.next_attempt_at)::float8
      from public.deliveries d join public.calendars c on c.id = d.calendar_id join public.mailings m on m.id = d.mailing_id
      where d.is_waiting and d.next_attempt_at <= now() and c.sending_paused_at is null and not c.disabled
        and m.review is distinct from 'waiting'
      order by d.next_attempt_at limit 1
    ), 0) as oldest_due
  from private.worker_state() w`

const jobsQuery = `
  select task_identifier as task, count(*)::int,
    case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed' else 'waiting' end as state
  from graphile_worker.jobs group by 1, 3 order by 1, 3`

const deliveriesQuery = `
  select channel, state, count(*)::int from public.deliveries
  where created_at > now() - interval '24 hours' group by 1, 2 order by 1, 2`

const mailingsQuery = `
  select state, count(*)::int from public.mailings
  where state in ('planned', 'sending', 'held') group by 1 order by 1`
