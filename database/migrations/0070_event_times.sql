-- Events that last all day, over midnight or for several days, that are cancelled, postponed or moved, and that keep
-- their name in feeds. And a calendar's zone can be chosen.

alter table public.events
  add column all_day boolean not null default false,
  add column end_date date,
  add column status text not null default 'scheduled',
  add column previous_start_time timestamptz,
  add column sequence integer not null default 0,
  add column uid text not null default gen_random_uuid()::text,
  drop constraint events_times_check,
  -- An hour more than 31 days, for the autumn change.
  add constraint events_times_check check (end_time > start_time and end_time - start_time <= interval '31 days 1 hour'),
  add constraint events_status_check check (status in ('scheduled', 'cancelled', 'postponed', 'moved')),
  add constraint events_uid_check check (char_length(uid) between 1 and 255 and uid !~ '[[:cntrl:]]');

-- The triggers would write a line of history for every event.
alter table public.events disable trigger user;
update public.events e set end_date = ((e.end_time - interval '1 microsecond') at time zone c.time_zone)::date
from public.calendars c where c.id = e.calendar_id;
alter table public.events enable trigger user;

alter table public.events
  alter column end_date set not null,
  add constraint events_end_date_check check (end_date >= event_date);

comment on column public.events.all_day is 'Whole days: start_time and end_time are then midnights where the calendar is, put there by trigger.';
comment on column public.events.end_date is 'The last day it touches, in the calendar''s time zone; set by trigger. Ending at midnight, it does not touch the next.';
comment on column public.events.status is 'moved: to another time or place than was announced; only then can its day be changed.';
comment on column public.events.previous_start_time is 'Of an event that was moved: when it was first to start.';
comment on column public.events.sequence is 'How often time, place or status changed: SEQUENCE of feeds.';
comment on column public.events.uid is 'UID of feeds, or of the file it was imported from. A repeated event goes by its series'' instead.';

-- No event is longer than 31 days, so what overlaps a month starts at most so long before it: the month is one range of
-- this index, and what ended before it is left out without a look at the table.
drop index public.events_start_time_idx;
create index events_start_time_idx on public.events (calendar_id, start_time, end_time);
comment on index public.events_start_time_idx is 'The month of a calendar: start_time from 32 days before it, end_time after its begin; the dashboard''s count of this month.';

-- Called with 'client' or 'trusted': the worker and operators may write about the past, clients may not.
-- Definer: reads and locks the calendar whatever the writer may see. The lock keeps is_public true to the calendar.
create or replace function private.prepare_event() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  by_client boolean := tg_argv[0] = 'client';
  zone text;
  hidden boolean;
  today date;
  day date;
begin
  new.title := private.trimmed(new.title);
  new.description := private.trimmed_or_null(new.description);
  new.location := private.trimmed_or_null(new.location);
  new.location_name := private.trimmed_or_null(new.location_name);
  new.include_sms := false;
  new.updated_at := now();
  if by_client and tg_op = 'INSERT' then
    if not (new.calendar_id = any (private.my_admin_calendars())) then
      return new; -- The policy refuses it, before any check. Going on would tell a stranger about the calendar.
    end if;
    new.created_by := auth.uid();
  end if;
  if not (new.start_time >= '1970-01-01 00:00Z' and new.start_time < '2200-01-01 00:00Z') then
    -- The column's check refuses it, once the columns that cannot be told from it are filled.
    new.event_date := coalesce(new.event_date, current_date);
    new.end_date := new.event_date;
    new.event_date_for_reporting := coalesce(new.event_date_for_reporting, now());
    return new;
  end if;

  select c.time_zone, c.disabled into zone, hidden
  from public.calendars c where c.id = new.calendar_id for no key update;
  today := (now() at time zone zone)::date;
  day := (new.start_time at time zone zone)::date;
  new.end_date := greatest(day, ((new.end_time - interval '1 microsecond') at time zone zone)::date);
  if new.all_day and zone is not null then
    new.start_time := day::timestamp at time zone zone;
    new.end_time := (new.end_date + 1)::timestamp at time zone zone;
  end if;

  if by_client then
    -- A series that is cut in two takes rows along that were moved into the past, as they are.
    if tg_op = 'UPDATE' and old.end_date < today and not private.is_series_at_work() then
      raise exception using errcode = 'TB005', message = 'Past event cannot be edited',
        detail = 'Only events dated today or in the future can be edited.';
    elsif tg_op = 'UPDATE' and day <> old.event_date and new.status <> 'moved' and not private.is_series_at_work() then
      raise exception using errcode = 'TB010', message = 'The event date cannot be changed.',
        detail = 'An event whose status is moved can be given another day.';
    elsif day < today and (tg_op = 'INSERT' or day <> old.event_date) then
      raise exception using errcode = 'TB005', message = 'Past event not allowed',
        detail = 'Please choose today or a later date.';
    -- Clients compute the day in UTC from the day selected, so one day of difference is theirs, not a mistake.
    elsif (tg_op = 'INSERT' or new.event_date <> old.event_date) and abs(new.event_date - day) > 1 then
      raise exception using errcode = 'invalid_parameter_value', message = 'event_date is not the day of start_time.';
    elsif tg_op = 'INSERT' and not exists (
      select from public.calendar_contacts k where k.calendar_id = new.calendar_id and k.contact_type = 'email'
    ) then
      raise exception using errcode = 'TB006', detail = 'No recipients defined',
        message = 'Please add email recipients to your contact list before creating events.';
    end if;
  end if;

  if tg_op = 'UPDATE' then
    if private.is_material_change(old, new) then
      new.sequence := old.sequence + 1;
    end if;
    if new.status <> 'moved' then
      new.previous_start_time := null;
    elsif new.start_time <> old.start_time then
      new.previous_start_time := coalesce(old.previous_start_time, old.start_time);
    end if;
  end if;

  new.event_date := coalesce(day, new.event_date);
  new.end_date := coalesce(new.end_date, new.event_date);
  new.event_date_for_reporting := new.event_date::timestamp at time zone 'UTC';
  new.is_public := not coalesce(hidden, true);
  return new;
end
$$;
comment on function private.prepare_event() is 'Trims, derives the days in the calendar''s zone, counts what changed, and keeps clients out of the past.';

create function private.is_material_change(before public.events, after public.events) returns boolean
language sql immutable
set search_path = ''
return (before.start_time, before.end_time, before.all_day, before.location, before.location_name, before.status)
  is distinct from (after.start_time, after.end_time, after.all_day, after.location, after.location_name, after.status);
comment on function private.is_material_change(public.events, public.events) is 'Whether somebody who plans to come must know: another time, place or status.';

-- Rows of a series are written together by a function that has looked at all of them; it says so for its transaction.
-- Clients cannot: the data API sets no settings for them.
create function private.is_series_at_work() returns boolean
language sql stable
set search_path = ''
return coalesce(current_setting('townbell.series', true), '') = 'on';
comment on function private.is_series_at_work() is 'Whether a series is being written as a whole: its rows are then no separate changes.';
grant execute on function private.is_series_at_work() to authenticated, service_role;

-- The time of the program, which tests can move; the server says it for its transaction.
create function private.program_time() returns timestamptz
language sql stable
set search_path = ''
return coalesce(nullif(current_setting('townbell.now', true), '')::timestamptz, now());
comment on function private.program_time() is 'Now, as the program''s clock has it.';

-- Definer: reaches all events of the calendar, also those the owner could not edit any more.
create or replace function private.follow_calendar() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.disabled <> old.disabled then
    update public.events set is_public = not new.disabled where calendar_id = new.id;
  end if;
  if new.time_zone <> old.time_zone then
    -- The town moved, the event did not: nine o'clock stays nine o'clock, and the day stays the day. What repeats in a
    -- zone of its own, imported from elsewhere, stays the moment it is.
    update public.events e set
      start_time = (e.start_time at time zone old.time_zone) at time zone new.time_zone,
      end_time = case
        when e.all_day then (e.end_time at time zone old.time_zone) at time zone new.time_zone
        else ((e.start_time at time zone old.time_zone) at time zone new.time_zone) + (e.end_time - e.start_time)
      end,
      previous_start_time = (e.previous_start_time at time zone old.time_zone) at time zone new.time_zone
    where e.calendar_id = new.id and not exists (
      select from public.event_series s where s.id = e.series_id and s.time_zone is not null
    );
    -- Touched, so that their day is looked up again.
    update public.events e set end_time = e.end_time
    where e.calendar_id = new.id and exists (
      select from public.event_series s where s.id = e.series_id and s.time_zone is not null
    );
  end if;
  return null;
end
$$;

-- Definer: reads places and the server's zones whoever writes.
create or replace function private.fill_calendar() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.name := private.trimmed(new.name);
  new.description := private.trimmed_or_null(new.description);
  new.admin_email := lower(private.trimmed_or_null(new.admin_email));
  new.external_calendar_url := private.trimmed_or_null(new.external_calendar_url);
  new.sendgrid_template_id := private.trimmed_or_null(new.sendgrid_template_id);

  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    new.updated_at := now();
  end if;

  if tg_op = 'INSERT' or (new.state, new.city) is distinct from (old.state, old.city) then
    if tg_op = 'INSERT' or new.time_zone = old.time_zone then
      select p.time_zone into new.time_zone from public.places p where p.state = new.state and p.city = new.city;
    end if;
    if new.state is not null and new.city is not null and not exists (
      select from public.places p where p.state = new.state and p.city = new.city
    ) then
      raise exception using errcode = 'TB009', message = 'Please select a state and one of its cities.',
        detail = format('%L is not in the list of cities of %L.', left(new.city, 100), left(new.state, 100));
    end if;
  end if;
  if tg_op = 'UPDATE' and new.time_zone <> old.time_zone and not private.is_time_zone(new.time_zone) then
    raise exception using errcode = 'invalid_parameter_value', message = format('%L is not a time zone.', left(new.time_zone, 100));
  end if;
  return new;
end
$$;
comment on function private.fill_calendar() is 'Trims, counts the version, and finds the time zone of the place unless another is chosen.';

-- Only names that browsers know too: the server's list also has abbreviations and files of its own.
create function private.is_time_zone(p_name text) returns boolean
language sql stable
set search_path = ''
as $$
  select p_name = 'UTC'
    or p_name ~ '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/'
    and exists (select from pg_catalog.pg_timezone_names z where z.name = p_name)
$$;
comment on function private.is_time_zone(text) is 'Whether the text is the IANA name of a zone.';

grant update (time_zone) on public.calendars to authenticated;
comment on column public.calendars.time_zone is 'IANA name, from the city unless the owner chose another. A day is a day there.';

grant select (all_day, end_date, status, previous_start_time, sequence, uid) on public.events to anon;
grant insert (all_day, status, uid), update (all_day, status) on public.events to authenticated;
