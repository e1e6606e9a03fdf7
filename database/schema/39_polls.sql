-- A poll for a date. An admin proposes up to ten times. Anybody answers yes, maybe or no to each, by a link that was mailed to them or as a
-- member, and the admin makes an event of one. The times of a poll never change, so an answer is a list of choices in their order. Numbers
-- are public, names are for admins only.

create function private.poll_limit() returns integer
language sql immutable parallel safe
return 10;
comment on function private.poll_limit() is 'How many polls of a calendar can be open: POLLS_OPEN_MAX.';

create table public.polls (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references public.calendars on delete cascade,
  title text not null,
  description text,
  location_name text,
  starts timestamptz[] not null,
  ends timestamptz[] not null,
  closes_at timestamptz not null,
  closed_at timestamptz,
  event_id uuid,
  answered integer not null default 0,
  yes integer[] not null,
  maybe integer[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint polls_title_check check (
    char_length(title) between 1 and 200 and private.is_one_line(title) and private.is_visible(title)
  ),
  constraint polls_description_check check (char_length(description) <= 5000 and private.is_several_lines(description)),
  constraint polls_location_name_check check (char_length(location_name) <= 200 and private.is_one_line(location_name)),
  constraint polls_times_check check (cardinality(starts) between 1 and 10 and cardinality(ends) = cardinality(starts))
);

comment on table public.polls is 'One row per poll for a date. Deleted 90 days after its last time.';
comment on column public.polls.starts is 'When each proposed time begins, in their order.';
comment on column public.polls.ends is 'When each of them ends.';
comment on column public.polls.closes_at is 'When the last time is over. A poll is open before, unless an admin closed it.';
comment on column public.polls.closed_at is 'When an admin closed it.';
comment on column public.polls.event_id is 'The event it became. Without a foreign key: a deleted event can be restored.';
comment on column public.polls.answered is 'How many people have answered and confirmed.';
comment on column public.polls.yes is 'How many of them can come, for each time.';
comment on column public.polls.maybe is 'How many of them perhaps can, for each time.';

create index polls_calendar_id_idx on public.polls (calendar_id, closes_at);
comment on index public.polls_calendar_id_idx is 'The open polls of a calendar; the foreign key, when it goes.';

alter table public.polls enable row level security;
create policy select_public on public.polls for select to anon
  using (exists (select from public.calendars c where c.id = calendar_id));
comment on policy select_public on public.polls is 'Visitors see the polls of the calendars they see, by that table''s own policy.';
create policy select_member on public.polls for select to authenticated
  using (calendar_id = any ((select private.my_calendars())::uuid[]));
comment on policy select_member on public.polls is 'Members see the polls of their calendars.';
create policy all_service on public.polls for all to service_role using (true) with check (true);
comment on policy all_service on public.polls is 'Answers by signed link.';

grant select on public.polls to anon, authenticated;
grant select, insert, update, delete on public.polls to service_role;

create function public.is_open(poll public.polls) returns boolean
language sql stable
return poll.closed_at is null and poll.closes_at > now();
comment on function public.is_open(public.polls) is 'Computed field: whether people can answer: no admin has closed it, and its last time is not over.';
grant execute on function public.is_open(public.polls) to anon, authenticated;

create trigger raise_version after insert or update or delete on public.polls
for each row execute function private.raise_calendar_version();

-- Definer: writes rows and history that are closed to clients.
create function public.propose_dates(
  p_calendar_id uuid, p_title text, p_starts timestamptz[], p_ends timestamptz[],
  p_description text default null, p_location_name text default null
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  made uuid;
begin
  perform private.require_poll_admin(p_calendar_id);
  if exists (
    select from unnest(p_starts, p_ends) as t (starts, ends)
    where coalesce(t.ends <= t.starts or t.ends - t.starts > interval '31 days 1 hour' or t.ends >= '2200-01-01 00:00Z', true)
  ) then
    raise exception using errcode = 'invalid_parameter_value', message = 'Each time needs a start and a later end.';
  elsif exists (select from unnest(p_starts) as starts where starts <= private.program_time()) then
    raise exception using errcode = 'TB095', message = 'Please propose times that are still to come.';
  elsif (
    select count(*) filter (where public.is_open(p)) >= private.poll_limit()
      or count(*) >= 10 * private.poll_limit()
    from public.polls p where p.calendar_id = p_calendar_id
  ) then
    raise exception using errcode = 'TB094', message = 'This calendar has as many polls as it can have. Please close or delete one first.';
  end if;
  insert into public.polls (calendar_id, title, description, location_name, starts, ends, closes_at, yes, maybe)
  select p_calendar_id, private.trimmed(p_title), private.trimmed_or_null(p_description), private.trimmed_or_null(p_location_name),
    array_agg(t.starts order by t.starts, t.ends), array_agg(t.ends order by t.starts, t.ends), max(t.ends),
    array_agg(0), array_agg(0)
  from (select distinct u.starts, u.ends from unnest(p_starts, p_ends) as u (starts, ends)) as t
  returning id into made;
  perform private.log_change(p_calendar_id, 'polls');
  return made;
end
$$;
comment on function public.propose_dates(uuid, text, timestamptz[], timestamptz[], text, text) is 'Opens a poll for a date with one to ten times. For admins.';
grant execute on function public.propose_dates(uuid, text, timestamptz[], timestamptz[], text, text) to authenticated;

create function private.require_poll_admin(p_calendar_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if p_calendar_id is null or not p_calendar_id = any (private.my_admin_calendars()) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can write polls.';
  end if;
  perform from public.calendars c where c.id = p_calendar_id for no key update;
end
$$;
comment on function private.require_poll_admin(uuid) is 'Locks the calendar; refuses who is no admin of it.';

-- Definer: as propose_dates. Of two admins the second waits for the lock, finds the event, and leaves no second one.
create function public.close_poll(p_poll_id uuid, p_event_id uuid default null) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  its_calendar uuid := (select p.calendar_id from public.polls p where p.id = p_poll_id);
begin
  perform private.require_poll_admin(its_calendar);
  update public.polls p set
    closed_at = coalesce(p.closed_at, private.program_time()), event_id = p_event_id, updated_at = now()
  where p.id = p_poll_id and not exists (select from public.events e where e.id = p.event_id)
    and (p_event_id is null or exists (select from public.events e where e.id = p_event_id and e.calendar_id = its_calendar));
  if not found then
    raise exception using errcode = 'TB096', message = 'This poll has become an event already.';
  end if;
  perform private.log_change(its_calendar, 'polls');
end
$$;
comment on function public.close_poll(uuid, uuid) is 'Ends a poll, and notes the event that came of it. For admins.';
grant execute on function public.close_poll(uuid, uuid) to authenticated;

-- The event is written as the caller, by the rules for everybody.
create function public.make_poll_event(p_poll_id uuid, p_time integer) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  made uuid;
begin
  insert into public.events (calendar_id, title, description, location_name, start_time, end_time, event_date, category)
  select p.calendar_id, p.title, p.description, p.location_name, p.starts[p_time], p.ends[p_time],
    (p.starts[p_time] at time zone c.time_zone)::date, 'Event'
  from public.polls p join public.calendars c on c.id = p.calendar_id where p.id = p_poll_id
  returning id into made;
  perform public.close_poll(p_poll_id, made);
  return made;
end
$$;
comment on function public.make_poll_event(uuid, integer) is 'Makes an event of a time of a poll, the first is 1, and closes the poll. For admins.';
grant execute on function public.make_poll_event(uuid, integer) to authenticated;

-- Definer: as propose_dates.
create function public.delete_poll(p_poll_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  its_calendar uuid := (select p.calendar_id from public.polls p where p.id = p_poll_id);
begin
  perform private.require_poll_admin(its_calendar);
  delete from public.polls p where p.id = p_poll_id;
  perform private.log_change(its_calendar, 'polls');
end
$$;
comment on function public.delete_poll(uuid) is 'Deletes a poll with its answers; an event that came of it stays. For admins.';
grant execute on function public.delete_poll(uuid) to authenticated;
