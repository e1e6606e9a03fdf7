-- Events from files and feeds. They are written as any, by who may write them, with three differences that the function which
-- imports says for its transaction: the past may be written too, nobody needs to be told, and SEQUENCE is the file's.

create function private.is_importing() returns boolean
language sql stable
set search_path = ''
return coalesce(current_setting('townbell.import', true), '') = 'on';
comment on function private.is_importing() is 'Whether events are being imported: what is past may then be written. Clients cannot say so.';
grant execute on function private.is_importing() to authenticated, service_role;

-- As in 0070, but for imports.
create or replace function private.prepare_event() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  by_client boolean := tg_argv[0] = 'client';
  importing boolean := private.is_importing();
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

  if by_client and not importing then
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
    if private.is_material_change(old, new) and not importing then
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

-- As in 0071, but for imports.
create or replace function private.prepare_series() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  by_client boolean := tg_argv[0] = 'client';
  problem text := private.rrule_problem(new.rrule);
begin
  new.title := private.trimmed(new.title);
  new.description := private.trimmed_or_null(new.description);
  new.location := private.trimmed_or_null(new.location);
  new.location_name := private.trimmed_or_null(new.location_name);
  new.updated_at := now();
  if by_client and not (new.calendar_id = any (private.my_admin_calendars())) then
    return new; -- The policy refuses it.
  end if;
  if by_client and tg_op = 'INSERT' then
    new.created_by := auth.uid();
  end if;
  if problem is not null then
    raise exception using errcode = 'TB020', message = problem;
  elsif new.time_zone is not null and not private.is_time_zone(new.time_zone) then
    raise exception using errcode = 'invalid_parameter_value', message = format('%L is not a time zone.', left(new.time_zone, 100));
  end if;
  if by_client and tg_op = 'INSERT' then
    perform from public.calendars c where c.id = new.calendar_id for no key update;
    if (select count(*) from public.event_series s where s.calendar_id = new.calendar_id) >= 1000 then
      raise exception using errcode = 'TB021', message = 'A calendar can have at most 1000 repeated events.';
    end if;
  end if;
  if tg_op = 'UPDATE' and not private.is_importing() and (
    new.all_day, new.starts_on, new.starts_at, new.ends_at, new.end_days, new.time_zone, new.rrule, new.rdates, new.exdates
  ) is distinct from (
    old.all_day, old.starts_on, old.starts_at, old.ends_at, old.end_days, old.time_zone, old.rrule, old.rdates, old.exdates
  ) then
    new.sequence := old.sequence + 1;
  end if;
  return new;
end
$$;

-- One line of history for an import, not one for each of its events; rows of events have none while a series is at work.
drop trigger audit on public.event_series;
create trigger audit after insert or delete or update of
  title, description, location, location_name, latitude, longitude, category, include_in_mailer, status, all_day, starts_on,
  starts_at, ends_at, end_days, time_zone, rrule, rdates, exdates
on public.event_series
for each row when (not private.is_importing())
execute function private.write_audit('series');
alter table public.audit_logs
  drop constraint audit_logs_action_check,
  add constraint audit_logs_action_check check (action in ('create', 'update', 'delete', 'restore', 'import'));

-- Called by the service in the name of whoever imports, or in nobody's for a feed: callers do not reach this schema.
-- The lock lets two imports, and what they count, come one after another.
create function private.open_import(p_calendar_id uuid) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  zone text;
begin
  if auth.uid() is not null and not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins of the calendar can import events.';
  end if;
  select c.time_zone into zone from public.calendars c where c.id = p_calendar_id for no key update;
  return zone;
end
$$;
comment on function private.open_import(uuid) is 'Begins an import, for admins of the calendar only: locks it and answers its zone.';
grant execute on function private.open_import(uuid) to service_role;

-- Called as open_import is: clients may set no SEQUENCE and write no history.
create function private.close_import(p_calendar_id uuid, p_sequences jsonb, p_counts jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  update public.event_series s set sequence = n.sequence
  from jsonb_to_recordset(p_sequences) as n (uid text, series_day date, sequence integer)
  where s.calendar_id = p_calendar_id and s.uid = n.uid and n.series_day is null and n.sequence > s.sequence;
  update public.events e set sequence = n.sequence
  from jsonb_to_recordset(p_sequences) as n (uid text, series_day date, sequence integer)
  where e.calendar_id = p_calendar_id and e.series_id is null and e.uid = n.uid and n.series_day is null
    and n.sequence > e.sequence;
  update public.events e set sequence = n.sequence
  from jsonb_to_recordset(p_sequences) as n (uid text, series_day date, sequence integer)
  join public.event_series s on s.calendar_id = p_calendar_id and s.uid = n.uid
  where e.calendar_id = p_calendar_id and e.series_id = s.id and e.series_day = n.series_day and n.sequence > e.sequence;

  insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata)
  select (select u.id from auth.users u where u.id = auth.uid()), c.id, 'calendar', c.id, 'import',
    p_counts || jsonb_build_object('calendar_id', c.id, 'calendar_name', c.name)
  from public.calendars c where c.id = p_calendar_id;
end
$$;
comment on function private.close_import(uuid, jsonb, jsonb) is 'Ends an import: each SEQUENCE as the file has it, where that is the higher, and one line of history with how many events came.';
grant execute on function private.close_import(uuid, jsonb, jsonb) to service_role;
