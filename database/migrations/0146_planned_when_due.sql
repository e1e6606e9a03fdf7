-- The planner looks every minute at all that is due (decision 51). A job of its own is for what is due already when it is added or
-- changed, so that it goes out now. One that waited for its hour had nothing to do, and there was one for every other added event.
create function private.is_due(p_day date, p_zone text, p_notify_at time, p_now timestamptz) returns boolean
language sql immutable parallel safe
return case p_day - (p_now at time zone p_zone)::date
  when 0 then (p_now at time zone p_zone)::time >= p_notify_at
  when 1 then (p_now at time zone p_zone)::time >= time '18:00'
  else false
end;
comment on function private.is_due(date, text, time, timestamptz) is
  'Whether the hour has come of what is told on its day, or the evening before.';

drop function private.plan_soon(uuid[]);
-- In the order of their ids, so that two who add jobs for the same calendars do not wait for each other.
create function private.plan_now(p_calendars uuid[]) returns void
language sql
set search_path = ''
as $$
  select graphile_worker.add_job('plan-day-of', json_build_object('calendar_id', id), job_key => 'plan-day-of:' || id)
  from (select distinct id from unnest(p_calendars) as id order by id) as due
$$;
comment on function private.plan_now(uuid[]) is 'Has the planner look at these calendars at once.';

-- Definer: callers may not add jobs.
create or replace function private.plan_changed_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.plan_now(array_agg(e.calendar_id))
  from changed e join public.calendars c on c.id = e.calendar_id
  where e.include_in_mailer and private.is_due(e.event_date, c.time_zone, c.notify_at, now())
  having count(*) > 0;
  return null;
end
$$;

-- Definer: callers may not write calendars, history, jobs and notices. One function, because each trigger costs a statement of its own.
create or replace function private.follow_added_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  by_series constant boolean := private.is_series_at_work();
  due uuid[];
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
    array_agg(e.calendar_id)
      filter (where e.include_in_mailer and private.is_due(e.event_date, c.time_zone, c.notify_at, now())),
    bool_or(e.series_id is not null),
    bool_or(exists (select from public.deleted_events d where d.id = e.id))
  into due, in_series, restored
  from changed e join public.calendars c on c.id = e.calendar_id;
  if due is not null then
    perform private.plan_now(due);
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
