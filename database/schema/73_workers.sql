-- Live workers. Each writes a heartbeat every few seconds; /ready asks whether there is one, and the others give back the jobs
-- of one that stopped (kill -9, a lost machine), which the queue itself would hold for four hours.

create table private.workers (
  id text primary key,
  started_at timestamptz not null default now(),
  beat_at timestamptz not null default now()
);

comment on table private.workers is 'One row per live worker process, by the id its jobs are locked with.';
comment on column private.workers.beat_at is 'Renewed every 5 seconds; older than 30 is taken for dead.';

alter table private.workers enable row level security;
create policy all_service on private.workers for all to service_role using (true) with check (true);
comment on policy all_service on private.workers is 'Only workers write heartbeats.';

grant select, insert, update, delete on private.workers to service_role;
