-- Ten minutes to think: nothing is sent right after a click.

-- Ten minutes to think. An event that joins what is sent today or in the coming week is left out of it at first, so that nothing
-- leaves right after a click: the person can take it back, or send it at once. The database does this, so it holds for every writer.
create table if not exists private.waiting_events (
  event_id uuid primary key references public.events on delete cascade,
  due_at timestamptz not null
);

comment on table private.waiting_events is 'Events that were added, or put into the mailer, less than ten minutes ago.';
comment on column private.waiting_events.due_at is 'From then on it may be sent. The planner deletes the row in the transaction that plans the event.';

alter table private.waiting_events enable row level security;
drop policy if exists all_service on private.waiting_events;
create policy all_service on private.waiting_events for all to service_role using (true) with check (true);
comment on policy all_service on private.waiting_events is 'The worker plans what has waited.';

grant select, insert, update, delete on private.waiting_events to service_role;

-- The week: the mail of a Sunday evening names seven days ahead. Ordered by id, so that two calls cannot deadlock.
create or replace function private.make_wait(p_events uuid[]) returns void
language sql volatile
set search_path = ''
as $$
  insert into private.waiting_events (event_id, due_at)
  select e.id, private.program_time() + interval '10 minutes'
  from public.events e join public.calendars c on c.id = e.calendar_id
  where e.id = any (p_events) and e.include_in_mailer and e.status not in ('cancelled', 'postponed')
    and e.event_date - (private.program_time() at time zone c.time_zone)::date between 0 and 8
  order by e.id
  on conflict (event_id) do update set due_at = excluded.due_at
$$;
comment on function private.make_wait(uuid[]) is 'Makes events that could be sent soon wait for ten minutes.';
revoke execute on function private.make_wait(uuid[]) from public;

-- Runs once per statement. Other changes of an event that is to be sent anyway do not delay it.
-- Definer: callers may not write what waits.
create or replace function private.delay_changed_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.make_wait(array_agg(e.id))
  from changed e join before o on o.id = e.id
  where e.include_in_mailer and (
    not o.include_in_mailer or o.status in ('cancelled', 'postponed') or (o.event_date, o.category) <> (e.event_date, e.category)
  )
  having count(*) > 0;
  return null;
end
$$;
comment on function private.delay_changed_events() is 'An event that is put into the mailer, takes place after all, or gets another day or category, waits before it is sent.';
revoke execute on function private.delay_changed_events() from public;

-- Definer: as delay_changed_events.
create or replace function private.delay_calendar() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.make_wait(array_agg(e.id))
  from public.events e
  where e.calendar_id = new.id and e.include_in_mailer and e.event_date between current_date - 2 and current_date + 9
    and not private.is_announced(e.id, e.event_date)
  having count(*) > 0;
  return null;
end
$$;
comment on function private.delay_calendar() is 'What another hour, time zone or visibility of the calendar makes due waits before it is sent.';
revoke execute on function private.delay_calendar() from public;

create or replace function private.is_announced(p_event_id uuid, p_day date) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.mailing_events named
    where named.event_id = p_event_id and named.kind in ('day_of', 'alert') and coalesce(named.day, p_day) = p_day
  )
$$;
comment on function private.is_announced(uuid, date) is 'Whether the mailing of its day, or an alert, has named the event already.';
revoke execute on function private.is_announced(uuid, date) from public;

-- Definer: clients reach no function of this schema.
create or replace function private.require_event_editor(p_event_id uuid) returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  calendar uuid;
begin
  select e.calendar_id into calendar from public.events e
  where e.id = p_event_id and (
    e.calendar_id = any (private.my_admin_calendars())
    or e.created_by = auth.uid() and e.calendar_id = any (private.my_calendars())
  );
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins and the person who added the event can decide when it is sent.';
  end if;
  return calendar;
end
$$;
comment on function private.require_event_editor(uuid) is 'The calendar of an event that the caller may edit; raises otherwise.';
revoke execute on function private.require_event_editor(uuid) from public;

-- Definer: what waits is closed to clients. Only what leaves when its ten minutes are over: the rest waits for its hour.
create or replace function private.waiting_in(p_calendar_id uuid)
returns table (event_id uuid, title text, due_at timestamptz, created_by uuid)
language sql stable security definer
set search_path = ''
as $$
  select e.id, e.title, w.due_at, e.created_by
  from private.waiting_events w
  join public.events e on e.id = w.event_id
  join public.calendars c on c.id = e.calendar_id
  cross join lateral (select w.due_at at time zone c.time_zone as here) as clock
  where e.calendar_id = p_calendar_id and e.include_in_mailer and e.status not in ('cancelled', 'postponed')
    and e.event_date = clock.here::date and clock.here::time >= c.notify_at
    and not private.is_announced(e.id, e.event_date)
$$;
comment on function private.waiting_in(uuid) is 'Events of a calendar, of today, that leave when their ten minutes are over.';
revoke execute on function private.waiting_in(uuid) from public;

-- Definer: as waiting_in.
create or replace function public.get_waiting_events(p_calendar_id uuid)
returns table (event_id uuid, title text, due_at timestamptz)
language sql stable security definer
set search_path = ''
as $$
  select w.event_id, w.title, w.due_at
  from private.waiting_in(p_calendar_id) w
  where p_calendar_id = any ((select private.my_admin_calendars())::uuid[])
    or w.created_by = auth.uid() and p_calendar_id = any ((select private.my_calendars())::uuid[])
  order by w.due_at, w.event_id
$$;
comment on function public.get_waiting_events(uuid) is 'Events of today that leave when their ten minutes are over. For admins and the person who added the event.';
revoke execute on function public.get_waiting_events(uuid) from public;
grant execute on function public.get_waiting_events(uuid) to authenticated;

-- Definer: as waiting_in; callers may not add jobs.
create or replace function public.send_event_now(p_event_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  calendar uuid := private.require_event_editor(p_event_id);
begin
  perform private.require_sending(calendar);
  delete from private.waiting_events w where w.event_id = p_event_id;
  if not found then
    return false;
  end if;
  perform graphile_worker.add_job('plan-day-of', json_build_object('calendar_id', calendar), job_key => 'plan-day-of:' || calendar);
  return true;
end
$$;
comment on function public.send_event_now(uuid) is 'Sends an event before its ten minutes are over. Returns whether it waited. For admins and the person who added it.';
revoke execute on function public.send_event_now(uuid) from public;
grant execute on function public.send_event_now(uuid) to authenticated;

-- The planner takes the same row: either it finds the event out of the mailer, or we find it planned. The calendar is locked first,
-- as by every write of an event. Definer: as waiting_in.
create or replace function public.withdraw_event(p_event_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  calendar uuid := private.require_event_editor(p_event_id);
begin
  perform from public.calendars c where c.id = calendar for no key update;
  delete from private.waiting_events w where w.event_id = p_event_id;
  if not found then
    raise exception using errcode = 'TB023', message = 'The event has gone out already.';
  end if;
  update public.events e set include_in_mailer = false where e.id = p_event_id;
  return true;
end
$$;
comment on function public.withdraw_event(uuid) is 'Takes an event out of the mailer while it waits. For admins and the person who added it.';
revoke execute on function public.withdraw_event(uuid) from public;
grant execute on function public.withdraw_event(uuid) to authenticated;

-- One function, because each trigger costs a statement of its own; and one statement for what every added event needs.
-- Definer: callers may not write calendars, history, notices and what waits.
create or replace function private.follow_added_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  by_series constant boolean := private.is_series_at_work();
  at constant timestamptz := private.program_time();
  in_series boolean;
  restored boolean;
begin
  with raised as (
    update public.calendars c set version = c.version + 1, updated_at = now()
    where c.id in (select changed.calendar_id from changed)
    returning c.id, c.name, c.time_zone
  ), added as (
    select e.id, e.calendar_id, c.name, e.series_id is not null as in_series,
      e.include_in_mailer and e.event_date - (at at time zone c.time_zone)::date between 0 and 8 as is_near,
      exists (select from public.deleted_events d where d.id = e.id) as is_restored
    from changed e join raised c on c.id = e.calendar_id
  ), logged as (
    insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata)
    select (select u.id from auth.users u where u.id = auth.uid()), a.calendar_id, 'event', a.id,
      case when a.is_restored then 'restore' else 'create' end,
      jsonb_build_object('calendar_id', a.calendar_id, 'calendar_name', a.name)
    from added a
    where not by_series
  ), waits as (
    -- As private.make_wait, which a call per event would make slower.
    insert into private.waiting_events (event_id, due_at)
    select a.id, at + interval '10 minutes' from added a where a.is_near
  )
  select bool_or(a.in_series), bool_or(a.is_restored) into in_series, restored from added a;

  if in_series and not by_series then
    update public.event_series s set exdates = array(select day from unnest(s.exdates) as day where day <> all (back.days))
    from (
      select changed.series_id, array_agg(changed.series_day) as days from changed where changed.series_id is not null group by 1
    ) as back
    where s.id = back.series_id and s.exdates && back.days;
  end if;
  if restored and not by_series then
    -- A waiting notice of its cancellation gets its event back.
    update public.change_notices n set event_id = changed.id
    from changed, public.mailings m
    where n.calendar_id = changed.calendar_id and n.event_id is null and n.before ->> 'id' = changed.id::text
      and m.id = n.mailing_id and m.state = 'waiting';
  end if;
  return null;
end
$$;
comment on function private.follow_added_events() is 'After events were added: raises the calendar''s version, writes history, makes what is sent soon wait, and restores what belongs to a restored event.';
revoke execute on function private.follow_added_events() from public;

drop trigger if exists plan_update on public.events;
drop function if exists private.plan_changed_events();
drop function if exists private.plan_now(uuid[]);
drop function if exists private.is_due(date, text, time, timestamptz);
create or replace trigger delay_update after update on public.events referencing old table as before new table as changed
for each statement execute function private.delay_changed_events();
-- `state` and `city` set the time zone. Runs after `follow_calendar`, because of its name.
create or replace trigger wait_if_due after update of notify_at, time_zone, disabled, state, city on public.calendars
for each row when ((new.notify_at, new.time_zone, new.disabled) is distinct from (old.notify_at, old.time_zone, old.disabled))
execute function private.delay_calendar();
