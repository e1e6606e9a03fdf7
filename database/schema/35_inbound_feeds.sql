-- The calendar behind external_calendar_url, read as a feed: the worker checks it every few hours. What it holds is shown
-- first; once an admin has accepted that, changes come by themselves, unless many events vanish at once: then an admin must
-- accept again. The address is the calendar's; with another, everything begins anew.

create table public.inbound_feeds (
  calendar_id uuid primary key references public.calendars on delete cascade,
  state text not null default 'preview',
  include_in_mailer boolean not null default false,
  requested_at timestamptz not null default now(),
  checked_at timestamptz,
  fetched_at timestamptz,
  changed_at timestamptz,
  next_check_at timestamptz,
  problem text,
  failures integer not null default 0,
  seen text,
  accepted text,
  shown jsonb,
  known jsonb not null default '{}',
  etag text,
  last_modified text,
  created_at timestamptz not null default now(),

  constraint inbound_feeds_state_check check (state in ('preview', 'live', 'held')),
  constraint inbound_feeds_problem_check check (char_length(problem) <= 50),
  constraint inbound_feeds_validators_check check (char_length(etag) <= 500 and char_length(last_modified) <= 100)
);

comment on table public.inbound_feeds is 'One row per calendar that takes events from its external link.';
comment on column public.inbound_feeds.state is 'preview: nothing was taken yet. held: many events vanished. Both wait for an admin.';
comment on column public.inbound_feeds.requested_at is 'When an admin last requested a check; older results are not the answer to it.';
comment on column public.inbound_feeds.checked_at is 'The last check, successful or not.';
comment on column public.inbound_feeds.fetched_at is 'The last time it could be read.';
comment on column public.inbound_feeds.changed_at is 'The last time it changed something here.';
comment on column public.inbound_feeds.problem is 'Why it could not be read the last time, as a short word such as tooLarge.';
comment on column public.inbound_feeds.failures is 'How often in a row: the more, the longer until the next.';
comment on column public.inbound_feeds.seen is 'Fingerprint of what the feed held when it was shown to admins.';
comment on column public.inbound_feeds.accepted is 'The fingerprint that an admin accepted.';
comment on column public.inbound_feeds.shown is 'What would happen, or what happened last: counts, and some events one by one.';
comment on column public.inbound_feeds.known is 'UIDs of the feed, each with the fingerprint of what it said: what it does not change, it does not overwrite here.';
comment on column public.inbound_feeds.etag is 'Like last_modified: sent back to the other server, which then answers that nothing changed.';

create index inbound_feeds_next_check_at_idx on public.inbound_feeds (next_check_at) where state <> 'preview';
comment on index public.inbound_feeds_next_check_at_idx is 'The worker: feeds that are due for a check.';

alter table public.inbound_feeds enable row level security;
create policy select_admin on public.inbound_feeds for select to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.inbound_feeds is 'Admins see how their feed is doing.';
create policy delete_admin on public.inbound_feeds for delete to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy delete_admin on public.inbound_feeds is 'Admins stop it; the events it brought stay.';
create policy all_service on public.inbound_feeds for all to service_role using (true) with check (true);
comment on policy all_service on public.inbound_feeds is 'The worker checks feeds and stores what it found.';

grant delete on public.inbound_feeds to authenticated;
grant select (
  calendar_id, state, include_in_mailer, requested_at, checked_at, fetched_at, changed_at, next_check_at, problem, seen,
  shown
) on public.inbound_feeds to authenticated;
grant select, insert, update, delete on public.inbound_feeds to service_role;

-- Feeds run one after another in a queue of their own: a slow server elsewhere holds up other feeds only. Checks that an admin
-- requests have their own queue.
create function private.queue_feed(p_calendar_id uuid, p_queue text default 'feeds') returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform graphile_worker.add_job(
    'fetch-feed', json_build_object('calendar_id', p_calendar_id), queue_name => p_queue, max_attempts => 3,
    job_key => 'fetch-feed ' || p_calendar_id
  );
end
$$;
comment on function private.queue_feed(uuid, text) is 'Queues a check of an external calendar.';
grant execute on function private.queue_feed(uuid, text) to service_role;

-- Definer: clients may not write feeds, nor the queue.
create function public.check_feed(p_calendar_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins of the calendar can look at its external calendar.';
  elsif not exists (select from public.calendars c where c.id = p_calendar_id and c.external_calendar_url is not null) then
    raise exception using errcode = 'TB024', message = 'Please save the external calendar link in the settings first.';
  end if;
  perform private.require_limit('feeds:' || p_calendar_id, 60, interval '1 day', 'That was a lot of imports for one day.');
  insert into public.inbound_feeds (calendar_id) values (p_calendar_id)
  on conflict (calendar_id) do update set requested_at = now();
  perform private.queue_feed(p_calendar_id, 'feeds-now');
end
$$;
comment on function public.check_feed(uuid) is 'Checks the external calendar now. For admins.';
grant execute on function public.check_feed(uuid) to authenticated;

-- Definer: as check_feed.
create function public.accept_feed(p_calendar_id uuid, p_seen text, p_include_in_mailer boolean default false) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins of the calendar can accept its external calendar.';
  end if;
  update public.inbound_feeds f set accepted = p_seen, include_in_mailer = p_include_in_mailer, requested_at = now()
  where f.calendar_id = p_calendar_id and f.seen = p_seen and f.state in ('preview', 'held');
  if not found then
    raise exception using errcode = 'TB025', message = 'The external calendar has changed meanwhile. Please look at it again.';
  end if;
  perform private.queue_feed(p_calendar_id, 'feeds-now');
end
$$;
comment on function public.accept_feed(uuid, text, boolean) is 'Takes what the external calendar was shown to hold, as long as it holds that; later changes come by themselves. For admins.';
grant execute on function public.accept_feed(uuid, text, boolean) to authenticated;
