-- Definer: callers may not write calendars, history, jobs and notices. One function, because each trigger costs a statement of its own; and
-- one statement for what every added event needs, because each of those costs as well (decision 55).
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
    returning c.id, c.name, c.time_zone, c.notify_at
  ), added as (
    select e.id, e.calendar_id, c.name, e.series_id is not null as in_series,
      e.include_in_mailer and private.is_due(e.event_date, c.time_zone, c.notify_at, now()) as is_due,
      exists (select from public.deleted_events d where d.id = e.id) as is_restored
    from changed e join raised c on c.id = e.calendar_id
  ), told as (
    insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata)
    select (select u.id from auth.users u where u.id = auth.uid()), a.calendar_id, 'event', a.id,
      case when a.is_restored then 'restore' else 'create' end,
      jsonb_build_object('calendar_id', a.calendar_id, 'calendar_name', a.name)
    from added a
    where not by_series
  )
  select array_agg(a.calendar_id) filter (where a.is_due), bool_or(a.in_series), bool_or(a.is_restored)
  into due, in_series, restored
  from added a;

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
