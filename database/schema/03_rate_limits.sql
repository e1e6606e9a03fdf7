-- How often something may happen: sign-in attempts, mails to one address, tries of an invite. Counted in the database
-- so that several servers share one count, and exact: each caller waits for the row, so no burst slips through.

create table private.rate_limits (
  key text primary key,
  window_start timestamptz not null,
  window_end timestamptz not null,
  taken integer not null,

  constraint rate_limits_key_check check (char_length(key) between 1 and 256),
  constraint rate_limits_taken_check check (taken >= 0),
  constraint rate_limits_window_check check (window_end > window_start)
);

comment on table private.rate_limits is 'One row per thing that is counted, e.g. "signin:203.0.113.7"; its window starts with the first take.';
comment on column private.rate_limits.key is 'What is counted. Callers put hashes of addresses here, not the addresses.';
comment on column private.rate_limits.taken is 'Takes allowed in this window; refused ones are not counted, so waiting always helps.';

create index rate_limits_window_end_idx on private.rate_limits (window_end);
comment on index private.rate_limits_window_end_idx is 'Delete windows that are over (prune_limits).';

alter table private.rate_limits enable row level security;
create policy all_service on private.rate_limits for all to service_role using (true) with check (true);
comment on policy all_service on private.rate_limits is 'Counters are ours alone; a client could otherwise reset or exhaust another''s.';

grant select, insert, update, delete on private.rate_limits to service_role;

-- Takes one of p_max in a window of p_window. The upsert locks the row and works on its newest version, so parallel
-- calls are counted one after another. clock_timestamp and not now(): somebody who waited for the lock is judged by
-- a time close to it, not by the start of a long transaction.
create function private.take_limit(p_key text, p_max integer, p_window interval)
returns table (allowed boolean, retry_after integer)
language plpgsql volatile
set search_path = ''
as $$
begin
  insert into private.rate_limits as l (key, window_start, window_end, taken)
  select p_key, clock_timestamp(), clock_timestamp() + p_window, 1 where p_max > 0
  on conflict (key) do update set
    taken = case when l.window_end <= excluded.window_start then 1 else l.taken + 1 end,
    window_start = case when l.window_end <= excluded.window_start then excluded.window_start else l.window_start end,
    window_end = case when l.window_end <= excluded.window_start then excluded.window_end else l.window_end end
  where l.taken < p_max or l.window_end <= excluded.window_start;

  allowed := found;
  retry_after := 0;
  if not allowed then
    select greatest(1, ceil(extract(epoch from l.window_end - clock_timestamp())))::integer into retry_after
    from private.rate_limits l
    where l.key = p_key;
    retry_after := coalesce(retry_after, ceil(extract(epoch from p_window))::integer);
  end if;
  return next;
end
$$;
comment on function private.take_limit(text, integer, interval) is 'Whether one more of p_max is allowed within p_window, or in how many seconds.';
grant execute on function private.take_limit(text, integer, interval) to service_role;

-- The words are those of domain/wait.ts in English; the Spanish build composes its own sentence from Retry-After.
create function private.wait_words(p_seconds integer) returns text
language sql immutable
return case
  when p_seconds < 60 then format('in %s second%s', p_seconds, case when p_seconds > 1 then 's' end)
  when p_seconds < 3600 then format('in %s minute%s', ceil(p_seconds / 60.0), case when p_seconds > 60 then 's' end)
  when p_seconds < 86400 then format('in %s hour%s', ceil(p_seconds / 3600.0), case when p_seconds > 3600 then 's' end)
  else format('in %s day%s', ceil(p_seconds / 86400.0), case when p_seconds > 86400 then 's' end)
end;
comment on function private.wait_words(integer) is 'For example: in 12 minutes; rounded up.';

create function private.refuse_limit(p_says text, p_wait integer, p_code text default 'TB013') returns void
language plpgsql stable
set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object(
      'code', p_code, 'message', format('%s Please try again %s.', p_says, private.wait_words(p_wait)), 'details', null, 'hint', p_wait::text
    ),
    detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After', p_wait));
end
$$;
comment on function private.refuse_limit(text, integer, text) is 'Answers as a rate limit of the server does: 429, Retry-After, and a sentence that says how long to wait. The hint repeats the seconds, because clients of the data API show no headers.';

create function private.require_limit(p_key text, p_max integer, p_window interval, p_says text, p_code text default 'TB013') returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  taken record;
begin
  select * into taken from private.take_limit(p_key, p_max, p_window);
  if not taken.allowed then
    perform private.refuse_limit(p_says, taken.retry_after, p_code);
  end if;
end
$$;
comment on function private.require_limit(text, integer, interval, text, text) is 'Takes one of p_max within p_window, or refuses.';

create function private.prune_limits() returns bigint
language sql volatile
set search_path = ''
as $$
  with gone as (delete from private.rate_limits where window_end < now() - interval '1 hour' returning 1)
  select count(*) from gone
$$;
comment on function private.prune_limits() is 'Deletes counters whose window is over; returns how many.';
grant execute on function private.prune_limits() to service_role;
