-- Imports read and plan before they lock; calendars and owners have limits on what they store.

create or replace function private.import_zone(p_calendar_id uuid) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if auth.uid() is not null and not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins of the calendar can import events.';
  end if;
  return (select c.time_zone from public.calendars c where c.id = p_calendar_id);
end
$$;
comment on function private.import_zone(uuid) is 'The zone of a calendar, for admins who want to import events.';
revoke execute on function private.import_zone(uuid) from public;
grant execute on function private.import_zone(uuid) to service_role;

create or replace function private.open_import(p_calendar_id uuid) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  zone constant text := private.import_zone(p_calendar_id);
begin
  perform from public.calendars c where c.id = p_calendar_id for no key update;
  return zone;
end
$$;

create or replace function private.calendar_event_limit() returns integer
language sql immutable parallel safe
return 20000;
comment on function private.calendar_event_limit() is 'How many events a calendar holds. Deleted ones that can be restored count once there are as many again.';
revoke execute on function private.calendar_event_limit() from public;

create or replace function private.event_room(p_calendar_id uuid) returns integer
language sql stable security definer
set search_path = ''
as $$
  select least(stored.most - stored.events, 2 * stored.most - stored.events - stored.deleted)
  from (
    select
      private.calendar_event_limit() as most,
      (
        select count(*)::integer
        from (select from public.events e where e.calendar_id = p_calendar_id limit private.calendar_event_limit() + 1) e
      ) as events,
      (
        select count(*)::integer
        from (select from public.deleted_events d where d.calendar_id = p_calendar_id limit 2 * private.calendar_event_limit() + 1) d
      ) as deleted
  ) as stored
$$;
comment on function private.event_room(uuid) is 'How many events a calendar can still take: calendar_event_limit(), and twice that together with deleted ones that can be restored.';
revoke execute on function private.event_room(uuid) from public;
grant execute on function private.event_room(uuid) to service_role;

create or replace function private.limit_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (
    -- `offset 0` keeps the planner from counting once per event instead of once per calendar.
    select from (select distinct changed.calendar_id from changed offset 0) as c where private.event_room(c.calendar_id) < 0
  ) then
    raise exception using errcode = 'TB027', message = 'A calendar can hold at most 20,000 events.',
      detail = 'Deleted events that can be restored count too, once there are 20,000 of them.';
  end if;
  return null;
end
$$;
comment on function private.limit_events() is 'Refuses events that their calendar has no room for.';
revoke execute on function private.limit_events() from public;

create or replace trigger limit_added after insert on public.events
referencing new table as changed
for each statement when (current_user in ('anon', 'authenticated') or private.is_series_at_work())
execute function private.limit_events();

create or replace function private.owner_picture_limit() returns bigint
language sql immutable parallel safe
return 1073741824;
comment on function private.owner_picture_limit() is 'How many bytes the pictures of all calendars of an owner take.';
revoke execute on function private.owner_picture_limit() from public;
grant execute on function private.owner_picture_limit() to service_role;

create or replace function private.add_event_image(p_calendar_id uuid, p_name text, p_bytes bytea) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  owner constant uuid := (select c.owner_id from public.calendars c where c.id = p_calendar_id);
begin
  if not p_calendar_id = any (private.my_admin_calendars()) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can add pictures.';
  end if;
  -- Locked, so that two uploads together do not exceed the limits.
  perform pg_advisory_xact_lock(hashtextextended('event_images ' || owner, 0));
  if octet_length(p_bytes) + (
    select coalesce(sum(octet_length(i.bytes)), 0) from private.event_images i
    where i.calendar_id = p_calendar_id and i.name <> p_name
  ) > 200 * 1024 * 1024 then
    raise exception using errcode = 'TB026', message = 'The pictures of a calendar can take at most 200 MB.';
  -- Deleted calendars count as long as they can be restored.
  elsif octet_length(p_bytes) + (
    select coalesce(sum(octet_length(i.bytes)), 0)
    from private.event_images i join public.calendars c on c.id = i.calendar_id
    where c.owner_id = owner
  ) > private.owner_picture_limit() then
    raise exception using errcode = 'TB026', message = 'The pictures of all calendars of an owner can take at most 1 GB.';
  end if;
  insert into private.event_images (calendar_id, name, bytes) values (p_calendar_id, p_name, p_bytes)
  on conflict (calendar_id, name) do update set added_at = now();
end
$$;
