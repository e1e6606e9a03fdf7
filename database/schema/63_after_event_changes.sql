-- What follows when events are added, changed or deleted: every consequence, in the order in which it is called, and nowhere else. What
-- must hold (days, permissions, limits, history) is in 30_events.sql. Each step takes all rows of a statement, so that an import of a year
-- is one step, as an array: only the trigger itself sees its transition tables.

create function private.raise_versions(p_calendars uuid[]) returns void
language sql volatile
set search_path = ''
as $$
  update public.calendars set version = version + 1, updated_at = now() where id = any (p_calendars)
$$;
comment on function private.raise_versions(uuid[]) is 'Pages, feeds and open screens of these calendars are new.';

-- One statement for what every added event needs, because adding one is what people do most.
-- Definer: callers may not write calendars, history, notices and what waits.
create function private.after_events_added() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  by_series constant boolean := private.is_series_at_work();
  at constant timestamptz := private.program_time();
  in_series boolean;
  restored boolean;
  cohosted boolean;
  posted boolean;
  dates public.events[];
begin
  -- 1. The calendar has a new version and more events, history has a line, and what is sent soon waits for ten minutes.
  with raised as (
    update public.calendars c set version = c.version + 1, updated_at = now(), stored_events = c.stored_events + more.events
    from (select added.calendar_id, count(*) as events from added group by added.calendar_id) as more
    where c.id = more.calendar_id
    returning c.id, c.name, c.time_zone
  ), rows as (
    select e.id, e.calendar_id, c.name, e.series_id is not null as in_series, e.cohost_id is not null as is_cohosted,
      e.include_in_mailer and e.event_date - (at at time zone c.time_zone)::date between 0 and 8 as is_near,
      exists (select from public.deleted_events d where d.id = e.id) as is_restored,
      exists (select from public.webhooks w where w.calendar_id = e.calendar_id) as is_posted
    from added e join raised c on c.id = e.calendar_id
  ), logged as (
    insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata)
    select (select u.id from auth.users u where u.id = auth.uid()), r.calendar_id, 'event', r.id,
      case when r.is_restored then 'restore' else 'create' end,
      jsonb_build_object('calendar_id', r.calendar_id, 'calendar_name', r.name)
    from rows r
    where not by_series
  ), waits as (
    -- Does what private.make_wait does; a call per event would be slower.
    insert into private.waiting_events (event_id, due_at)
    select r.id, at + interval '10 minutes' from rows r where r.is_near
  )
  select bool_or(r.in_series), bool_or(r.is_restored), bool_or(r.is_cohosted), bool_or(r.is_posted)
  into in_series, restored, cohosted, posted from rows r;

  -- 2. Dates of a series ask and need what the series does; a date that is put back is no exception any more.
  if in_series then
    dates := array(select e::public.events from added e where e.series_id is not null);
    perform private.copy_rsvps(dates);
    perform private.copy_slots(dates);
    if not by_series then
      perform private.unexcept_days(dates);
    end if;
  end if;
  -- 3. A waiting notice of its cancellation gets its restored event back.
  if restored and not by_series then
    update public.change_notices n set event_id = added.id
    from added, public.mailings m
    where n.calendar_id = added.calendar_id and n.event_id is null and n.before ->> 'id' = added.id::text
      and m.id = n.mailing_id and m.state = 'waiting';
  end if;
  -- 4. A restored event is hosted together again.
  if cohosted then
    perform private.rejoin_cohosts(e) from added e where e.cohost_id is not null;
  end if;
  -- 5. Webhooks.
  if posted then
    perform private.post_events('event.created', array(select e::public.events from added e));
  end if;
  return null;
end
$$;
comment on function private.after_events_added() is 'Everything that follows when events are added.';

-- Definer: as after_events_added; co-hosts' events are written although the editor may not see them, because their admins agreed.
create function private.after_events_changed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  kind text;
begin
  -- 1. Those who know the event as it was get a notice, if the editor wants that.
  if private.is_notifying() then
    perform private.gather_change(o) from before o join changed n on n.id = o.id where private.is_material_change(o, n);
  end if;
  -- 2. Calendars that host an event together follow its change.
  if not private.is_following() then
    perform private.share_event(n) from changed n join before o on o.id = n.id
    where o.cohost_id is not null and n.cohost_id is not null and private.is_shared_change(o, n);
  end if;
  -- 3. An event waits before it is sent when it is put into the mailer, takes place after all, gets another day, category or other
  -- tags, or now starts so early that its reminder of an hour before would leave right away. Other changes do not delay it.
  perform private.make_wait(array_agg(e.id))
  from changed e join before o on o.id = e.id
  where e.include_in_mailer and (
    not o.include_in_mailer or o.status in ('cancelled', 'postponed') or (o.event_date, o.category) <> (e.event_date, e.category)
    or e.start_time < o.start_time and e.start_time < private.program_time() + interval '70 minutes'
    or o.mail_tags <> e.mail_tags
  )
  having count(*) > 0;
  -- 4. Webhooks.
  if exists (select from public.webhooks w where w.calendar_id in (select n.calendar_id from changed n)) then
    foreach kind in array array['event.cancelled', 'event.changed'] loop
      perform private.post_events(kind, array(
        select n::public.events from changed n join before o on o.id = n.id
        where (n.status = 'cancelled' and o.status <> 'cancelled') = (kind = 'event.cancelled')
          and to_jsonb(n) - array['updated_at', 'is_public', 'created_by'] <> to_jsonb(o) - array['updated_at', 'is_public', 'created_by']
      ));
    end loop;
  end if;
  -- 5. The calendar has a new version.
  perform private.raise_versions(array(select distinct n.calendar_id from changed n));
  return null;
end
$$;
comment on function private.after_events_changed() is 'Everything that follows when events are changed.';

-- Definer: as after_events_added.
create function private.after_events_deleted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- 1. The day of a date of a series becomes an exception, or it would be made again.
  if not private.is_series_at_work() and exists (select from deleted d where d.series_id is not null) then
    perform private.except_days(array(select d::public.events from deleted d where d.series_id is not null));
  end if;
  -- 2. Webhooks.
  if exists (select from public.webhooks w where w.calendar_id in (select d.calendar_id from deleted d)) then
    perform private.post_events('event.cancelled', array(select d::public.events from deleted d), p_deleted => true);
  end if;
  -- 3. The calendar has a new version and fewer events.
  update public.calendars c set version = c.version + 1, updated_at = now(), stored_events = c.stored_events - fewer.events
  from (select d.calendar_id, count(*) as events from deleted d group by d.calendar_id) as fewer
  where c.id = fewer.calendar_id;
  return null;
end
$$;
comment on function private.after_events_deleted() is 'Everything that follows when events are deleted.';
