-- Live workers. Each writes a heartbeat every few seconds; /ready asks whether there is one, and the others give back the jobs
-- of one that stopped (kill -9, a lost machine), which the queue itself would hold for four hours.

create table private.workers (
  id text primary key,
  started_at timestamptz not null default now(),
  beat_at timestamptz not null default now(),
  clock_ahead_seconds double precision not null default 0
);

comment on table private.workers is 'One row per live worker process, by the id its jobs are locked with.';
comment on column private.workers.beat_at is 'Renewed every 5 seconds; older than 30 is taken for dead.';
comment on column private.workers.clock_ahead_seconds is 'How far its machine''s clock is ahead of ours; behind, if negative. Jobs follow ours, but mail and certificates need both.';

alter table private.workers enable row level security;
create policy all_service on private.workers for all to service_role using (true) with check (true);
comment on policy all_service on private.workers is 'Only workers write heartbeats.';

grant select, insert, update, delete on private.workers to service_role;

-- /ready, /metrics and the doctor, so that they agree. A worker that has just started has not planned yet.
create function private.worker_state()
returns table (workers integer, clock_apart double precision, planned_at timestamptz, has_planned boolean, is_well boolean)
language sql stable
set search_path = ''
as $$
  select seen.workers, seen.apart, s.planned_at, plan.is_recent, seen.workers > 0 and seen.apart <= 30 and plan.is_recent
  from private.sending s
  cross join lateral (
    select count(*)::integer as workers, min(w.started_at) as since,
      coalesce(max(abs(w.clock_ahead_seconds)), 0) as apart
    from private.workers w where w.beat_at > now() - interval '60 seconds'
  ) as seen
  cross join lateral (
    select coalesce(greatest(s.planned_at, seen.since) > now() - interval '10 minutes', false) as is_recent
  ) as plan
$$;
comment on function private.worker_state() is 'Live workers, by how many seconds their clocks and ours are apart at most, and whether the planner has run in the last ten minutes.';
grant execute on function private.worker_state() to service_role;
