-- What one added event costs (decision 33). Every rule, line of history and job is as before.

-- A check is read and prepared again by every statement, constants byte by byte. Behind a call, a pattern is prepared once a session.
create or replace function private.is_one_line(value text) returns boolean
language plpgsql immutable parallel safe strict
set search_path = ''
as $$
begin
  return value !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]';
end
$$;

create or replace function private.is_several_lines(value text) returns boolean
language plpgsql immutable parallel safe strict
set search_path = ''
as $$
begin
  return value !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]';
end
$$;

create or replace function private.is_visible(value text) returns boolean
language plpgsql immutable parallel safe strict
set search_path = ''
as $$
begin
  return value ~ (
    '[^'
    '\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2'
    '\u115f-\u1160\u1680\u17b4-\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000'
    '\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f'
    '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff'
    ']'
  );
end
$$;

-- Its names are bound, so it pins nothing and is put in the place of its call.
create or replace function auth.uid() returns uuid
language sql stable
return nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')::uuid;

-- A version that rises changes nothing else: nothing to fill in, to follow or to tell.
drop trigger fill on public.calendars;
create trigger fill before insert on public.calendars for each row execute function private.fill_calendar();
create trigger fill_changed before update on public.calendars
for each row when (new.version = old.version) execute function private.fill_calendar();
drop trigger audit on public.calendars;
create trigger audit after insert or delete or update of name, description, owner_id, identifier, state, city, time_zone,
  allow_guest_users, disabled, admin_email, external_calendar_url, sendgrid_template_id, notify_at, created_at, sending_paused_at,
  sending_paused_reason, deleted_at, disabled_before, sending_resumed_at on public.calendars
for each row execute function private.write_audit('calendar');
drop trigger follow_calendar on public.calendars;
-- The zone follows the city.
create trigger follow_calendar after update of disabled, time_zone, state, city on public.calendars
for each row when (new.disabled <> old.disabled or new.time_zone <> old.time_zone)
execute function private.follow_calendar();

-- Definer: callers may not write calendars.
create or replace function private.raise_version() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.calendars set version = version + 1, updated_at = now()
  where id in (select changed.calendar_id from changed);
  return null;
end
$$;
comment on function private.raise_version() is 'A changed event is a changed calendar.';

-- Adds what add_job adds, and leaves out to tell the workers where the hour has not come: they look every other second anyway. With
-- NOTIFY, PostgreSQL lets transactions commit one at a time, each with a write to disk of its own.
create function private.plan_soon(p_calendars uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  calendar uuid;
begin
  foreach calendar in array p_calendars loop
    insert into graphile_worker._private_jobs as j (task_id, payload, key)
    select t.id, json_build_object('calendar_id', c.id), 'plan-day-of:' || c.id
    from public.calendars c, graphile_worker._private_tasks t
    where c.id = calendar and (now() at time zone c.time_zone)::time < c.notify_at and t.identifier = 'plan-day-of'
    on conflict (key) do update set
      run_at = least(j.run_at, excluded.run_at), attempts = 0, last_error = null, revision = j.revision + 1, updated_at = now()
    where j.locked_at is null;
    -- Also when the job is running: it may have looked already.
    if not found then
      perform graphile_worker.add_job(
        'plan-day-of', json_build_object('calendar_id', calendar), job_key => 'plan-day-of:' || calendar
      );
    end if;
  end loop;
end
$$;
comment on function private.plan_soon(uuid[]) is 'Queues the planner for calendars whose events of these days changed.';

-- Definer: callers may not add jobs.
create or replace function private.plan_changed_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.plan_soon(array(
    select distinct changed.calendar_id from changed
    where changed.include_in_mailer and changed.event_date between current_date - 1 and current_date + 1
  ));
  return null;
end
$$;

-- Definer: callers may not write calendars, history, jobs and notices. One function, because each trigger costs a statement of its own.
create function private.follow_added_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  by_series constant boolean := private.is_series_at_work();
  soon uuid[];
  in_series boolean;
  restored boolean;
begin
  with raised as (
    update public.calendars c set version = c.version + 1, updated_at = now()
    where c.id in (select changed.calendar_id from changed)
    returning c.id, c.name
  )
  insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata)
  select (select u.id from auth.users u where u.id = auth.uid()), c.id, 'event', e.id,
    case when exists (select from public.deleted_events d where d.id = e.id) then 'restore' else 'create' end,
    jsonb_build_object('calendar_id', c.id, 'calendar_name', c.name)
  from changed e join raised c on c.id = e.calendar_id
  where not by_series;

  select
    array_agg(distinct e.calendar_id)
      filter (where e.include_in_mailer and e.event_date between current_date - 1 and current_date + 1),
    bool_or(e.series_id is not null),
    bool_or(exists (select from public.deleted_events d where d.id = e.id))
  into soon, in_series, restored
  from changed e;
  if soon is not null then
    perform private.plan_soon(soon);
  end if;
  if in_series and not by_series then
    update public.event_series s set exdates = array(select day from unnest(s.exdates) as day where day <> all (back.days))
    from (
      select changed.series_id, array_agg(changed.series_day) as days from changed where changed.series_id is not null group by 1
    ) as back
    where s.id = back.series_id and s.exdates && back.days;
  end if;
  if restored and not by_series then
    -- A notice of its cancelling that still waits tells it as it is.
    update public.change_notices n set event_id = changed.id
    from changed, public.mailings m
    where n.calendar_id = changed.calendar_id and n.event_id is null and n.before ->> 'id' = changed.id::text
      and m.id = n.mailing_id and m.state = 'waiting';
  end if;
  return null;
end
$$;
comment on function private.follow_added_events() is
  'Events that were added: the calendar''s version, history, the planner, and what a restored one takes back.';

drop trigger include_restored_days on public.events;
drop trigger keep_notices_of_restored on public.events;
drop trigger plan_insert on public.events;
drop trigger raise_version_insert on public.events;
drop trigger audit on public.events;
drop function private.include_restored_days();
drop function private.keep_notices_of_restored();
create trigger audit after update or delete on public.events
for each row when (not private.is_series_at_work()) execute function private.write_audit('event');
create trigger follow_added after insert on public.events
referencing new table as changed
for each statement execute function private.follow_added_events();

-- As before, but that it looks up one membership instead of all, and trims the picture's text itself.
drop trigger prepare_image on public.events;
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
  new.include_sms := false;
  new.updated_at := now();
  if by_client and tg_op = 'INSERT' then
    if not exists (
      select from public.calendar_members m join public.calendars c on c.id = m.calendar_id
      where m.calendar_id = new.calendar_id and m.user_id = auth.uid() and m.role = 'admin' and c.deleted_at is null
    ) then
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
