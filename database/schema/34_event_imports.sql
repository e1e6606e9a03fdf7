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

-- What each import brought, so that all of it can be taken back. An event that somebody has changed since is not the import's any more: its
-- fingerprint differs. Changed events that were there before are not listed; they stay as the file has them.
create table private.event_imports (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references public.calendars on delete cascade,
  source text not null,
  added integer not null,
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  removed integer,

  constraint event_imports_source_check check (source in ('file', 'feed', 'copy'))
);

comment on table private.event_imports is 'One row per import that brought events.';
comment on column private.event_imports.source is 'copy: events of the same calendar, rolled forward.';
comment on column private.event_imports.created_by is 'Null: a feed, or an account since deleted.';
comment on column private.event_imports.created_at is 'Also the created_at of every event and series it brought.';
comment on column private.event_imports.removed is 'How many events and series were removed when it was undone.';

create index event_imports_calendar_id_idx on private.event_imports (calendar_id, created_at desc);
comment on index private.event_imports_calendar_id_idx is 'The imports of a calendar, newest first; the foreign key.';
create index event_imports_created_by_idx on private.event_imports (created_by);
comment on index private.event_imports_created_by_idx is 'The foreign key, when an account goes.';

alter table private.event_imports enable row level security;
create policy all_service on private.event_imports for all to service_role using (true) with check (true);
comment on policy all_service on private.event_imports is 'The service records imports.';

grant select, insert, update, delete on private.event_imports to service_role;

create table private.imported_events (
  id bigint generated always as identity primary key,
  import_id uuid not null references private.event_imports on delete cascade,
  event_id uuid references public.events on delete cascade,
  series_id uuid references public.event_series on delete cascade,
  fingerprint text not null,

  constraint imported_events_one_check check (num_nonnulls(event_id, series_id) = 1),
  constraint imported_events_event_key unique (event_id),
  constraint imported_events_series_key unique (series_id)
);

comment on table private.imported_events is 'One row per event that happens once, and per series, that an import brought and nobody has deleted.';
comment on column private.imported_events.fingerprint is 'Of the event as it was imported; of a series, with all dates of that moment.';

create index imported_events_import_id_idx on private.imported_events (import_id);
comment on index private.imported_events_import_id_idx is 'What an import brought; the foreign key.';

alter table private.imported_events enable row level security;
create policy all_service on private.imported_events for all to service_role using (true) with check (true);
comment on policy all_service on private.imported_events is 'The service records imports.';

grant select, insert, update, delete on private.imported_events to service_role;

-- Moments are numbers, which no setting writes differently.
create function private.event_fingerprint(e public.events) returns text
language sql stable
set search_path = ''
as $$
  select md5(row(
    private.details_of(to_jsonb(e)), extract(epoch from e.start_time), extract(epoch from e.end_time), e.all_day
  )::text)
$$;
comment on function private.event_fingerprint(public.events) is 'A short text that differs when somebody has changed the event.';
grant execute on function private.event_fingerprint(public.events) to service_role;

-- Dates that the worker added later follow the series, unless somebody changed them.
create function private.series_fingerprint(s public.event_series) returns text
language sql stable
set search_path = ''
as $$
  select md5(row(
    private.details_of(to_jsonb(s)), s.all_day, s.starts_on - date '1970-01-01',
    extract(epoch from s.starts_at), extract(epoch from s.ends_at), s.end_days, s.time_zone, s.rrule,
    array(select day - date '1970-01-01' from unnest(s.rdates) as day order by day),
    array(select day - date '1970-01-01' from unnest(s.exdates) as day order by day),
    (
      select md5(coalesce(string_agg(private.event_fingerprint(e), '' order by e.series_day), ''))
      from public.events e where e.series_id = s.id and e.calendar_id = s.calendar_id and e.created_at = s.created_at
    ),
    exists (
      select from public.events e
      where e.series_id = s.id and e.calendar_id = s.calendar_id and e.created_at <> s.created_at and (
        e.sequence > 0 or private.details_of(to_jsonb(e)) <> private.details_of(to_jsonb(s))
      )
    )
  )::text)
$$;
comment on function private.series_fingerprint(public.event_series) is 'A short text that differs when somebody has changed the series or one of its dates.';
grant execute on function private.series_fingerprint(public.event_series) to service_role;

-- A file carries no picture, tags, RSVP or lists. A copy that an admin rolled forward names its model in its UID (domain/roll-forward.ts); only
-- one of the same calendar counts.
create function private.copied_id(p_uid text) returns uuid
language sql immutable
return substring(p_uid from '^again-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-[0-9]{4}-[0-9]{2}-[0-9]{2}$')::uuid;
comment on function private.copied_id(text) is 'The event or series that a copy was made of; null for anything else.';
grant execute on function private.copied_id(text) to service_role;

create function private.complete_copies(p_calendar_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  copy record;
begin
  update public.events e set
    image = m.image, image_alt = m.image_alt, mail_tags = m.mail_tags,
    include_in_mailer = e.include_in_mailer and m.include_in_mailer
  from public.events m
  where e.calendar_id = p_calendar_id and e.series_id is null and e.created_at = now()
    and m.id = private.copied_id(e.uid) and m.calendar_id = p_calendar_id;
  update public.event_series s set
    image = m.image, image_alt = m.image_alt, mail_tags = m.mail_tags,
    include_in_mailer = s.include_in_mailer and m.include_in_mailer
  from public.event_series m
  where s.calendar_id = p_calendar_id and s.created_at = now()
    and m.id = private.copied_id(s.uid) and m.calendar_id = p_calendar_id;
  update public.events e set
    image = s.image, image_alt = s.image_alt, mail_tags = s.mail_tags, include_in_mailer = s.include_in_mailer
  from public.event_series s
  where e.calendar_id = p_calendar_id and e.series_id = s.id and e.created_at = now()
    and s.calendar_id = p_calendar_id and s.created_at = now() and private.copied_id(s.uid) is not null;

  -- What repeats is that of the model's last date.
  for copy in
    select e.id, false as repeats, m.id as asks, m.id as needs
    from public.events e
    join public.events m on m.id = private.copied_id(e.uid) and m.calendar_id = p_calendar_id
    where e.calendar_id = p_calendar_id and e.series_id is null and e.created_at = now()
    union all
    select e.id, true, last.asks, last.needs
    from public.event_series s
    join public.events e on e.series_id = s.id and e.calendar_id = p_calendar_id and e.created_at = now()
    cross join lateral (
      select (
        select d.id from public.events d join public.event_rsvps r on r.event_id = d.id and r.repeats
        where d.series_id = private.copied_id(s.uid) and d.calendar_id = p_calendar_id order by d.start_time desc limit 1
      ) as asks, (
        select d.id from public.events d
        where d.series_id = private.copied_id(s.uid) and d.calendar_id = p_calendar_id
          and exists (select from public.event_slots l where l.event_id = d.id and l.repeats)
        order by d.start_time desc limit 1
      ) as needs
    ) as last
    where s.calendar_id = p_calendar_id and s.created_at = now() and private.copied_id(s.uid) is not null
  loop
    insert into public.event_rsvps (event_id, calendar_id, capacity, closes_hours, question, shows_count, repeats)
    select copy.id, p_calendar_id, r.capacity, r.closes_hours, r.question, r.shows_count, copy.repeats
    from public.event_rsvps r where r.event_id = copy.asks and r.is_open
    on conflict (event_id) do nothing;
    perform private.repeat_slots(copy.needs, copy.id, p_calendar_id, copy.repeats);
  end loop;
end
$$;
comment on function private.complete_copies(uuid) is 'Gives the copies of this transaction what a file does not carry: picture, tags, the mailer''s choice, RSVP and lists, without any names.';
grant execute on function private.complete_copies(uuid) to service_role;

-- Called by the service: clients may set no SEQUENCE and write no history.
create function private.close_import(p_calendar_id uuid, p_sequences jsonb, p_counts jsonb, p_replaced text[]) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  import uuid;
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

  if (p_counts ->> 'added')::integer > 0 then
    if p_counts ->> 'source' = 'copy' then
      perform private.complete_copies(p_calendar_id);
    end if;
    insert into private.event_imports (calendar_id, source, added, created_by)
    select p_calendar_id, p_counts ->> 'source', (p_counts ->> 'added')::integer,
      (select u.id from auth.users u where u.id = auth.uid())
    returning id into import;
    -- Rows of this transaction have its time. What took the place of something older is no addition.
    insert into private.imported_events (import_id, event_id, fingerprint)
    select import, e.id, private.event_fingerprint(e) from public.events e
    where e.calendar_id = p_calendar_id and e.series_id is null and e.created_at = now() and e.uid <> all (p_replaced);
    insert into private.imported_events (import_id, series_id, fingerprint)
    select import, s.id, private.series_fingerprint(s) from public.event_series s
    where s.calendar_id = p_calendar_id and s.created_at = now() and s.uid <> all (p_replaced);
  end if;

  insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata)
  select (select u.id from auth.users u where u.id = auth.uid()), c.id, 'calendar', c.id, 'import',
    p_counts || jsonb_build_object('calendar_id', c.id, 'calendar_name', c.name)
  from public.calendars c where c.id = p_calendar_id;
  return import;
end
$$;
comment on function private.close_import(uuid, jsonb, jsonb, text[]) is 'Ends an import: each SEQUENCE as the file has it, where that is the higher, a list of what came, and one line of history. Returns the id under which it can be undone, if it brought anything.';
grant execute on function private.close_import(uuid, jsonb, jsonb, text[]) to service_role;

-- Nothing is kept for restoring, because the file still has it all, and nobody is notified.
-- Definer: clients may not read what an import brought, and one call is one line of history.
create function public.undo_import(p_import_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  import private.event_imports;
  events_gone integer;
  series_gone integer;
  kept text[];
begin
  select i.* into import from private.event_imports i
  where i.id = p_import_id and i.calendar_id = any (private.my_admin_calendars());
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins of the calendar can undo an import.';
  end if;
  -- Set here and not in a clause of the function: only superusers may attach settings that PostgreSQL does not know.
  perform set_config('townbell.write', '{"as": "import"}', true);
  -- Rows before the calendar, as every write of an event locks them, and in one order: no deadlock, and nobody changes an event
  -- between our look and the deletion.
  perform from public.events e
  where e.id in (select n.event_id from private.imported_events n where n.import_id = p_import_id)
    or e.series_id in (select n.series_id from private.imported_events n where n.import_id = p_import_id)
  order by e.id
  for update;
  perform from public.calendars c where c.id = import.calendar_id for no key update;
  update private.event_imports i set undone_at = now() where i.id = p_import_id and i.undone_at is null;
  if not found then
    raise exception using errcode = 'TB028', message = 'This import has been undone already.';
  end if;

  delete from public.events e using private.imported_events n
  where n.import_id = p_import_id and e.id = n.event_id and e.series_id is null and private.event_fingerprint(e) = n.fingerprint;
  get diagnostics events_gone = row_count;
  delete from public.event_series s using private.imported_events n
  where n.import_id = p_import_id and s.id = n.series_id and private.series_fingerprint(s) = n.fingerprint;
  get diagnostics series_gone = row_count;
  perform set_config('townbell.write', '', true);

  select coalesce(array_agg(coalesce(e.title, s.title) order by coalesce(e.title, s.title), n.event_id, n.series_id), '{}') into kept
  from private.imported_events n
  left join public.events e on e.id = n.event_id
  left join public.event_series s on s.id = n.series_id
  where n.import_id = p_import_id;
  update private.event_imports i set removed = events_gone + series_gone where i.id = p_import_id;
  delete from private.imported_events n where n.import_id = p_import_id;

  insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata)
  select (select u.id from auth.users u where u.id = auth.uid()), c.id, 'calendar', c.id, 'import', jsonb_build_object(
    'source', 'undo', 'removed', events_gone + series_gone, 'kept', cardinality(kept), 'calendar_id', c.id, 'calendar_name', c.name
  )
  from public.calendars c where c.id = import.calendar_id;
  return jsonb_build_object('removed', events_gone + series_gone, 'kept', cardinality(kept), 'titles', to_jsonb(kept[1:10]));
end
$$;
comment on function public.undo_import(uuid) is 'Removes what an import brought and nobody has changed since; how many, and what stays. For admins.';
grant execute on function public.undo_import(uuid) to authenticated;

-- Definer: as undo_import; profiles show a person only to themselves.
create function public.get_imports(p_calendar_id uuid)
returns table (id uuid, created_at timestamptz, actor text, source text, added integer, undone_at timestamptz, removed integer, remaining integer)
language sql stable security definer
set search_path = ''
as $$
  select i.id, i.created_at, p.display_name, i.source, i.added, i.undone_at, i.removed,
    (select count(*)::integer from private.imported_events n where n.import_id = i.id)
  from private.event_imports i
  left join public.profiles p on p.user_id = i.created_by
  where i.calendar_id = p_calendar_id and p_calendar_id = any ((select private.my_admin_calendars())::uuid[])
  order by i.created_at desc, i.id
  limit 20
$$;
comment on function public.get_imports(uuid) is 'The last imports of a calendar, newest first, and how many events of each are still there. For its admins; nothing for others.';
grant execute on function public.get_imports(uuid) to authenticated;
