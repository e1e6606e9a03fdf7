-- Pictures of events. A picture belongs to a calendar and is named by what it is: a hash of its bytes, its size and its kind.
-- Events and series name theirs, with a text for those who do not see it, in two columns like a title and a description: so
-- editing one date, the following or all, copying, deleting and restoring, the history and the calendar's version work for
-- pictures, too. The same picture of many events is here once.

create table private.event_images (
  calendar_id uuid not null references public.calendars on delete cascade,
  name text not null,
  bytes bytea not null,
  added_at timestamptz not null default now(),

  primary key (calendar_id, name),
  constraint event_images_name_check check (name ~ '^[0-9a-f]{32}-[1-9][0-9]{0,3}x[1-9][0-9]{0,3}[.](jpg|png|webp)$'),
  constraint event_images_bytes_check check (octet_length(bytes) between 1 and 2097152)
);
-- Pictures are compressed already.
alter table private.event_images alter column bytes set storage external;

comment on table private.event_images is 'One row per picture of a calendar, as it is sent to browsers: without camera, place and time.';
comment on column private.event_images.name is 'Half a SHA-256 of the bytes, width and height, and the kind.';
comment on column private.event_images.added_at is 'When it was last uploaded. Deleted if no event has named it a day later.';

-- In the private schema, and written by one function only: what a client wrote here would be shown from our address.
alter table private.event_images enable row level security;
create policy all_service on private.event_images for all to service_role using (true) with check (true);
comment on policy all_service on private.event_images is 'The server writes what it has checked, and reads for those who may see the event.';

grant select, insert, update, delete on private.event_images to service_role;

-- Definer: clients reach no function of this schema.
create function private.prepare_image() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.image_alt := private.trimmed_or_null(new.image_alt);
  return new;
end
$$;
comment on function private.prepare_image() is 'Trims the text of a picture.';

create function private.owner_picture_limit() returns bigint
language sql immutable parallel safe
return 1073741824;
comment on function private.owner_picture_limit() is 'How many bytes the pictures of all calendars of an owner take.';
grant execute on function private.owner_picture_limit() to service_role;

-- Runs in the name of the person in the claims.
create function private.add_event_image(p_calendar_id uuid, p_name text, p_bytes bytea) returns void
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
comment on function private.add_event_image(uuid, text, bytea) is 'Stores a picture that the server has checked, for an admin.';
grant execute on function private.add_event_image(uuid, text, bytea) to service_role;

create function private.read_event_image(p_calendar_id uuid, p_name text) returns bytea
language sql stable
set search_path = ''
as $$
  select i.bytes from private.event_images i
  where i.calendar_id = p_calendar_id and i.name = p_name and exists (
    select from public.events e
    where e.calendar_id = i.calendar_id and e.image = i.name
      and (e.is_public or e.calendar_id = any ((select private.my_calendars())::uuid[]))
  )
$$;
comment on function private.read_event_image(uuid, text) is 'A picture, for who may see an event that has it: everybody, or the calendar''s members.';
grant execute on function private.read_event_image(uuid, text) to service_role;

-- After a day, because a form may still be open. Events that can be restored keep their pictures.
create function private.prune_event_images() returns bigint
language sql volatile
set search_path = ''
as $$
  with gone as (
    delete from private.event_images i
    where i.added_at < now() - interval '1 day'
      and not exists (select from public.events e where e.calendar_id = i.calendar_id and e.image = i.name)
      and not exists (select from public.event_series s where s.calendar_id = i.calendar_id and s.image = i.name)
      and not exists (
        select from public.deleted_events d where d.calendar_id = i.calendar_id and d.event ->> 'image' = i.name
      )
    returning 1
  )
  select count(*) from gone
$$;
comment on function private.prune_event_images() is 'Deletes pictures that no event names any more; returns how many.';
grant execute on function private.prune_event_images() to service_role;
