-- Events from files and feeds. They are written as any, by those who may write them, with three differences that the importing
-- function sets for its transaction: the past may be written too, recipients are not required, and SEQUENCE is the file's.

-- Called by the service with the claims of the importing admin, or with none for a feed. Locks nothing: the file is read
-- and compared first, which can take a second.
create function private.import_zone(p_calendar_id uuid) returns text
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
grant execute on function private.import_zone(uuid) to service_role;

-- The lock runs imports of a calendar, and what they count, one after another.
create function private.open_import(p_calendar_id uuid) returns text
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
comment on function private.open_import(uuid) is 'Begins an import, for admins of the calendar only: locks it and returns its zone.';
grant execute on function private.open_import(uuid) to service_role;

-- Called by the service: clients may set no SEQUENCE and write no history.
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
