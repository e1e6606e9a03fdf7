-- Events of last year can be rolled forward: one import, of copies.
alter table private.event_imports drop constraint if exists event_imports_source_check;
alter table private.event_imports add constraint event_imports_source_check check (source in ('file', 'feed', 'copy'));
comment on column private.event_imports.source is 'copy: events of the same calendar, rolled forward.';

-- A file carries no picture, tags, RSVP or lists. A copy that an admin rolled forward names its model in its UID (domain/roll-forward.ts); only
-- one of the same calendar counts.
create or replace function private.copied_id(p_uid text) returns uuid
language sql immutable
return substring(p_uid from '^again-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-[0-9]{4}-[0-9]{2}-[0-9]{2}$')::uuid;
comment on function private.copied_id(text) is 'The event or series that a copy was made of; null for anything else.';
grant execute on function private.copied_id(text) to service_role;

create or replace function private.complete_copies(p_calendar_id uuid) returns void
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
create or replace function private.close_import(p_calendar_id uuid, p_sequences jsonb, p_counts jsonb, p_replaced text[]) returns uuid
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
