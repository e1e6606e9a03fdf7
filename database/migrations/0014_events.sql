-- What happens in town. An event belongs to one calendar and one day there; members read it, and visitors do when the
-- calendar is public. Admins write; whoever created an event keeps it in hand while they are a member.

create table public.events (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references public.calendars on delete cascade,
  title text not null,
  description text,
  location text,
  location_name text,
  latitude double precision,
  longitude double precision,
  start_time timestamptz not null,
  end_time timestamptz not null,
  category text not null,
  include_in_mailer boolean not null default true,
  include_sms boolean not null default false,
  event_date date not null,
  event_date_for_reporting timestamptz not null,
  is_public boolean not null default false,
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint events_title_check check (
    char_length(title) between 1 and 200 and private.is_one_line(title) and private.is_visible(title)
  ),
  constraint events_description_check check (char_length(description) <= 5000 and private.is_several_lines(description)),
  constraint events_location_check check (char_length(location) <= 500 and private.is_one_line(location)),
  constraint events_location_name_check check (char_length(location_name) <= 200 and private.is_one_line(location_name)),
  constraint events_position_check check (
    (latitude is null) = (longitude is null) and latitude between -90 and 90 and longitude between -180 and 180
  ),
  constraint events_times_check check (end_time > start_time and end_time - start_time <= interval '24 hours'),
  constraint events_years_check check (start_time >= '1970-01-01 00:00Z' and start_time < '2200-01-01 00:00Z'),
  constraint events_category_check check (category in ('Event', 'Alert', 'Notice', 'FYI')),
  constraint events_include_sms_check check (not include_sms)
);

create index events_start_time_idx on public.events (calendar_id, start_time);
comment on index public.events_start_time_idx is 'The month of a calendar, ordered by start; the dashboard''s count of this month.';
create index events_event_date_idx on public.events (calendar_id, event_date) where include_in_mailer;
comment on index public.events_event_date_idx is 'Planning the day-of mail: a calendar''s events of today.';
create index events_created_by_idx on public.events (created_by);
comment on index public.events_created_by_idx is 'The foreign key, when an account goes.';

comment on table public.events is 'One row an event.';
comment on column public.events.location is 'The address.';
comment on column public.events.include_in_mailer is 'Goes out on its day, to every contact of the calendar, also by text to phones.';
comment on column public.events.include_sms is 'Always false: kept because clients send it.';
comment on column public.events.event_date is 'The day of the start in the calendar''s time zone; set by trigger, fixed once created.';
comment on column public.events.event_date_for_reporting is 'event_date at midnight UTC.';
comment on column public.events.is_public is 'Whether the calendar is, kept here by trigger so that the visitors'' policy needs no join.';

-- Called with 'client' or 'trusted': the worker and operators may write about the past, clients may not.
-- Definer: reads and locks the calendar whatever the writer may see. The lock keeps is_public true to the calendar.
create function private.prepare_event() returns trigger
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
    new.event_date_for_reporting := coalesce(new.event_date_for_reporting, now());
    return new;
  end if;

  select c.time_zone, c.disabled into zone, hidden
  from public.calendars c where c.id = new.calendar_id for no key update;
  today := (now() at time zone zone)::date;
  day := (new.start_time at time zone zone)::date;

  if by_client then
    if tg_op = 'UPDATE' and old.event_date < today then
      raise exception using errcode = 'TB005', message = 'Past event cannot be edited',
        detail = 'Only events dated today or in the future can be edited.';
    elsif tg_op = 'UPDATE' and day <> old.event_date then
      raise exception using errcode = 'TB010', message = 'The event date cannot be changed.';
    elsif day < today then
      raise exception using errcode = 'TB005', message = 'Past event not allowed',
        detail = 'Please choose today or a later date.';
    -- Clients compute the day in UTC from the day selected, so one day of difference is theirs, not a mistake.
    elsif abs(new.event_date - day) > 1 then
      raise exception using errcode = 'invalid_parameter_value', message = 'event_date is not the day of start_time.';
    elsif tg_op = 'INSERT' and not exists (
      select from public.calendar_contacts k where k.calendar_id = new.calendar_id and k.contact_type = 'email'
    ) then
      raise exception using errcode = 'TB006', detail = 'No recipients defined',
        message = 'Please add email recipients to your contact list before creating events.';
    end if;
  end if;

  new.event_date := coalesce(day, new.event_date);
  new.event_date_for_reporting := new.event_date::timestamp at time zone 'UTC';
  new.is_public := not coalesce(hidden, true);
  return new;
end
$$;
comment on function private.prepare_event() is 'Trims, derives the day in the calendar''s zone, and keeps clients out of the past.';

create trigger prepare before insert or update on public.events
for each row when (current_user in ('anon', 'authenticated'))
execute function private.prepare_event('client');
create trigger prepare_trusted before insert or update on public.events
for each row when (current_user not in ('anon', 'authenticated'))
execute function private.prepare_event('trusted');

-- Once a statement, not once a row: an import of a year of events is one new version.
-- Definer: editors who are not the owner may not update calendars.
create function private.raise_version() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.calendars set version = version
  where id in (select distinct changed.calendar_id from changed);
  return null;
end
$$;
comment on function private.raise_version() is 'A changed event is a changed calendar; the calendar''s own trigger counts up.';

create trigger raise_version_insert after insert on public.events referencing new table as changed
for each statement execute function private.raise_version();
create trigger raise_version_update after update on public.events referencing new table as changed
for each statement execute function private.raise_version();
create trigger raise_version_delete after delete on public.events referencing old table as changed
for each statement execute function private.raise_version();

-- Definer: reaches all events of the calendar, also those the owner could not edit any more.
create function private.follow_calendar() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.disabled <> old.disabled then
    update public.events set is_public = not new.disabled where calendar_id = new.id;
  end if;
  if new.time_zone <> old.time_zone then
    -- The town moved, the event did not: nine o'clock stays nine o'clock, and the day stays the day.
    update public.events set
      start_time = (start_time at time zone old.time_zone) at time zone new.time_zone,
      end_time = ((start_time at time zone old.time_zone) at time zone new.time_zone) + (end_time - start_time)
    where calendar_id = new.id;
  end if;
  return null;
end
$$;
comment on function private.follow_calendar() is 'Carries a calendar''s disabled and time_zone over to its events.';

create trigger follow_calendar after update on public.calendars
for each row when (new.disabled <> old.disabled or new.time_zone <> old.time_zone)
execute function private.follow_calendar();

alter table public.events enable row level security;

create policy select_public on public.events for select to anon using (is_public);
comment on policy select_public on public.events is 'Visitors see the events of public calendars; which columns, the grant says.';
create policy select_member on public.events for select to authenticated
  using (calendar_id = any ((select private.my_calendars())::uuid[]));
comment on policy select_member on public.events is 'Members see the events of their calendars.';
create policy insert_admin on public.events for insert to authenticated
  with check (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy insert_admin on public.events is 'Admins add events to their own calendars only.';
create policy update_admin on public.events for update to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]))
  with check (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy update_admin on public.events is 'Admins edit any event of their calendars.';
create policy update_creator on public.events for update to authenticated
  using (created_by = (select auth.uid()) and calendar_id = any ((select private.my_calendars())::uuid[]))
  with check (created_by = (select auth.uid()) and calendar_id = any ((select private.my_calendars())::uuid[]));
comment on policy update_creator on public.events is 'Members edit what they created, while they are members.';
create policy delete_admin on public.events for delete to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy delete_admin on public.events is 'Admins delete any event of their calendars.';
create policy delete_creator on public.events for delete to authenticated
  using (created_by = (select auth.uid()) and calendar_id = any ((select private.my_calendars())::uuid[]));
comment on policy delete_creator on public.events is 'Members delete what they created, while they are members.';
create policy all_service on public.events for all to service_role using (true) with check (true);
comment on policy all_service on public.events is 'The worker reads what is due.';

grant select (
  id, calendar_id, title, description, location, location_name, latitude, longitude, start_time, end_time, category,
  event_date, event_date_for_reporting, is_public, created_at, updated_at
) on public.events to anon;
grant select, delete on public.events to authenticated;
grant insert (
  calendar_id, title, description, location, location_name, latitude, longitude, start_time, end_time, category,
  include_in_mailer, include_sms, event_date, event_date_for_reporting, created_by
) on public.events to authenticated;
grant update (
  title, description, location, location_name, latitude, longitude, start_time, end_time, category,
  include_in_mailer, include_sms, event_date, event_date_for_reporting
) on public.events to authenticated;
grant select, insert, update, delete on public.events to service_role;
