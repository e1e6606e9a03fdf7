// Checks what makes a database slow as it grows: vacuum that does not keep up, indexes that are missing, broken or useless, and rows that
// the sweep should have deleted.
import type pg from 'pg'
import { readBaseline } from '#database/schema-files.ts'
import { type Finding, type Findings, findings } from './finding.ts'

type Kept = { deliveriesDays?: number | undefined; historyDays?: number | undefined }

/** From when on something is worth a line. Tests have smaller ones. */
export type TableLimits = {
  deadRows: number
  xidAge: number
  openMinutes: number
  bytes: number
  /** For how long uses of an index must have been counted. */
  countedDays: number
  lateDays: number
}

const usualLimits: TableLimits = {
  deadRows: 100_000,
  xidAge: 500_000_000,
  openMinutes: 60,
  bytes: 100 * 1024 * 1024,
  countedDays: 7,
  // The sweep runs every hour.
  lateDays: 2,
}

export async function checkTables(client: pg.ClientBase, keep: Kept, limits = usualLimits): Promise<Finding[]> {
  const found = findings('tables')
  await checkVacuum(client, found, limits)
  await checkIndexes(client, found, limits)
  await checkRetention(client, found, keep, limits)
  if (found.all.length === 0) {
    const { rows } = await client.query(deliveriesSize)
    found.ok(`Vacuum keeps up, and indexes are complete. Deliveries take ${rows[0].size}.`)
  }
  return found.all
}

async function checkVacuum(client: pg.ClientBase, found: Findings, limits: TableLimits): Promise<void> {
  const { rows: settings } = await client.query(vacuumSettings)
  const { is_on, age, most } = settings[0]
  if (!is_on) found.bad('Autovacuum is off.', 'Turn autovacuum and track_counts on: tables grow until then.')
  if (age > limits.xidAge)
    found[age > 3 * limits.xidAge ? 'bad' : 'warn'](
      `Its oldest transaction number is ${inMillions(age)} million old; PostgreSQL stops writing at ${inMillions(most)} million.`,
      'Find what holds vacuum back, as below; then run vacuum in each database of the server.',
    )
  const { rows: holding } = await client.query(holdsVacuum, [limits.openMinutes])
  for (const { what, minutes } of holding)
    found.warn(
      `${what} has been open for ${minutes} minutes, so vacuum removes nothing newer.`,
      'End it, or drop what is no longer used.',
    )
  const { rows: dead } = await client.query(deadRows, [limits.deadRows])
  for (const { name, rows, share, vacuumed } of dead)
    found.warn(
      `${name} has ${rows} dead rows, ${share} % of all; ${vacuumed ? `it was last vacuumed ${vacuumed}` : 'it was never vacuumed'}.`,
      `Run vacuum (analyze) ${name}, and give autovacuum more to do at a time (autovacuum_vacuum_cost_limit).`,
    )
  const { rows: loose } = await client.query(looseTables, [limits.bytes])
  for (const { name, size, free } of loose)
    found.warn(
      `${name} takes ${size}, of which about ${free} are empty.`,
      `New rows use the room. To return it to the disk, run vacuum full ${name} while nothing is sent.`,
    )
}

async function checkIndexes(client: pg.ClientBase, found: Findings, limits: TableLimits): Promise<void> {
  const { rows } = await client.query(indexes, [limits.countedDays])
  const ours = [...readBaseline().sql.matchAll(/^create (?:unique )?index (\w+)/gm)].map((match) => match[1])
  const there = new Set(rows.map(({ index }) => index))
  const missing = ours.filter((index) => !there.has(index))
  if (missing.length > 0)
    found.bad(
      `These indexes are missing: ${missing.join(', ')}.`,
      'Create them again as database/schema does; without them pages and mailings slow down.',
    )
  for (const { name, index, bytes, size, scans, is_valid, is_constraint, is_counted } of rows) {
    if (!is_valid)
      found.bad(`The index ${name} is broken and not used.`, `Run reindex index concurrently ${name}, or drop it.`)
    else if (!ours.includes(index) && !is_constraint && scans === 0 && bytes >= limits.bytes && is_counted)
      found.warn(
        `The index ${name} takes ${size}, is not Townbell's, and nothing has used it.`,
        `Drop it unless you know what it is for: drop index concurrently ${name}.`,
      )
  }
}

async function checkRetention(client: pg.ClientBase, found: Findings, keep: Kept, limits: TableLimits): Promise<void> {
  const late = (days: number | undefined) => (days === undefined ? null : days + limits.lateDays)
  const { rows } = await client.query(pastRetention, [late(keep.deliveriesDays), late(keep.historyDays)])
  const todo = 'Look in the log of the worker for errors of the job sweep, which deletes them every hour.'
  if (rows[0].deliveries) found.warn(`Deliveries older than ${keep.deliveriesDays} days are still stored.`, todo)
  if (rows[0].history) found.warn(`History older than ${keep.historyDays} days is still stored.`, todo)
}

const inMillions = (count: number) => Math.round(count / 1_000_000)

const vacuumSettings = `
  select current_setting('autovacuum')::bool and current_setting('track_counts')::bool as is_on,
    (select max(greatest(age(datfrozenxid), mxid_age(datminmxid))) from pg_database) as age, 2100000000 as most`

/** A replication slot that nobody reads also fills the disk with WAL. */
const holdsVacuum = `
  select 'A transaction of ' || coalesce(nullif(application_name, ''), 'a client without a name') as what,
    (extract(epoch from now() - xact_start) / 60)::int as minutes
  from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and backend_xmin is not null
    and xact_start < now() - make_interval(mins => $1)
  union all
  select 'The prepared transaction ' || gid, (extract(epoch from now() - prepared) / 60)::int
  from pg_prepared_xacts where prepared < now() - make_interval(mins => $1)
  order by 2 desc limit 5`

const deadRows = `
  select quote_ident(schemaname) || '.' || quote_ident(relname) as name, n_dead_tup as rows,
    round(100.0 * n_dead_tup / (n_dead_tup + n_live_tup)) as share,
    to_char(greatest(last_vacuum, last_autovacuum), 'YYYY-MM-DD HH24:MI') as vacuumed
  from pg_stat_user_tables
  where n_dead_tup >= $1 and n_dead_tup > 0.3 * (n_dead_tup + n_live_tup)
    and coalesce(greatest(last_vacuum, last_autovacuum), '-infinity') < now() - interval '1 hour'
  order by n_dead_tup desc limit 5`

/** Estimated from the statistics; a table whose fill factor leaves room on purpose needs that room. */
const looseTables = `
  select name, pg_size_pretty(bytes) as size, pg_size_pretty(bytes - needed) as free
  from (
    select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name, pg_relation_size(c.oid) as bytes,
      (c.reltuples * (28 + (
        select coalesce(sum((1 - s.null_frac) * s.avg_width), 0) from pg_stats s
        where s.schemaname = n.nspname and s.tablename = c.relname and not s.inherited
      )) * 100 / coalesce((select o.option_value::int from pg_options_to_table(c.reloptions) o where o.option_name = 'fillfactor'), 100)
      )::bigint as needed
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'graphile_worker') and c.reltuples >= 0
  ) as tables
  where bytes >= $1 and bytes > 3 * needed
  order by bytes - needed desc limit 5`

const indexes = `
  select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name, c.relname as index,
    pg_relation_size(c.oid) as bytes, pg_size_pretty(pg_relation_size(c.oid)) as size,
    coalesce(pg_stat_get_numscans(c.oid), 0)::int as scans, i.indisvalid and i.indisready as is_valid,
    i.indisunique or exists (select from pg_constraint o where o.conindid = c.oid) as is_constraint,
    coalesce(
      (select stats_reset from pg_stat_database where datname = current_database()), pg_postmaster_start_time()
    ) <= now() - make_interval(days => $1) as is_counted
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private', 'auth')
  order by 3 desc`

/** $1 and $2: after how many days they should be gone; null: never. */
const pastRetention = `
  select
    exists (
      select from public.mailings m
      where m.state = 'finished' and m.recipients_removed_at is null and m.created_at < now() - make_interval(days => $1)
        and m.finished_at < now() - make_interval(days => $1) and not exists (
          select from public.mailing_events about join public.events e on e.id = about.event_id
          where about.mailing_id = m.id and e.end_time >= now() - make_interval(days => $1)
        )
    ) as deliveries,
    coalesce((
      select l.created_at < now() - make_interval(days => $2) from public.audit_logs l order by l.id limit 1
    ), false) as history`

const deliveriesSize = `select pg_size_pretty(pg_total_relation_size('public.deliveries')) as size`
