-- Why an event is cancelled, postponed or moved.

alter table public.events add column if not exists status_reason text;
alter table public.events drop constraint if exists events_status_reason_check, add constraint events_status_reason_check
  check (char_length(status_reason) <= 200 and private.is_one_line(status_reason));
comment on column public.events.status_reason is 'Why it is cancelled, postponed or moved, in a few words.';
grant select (status_reason) on public.events to anon;
grant insert (status_reason), update (status_reason) on public.events to authenticated;

alter table public.event_series add column if not exists status_reason text;
alter table public.event_series drop constraint if exists event_series_status_reason_check, add constraint event_series_status_reason_check
  check (char_length(status_reason) <= 200 and private.is_one_line(status_reason));
comment on column public.event_series.status_reason is 'Same as in events.';
grant select (status_reason) on public.event_series to anon;
grant insert (status_reason), update (status_reason) on public.event_series to authenticated;

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
  new.image_alt := private.trimmed_or_null(new.image_alt);
  new.status_reason := case when new.status <> 'scheduled' then private.trimmed_or_null(new.status_reason) end;
  new.include_sms := false;
  new.updated_at := now();
  if by_client and tg_op = 'INSERT' then
    if not exists (
      select from public.calendar_members m join public.calendars c on c.id = m.calendar_id
      where m.calendar_id = new.calendar_id and m.user_id = auth.uid() and m.role = 'admin' and c.deleted_at is null
    ) then
      return new; -- The policy refuses it, before any check. Going on would show a stranger something of the calendar.
    end if;
    new.created_by := auth.uid();
  end if;
  if not (new.start_time >= '1970-01-01 00:00Z' and new.start_time < '2200-01-01 00:00Z') then
    -- The column's check refuses it, once the columns that cannot be derived from it are filled.
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
    elsif tg_op = 'INSERT' and not private.has_recipients(new.calendar_id) then
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
  new.status_reason := case when new.status <> 'scheduled' then private.trimmed_or_null(new.status_reason) end;
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

drop trigger audit on public.event_series;
create trigger audit after insert or delete or update of
  title, description, location, location_name, link_url, latitude, longitude, image, image_alt, category, include_in_mailer, status,
  status_reason, all_day, starts_on, starts_at, ends_at, end_days, time_zone, rrule, rdates, exdates
on public.event_series
for each row when (not private.is_importing())
execute function private.write_audit('series');
