-- A town page: one page, feed and frame for several public calendars, made by somebody who owns none or some of them. It shows only what
-- guests can see of each calendar anyway. Owners are notified when their calendar is added, and can decline for good.

create table public.collections (
  id uuid primary key default gen_random_uuid(),
  slug text,
  owner_id uuid not null default auth.uid() references auth.users on delete cascade,
  name text not null,
  description text,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint collections_slug_key unique (slug),
  constraint collections_slug_check check (slug ~ '^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$'),
  constraint collections_name_check check (
    char_length(name) between 1 and 100 and private.is_one_line(name) and private.is_visible(name)
  ),
  constraint collections_description_check check (char_length(description) <= 500 and private.is_several_lines(description))
);

comment on table public.collections is 'One row per town page.';
comment on column public.collections.slug is 'The short name in its address, shorter than any id; null: the address has the id.';
comment on column public.collections.version is 'Rises with every change of it or of its list of calendars; pages are cached by it and the versions of its calendars.';

create index collections_owner_id_idx on public.collections (owner_id);
comment on index public.collections_owner_id_idx is 'The owner''s policies; the foreign key, when an account goes.';

alter table public.collections enable row level security;
create policy select_owner on public.collections for select to authenticated using (owner_id = (select auth.uid()));
comment on policy select_owner on public.collections is 'Its owner manages it. Visitors read it by get_collection, which needs its name: nobody lists them.';
create policy insert_confirmed on public.collections for insert to authenticated
  with check (owner_id = (select auth.uid()) and (select private.is_email_confirmed()));
comment on policy insert_confirmed on public.collections is 'In one''s own name only, with a confirmed address.';
create policy update_owner on public.collections for update to authenticated
  using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
comment on policy update_owner on public.collections is 'Only its owner changes it.';
create policy delete_owner on public.collections for delete to authenticated using (owner_id = (select auth.uid()));
comment on policy delete_owner on public.collections is 'Only its owner deletes it.';
create policy all_service on public.collections for all to service_role using (true) with check (true);
comment on policy all_service on public.collections is 'Operators; the cache of public pages.';

grant select, delete on public.collections to authenticated;
grant insert (slug, name, description), update (slug, name, description) on public.collections to authenticated;
grant select, insert, update, delete on public.collections to service_role;

create table public.collection_calendars (
  collection_id uuid not null references public.collections on delete cascade,
  calendar_id uuid not null references public.calendars on delete cascade,
  position integer not null default 0,
  color text not null default 'blue',
  declined_at timestamptz,
  created_at timestamptz not null default now(),

  primary key (collection_id, calendar_id),
  constraint collection_calendars_color_check check (
    color in ('blue', 'green', 'orange', 'purple', 'teal', 'pink', 'brown', 'gray')
  )
);

comment on table public.collection_calendars is 'One row per calendar of a town page.';
comment on column public.collection_calendars.declined_at is 'When the calendar''s owner declined. The row stays, so that it cannot be added again.';

create index collection_calendars_calendar_id_idx on public.collection_calendars (calendar_id);
comment on index public.collection_calendars_calendar_id_idx is 'The pages that show a calendar; the foreign key, when it goes.';

alter table public.collection_calendars enable row level security;
create policy select_owner on public.collection_calendars for select to authenticated
  using (collection_id in (select l.id from public.collections l where l.owner_id = (select auth.uid())));
comment on policy select_owner on public.collection_calendars is 'The owner of the page sees its list.';
create policy select_calendar_owner on public.collection_calendars for select to authenticated
  using (calendar_id = any ((select private.my_owned_calendars())::uuid[]));
comment on policy select_calendar_owner on public.collection_calendars is 'Owners see which pages show their calendars.';
create policy update_owner on public.collection_calendars for update to authenticated
  using (collection_id in (select l.id from public.collections l where l.owner_id = (select auth.uid())))
  with check (collection_id in (select l.id from public.collections l where l.owner_id = (select auth.uid())));
comment on policy update_owner on public.collection_calendars is 'The owner of the page chooses colors.';
create policy delete_owner on public.collection_calendars for delete to authenticated
  using (declined_at is null and collection_id in (select l.id from public.collections l where l.owner_id = (select auth.uid())));
comment on policy delete_owner on public.collection_calendars is 'The owner of the page removes calendars, but not the note that one has declined.';
create policy all_service on public.collection_calendars for all to service_role using (true) with check (true);
comment on policy all_service on public.collection_calendars is 'The cache of public pages, and mails to owners.';

grant select, delete on public.collection_calendars to authenticated;
grant update (color) on public.collection_calendars to authenticated;
grant select, insert, update, delete on public.collection_calendars to service_role;

-- Outlives the page: who deletes it and makes another must not add the calendar again.
create table private.collection_declines (
  owner_id uuid not null references auth.users on delete cascade,
  calendar_id uuid not null references public.calendars on delete cascade,
  created_at timestamptz not null default now(),

  primary key (owner_id, calendar_id)
);

comment on table private.collection_declines is 'One row per calendar that has declined the town pages of somebody.';

create index collection_declines_calendar_id_idx on private.collection_declines (calendar_id);
comment on index private.collection_declines_calendar_id_idx is 'The foreign key, when a calendar goes.';

alter table private.collection_declines enable row level security;
create policy all_service on private.collection_declines for all to service_role using (true) with check (true);
comment on policy all_service on private.collection_declines is 'Owners of calendars decline through decline_collection.';

grant select, insert, update, delete on private.collection_declines to service_role;

create table private.collection_names (
  slug text primary key,
  owner_id uuid references auth.users on delete set null,
  collection_id uuid references public.collections on delete set null,
  left_at timestamptz not null default now()
);

comment on table private.collection_names is 'One row per short name that a town page had before: on posters it leads there for a year, and nobody else gets it.';
comment on column private.collection_names.owner_id is 'Who may take it again. Null: the account is gone.';
comment on column private.collection_names.collection_id is 'The page that had it. Null: the page is gone.';

create index collection_names_owner_id_idx on private.collection_names (owner_id);
comment on index private.collection_names_owner_id_idx is 'The foreign key, when an account goes.';
create index collection_names_collection_id_idx on private.collection_names (collection_id);
comment on index private.collection_names_collection_id_idx is 'The foreign key, when a page goes.';

alter table private.collection_names enable row level security;
create policy all_service on private.collection_names for all to service_role using (true) with check (true);
comment on policy all_service on private.collection_names is 'A trigger writes it, get_collection reads it, the sweep empties it.';

grant select, insert, update, delete on private.collection_names to service_role;

create function private.reserved_names() returns text[]
language sql immutable parallel safe
return array[
  'admin', 'alert', 'alerts', 'emergency', 'fire', 'gov', 'government', 'help', 'mayor', 'official', 'police', 'security', 'support',
  'townbell'
];
comment on function private.reserved_names() is 'Short names that no town page gets: who has one seems to speak for us or for an authority.';

create function private.collection_limit() returns integer
language sql immutable parallel safe
return 5;
comment on function private.collection_limit() is 'How many town pages an account can have: COLLECTIONS_MAX.';

create function private.collection_calendar_limit() returns integer
language sql immutable parallel safe
return 50;
comment on function private.collection_calendar_limit() is 'How many calendars a town page can have: COLLECTION_CALENDARS_MAX.';

-- The account is locked before counting: of two that are made at once the second sees the first.
-- Definer: locks the account and counts above the caller.
create function private.admit_collection() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_email_confirmed() then
    raise exception using errcode = 'TB007', message = 'Please confirm your email address first.';
  end if;
  if private.is_suspended(new.owner_id) then
    raise exception using errcode = 'TB041', message = 'This account is suspended. Please write to support.';
  end if;
  perform from auth.users u where u.id = new.owner_id for no key update;
  if (select count(*) from public.collections l where l.owner_id = new.owner_id) >= private.collection_limit() then
    raise exception using errcode = 'TB079', message = 'You can have 5 town pages.';
  end if;
  perform private.require_limit('collections:' || new.owner_id, 20, interval '1 day', 'You can make 20 town pages a day.');
  return new;
end
$$;
comment on function private.admit_collection() is 'Who may make a town page: a confirmed address that is not suspended, 5 at once and 20 a day.';

-- Definer: callers may not read or write the names that pages had.
create function private.fill_collection() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op <> 'DELETE' then
    new.name := private.trimmed(new.name);
    new.description := private.trimmed_or_null(new.description);
    new.slug := lower(private.trimmed_or_null(new.slug));
  end if;
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    new.updated_at := now();
    if new.slug is not distinct from old.slug then
      return new;
    end if;
  end if;
  if tg_op <> 'DELETE' and new.slug is not null then
    if new.slug = any (private.reserved_names()) or exists (
      select from private.collection_names n
      where n.slug = new.slug and n.left_at > now() - interval '1 year' and n.owner_id is distinct from new.owner_id
    ) then
      raise exception using errcode = 'unique_violation', message = 'This short name is taken. Please choose another.';
    end if;
    delete from private.collection_names n where n.slug = new.slug;
  end if;
  if tg_op <> 'INSERT' and old.slug is not null then
    -- Of an account that is gone nobody is left to take it again.
    insert into private.collection_names (slug, owner_id, collection_id)
    values (
      old.slug, (select u.id from auth.users u where u.id = old.owner_id), case when tg_op = 'UPDATE' then old.id end
    )
    on conflict (slug) do update set
      owner_id = excluded.owner_id, collection_id = excluded.collection_id, left_at = excluded.left_at;
    -- Who renames a page again and again holds back no more names than these.
    delete from private.collection_names n
    where n.owner_id = old.owner_id and n.slug not in (
      select newest.slug from private.collection_names newest
      where newest.owner_id = old.owner_id order by newest.left_at desc, newest.slug limit 10
    );
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;
comment on function private.fill_collection() is 'Trims, counts the version, refuses short names that are reserved or were another''s in the last year, and writes down those that a page had.';

create trigger admit before insert on public.collections
for each row when (current_user in ('anon', 'authenticated'))
execute function private.admit_collection();
create trigger fill before insert or update or delete on public.collections
for each row execute function private.fill_collection();

-- Definer: calendars that go, and owners who decline, may not write collections.
create function private.raise_collection_version() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.collections l set version = l.version where l.id = coalesce(new.collection_id, old.collection_id);
  return null;
end
$$;
comment on function private.raise_collection_version() is 'The page of a changed list is made anew.';

create trigger raise_version after insert or update or delete on public.collection_calendars
for each row execute function private.raise_collection_version();

-- What everybody may see of a town page's list: calendars that are listed now and have not declined.
create function private.shown_calendars(p_collection_id uuid)
returns table (calendar_id uuid, "position" integer, color text)
language sql stable
set search_path = ''
as $$
  select m.calendar_id, m.position, m.color
  from public.collection_calendars m
  join public.calendars c on c.id = m.calendar_id
  where m.collection_id = p_collection_id and m.declined_at is null and not c.disabled and c.allow_guest_users
$$;
comment on function private.shown_calendars(uuid) is 'The calendars that a town page shows.';
grant execute on function private.shown_calendars(uuid) to service_role;

-- Changes with the page, its list, and every calendar that it shows. A suspended owner has no pages.
create function private.collection_version(p_collection_id uuid) returns text
language sql stable
set search_path = ''
as $$
  select l.version || '-' || md5(coalesce((
    select string_agg(c.id || ' ' || c.version, ',' order by c.id)
    from private.shown_calendars(l.id) m join public.calendars c on c.id = m.calendar_id
  ), ''))
  from public.collections l
  where l.id = p_collection_id and not private.is_suspended(l.owner_id)
$$;
comment on function private.collection_version(uuid) is 'The version of everything that a town page shows; null: there is no such page.';
grant execute on function private.collection_version(uuid) to service_role;

create function private.collection_zone(p_collection_id uuid) returns text
language sql stable
set search_path = ''
as $$
  select coalesce((
    select c.time_zone from private.shown_calendars(p_collection_id) m join public.calendars c on c.id = m.calendar_id
    order by m.position, c.identifier limit 1
  ), 'America/New_York')
$$;
comment on function private.collection_zone(uuid) is 'The time zone of a town page''s first calendar: its days and months.';
grant execute on function private.collection_zone(uuid) to service_role;

-- Definer: collections are closed to visitors, so that nobody lists them. What it returns of calendars is public.
create function public.get_collection(p_key text) returns json
language plpgsql stable security definer
set search_path = ''
as $$
declare
  found_id uuid;
begin
  select l.id into found_id from public.collections l
  where l.slug = lower(p_key) or p_key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and l.id::text = lower(p_key);
  if found_id is null then
    select n.collection_id into found_id from private.collection_names n
    where n.slug = lower(p_key) and n.left_at > now() - interval '1 year';
  end if;
  return (
    select json_build_object(
      'id', l.id, 'slug', l.slug, 'name', l.name, 'description', l.description, 'version', private.collection_version(l.id),
      'time_zone', private.collection_zone(l.id),
      'updated_at', greatest(l.updated_at, (
        select max(c.updated_at) from private.shown_calendars(l.id) m join public.calendars c on c.id = m.calendar_id
      )),
      'calendars', coalesce((
        select json_agg(json_build_object(
          'id', c.id, 'identifier', c.identifier, 'name', c.name, 'city', c.city, 'state', c.state, 'time_zone', c.time_zone,
          'is_full', c.is_full, 'color', m.color
        ) order by m.position, c.identifier)
        from private.shown_calendars(l.id) m join public.calendars c on c.id = m.calendar_id
      ), '[]')
    )
    from public.collections l
    where l.id = found_id and private.collection_version(l.id) is not null
  );
end
$$;
comment on function public.get_collection(text) is 'A town page by its short name or id, with the calendars that it shows.';
grant execute on function public.get_collection(text) to anon, authenticated, service_role;

-- One query over all calendars of a page: each is one range of events_start_time_idx, cut off at the limit of the whole.
-- Definer: as get_collection. Returns the columns of events that guests may read.
create function public.get_collection_events(
  p_collection_id uuid, p_from timestamptz, p_to timestamptz, p_calendars uuid[] default null, p_limit integer default 500
)
returns table (
  id uuid, calendar_id uuid, uid text, sequence integer, series_id uuid, series_day date, title text, description text,
  location text, location_name text, link_url text, latitude double precision, longitude double precision, image text,
  image_alt text, start_time timestamptz, end_time timestamptz, all_day boolean, event_date date, end_date date,
  event_date_for_reporting timestamptz, category text, status text, status_reason text, previous_start_time timestamptz,
  is_public boolean, created_at timestamptz, updated_at timestamptz
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  most constant integer := least(greatest(coalesce(p_limit, 500), 0), 5000);
  shown constant uuid[] := array(
    select m.calendar_id from private.shown_calendars(p_collection_id) m where p_calendars is null or m.calendar_id = any (p_calendars)
  );
begin
  if not exists (select from public.collections l where l.id = p_collection_id and not private.is_suspended(l.owner_id)) then
    return;
  end if;
  return query
    select e.id, e.calendar_id, e.uid, e.sequence, e.series_id, e.series_day, e.title, e.description, e.location, e.location_name,
      e.link_url, e.latitude, e.longitude, e.image, e.image_alt, e.start_time, e.end_time, e.all_day, e.event_date, e.end_date,
      e.event_date_for_reporting, e.category,
      case
        when e.status = 'scheduled' and exists (
          select from public.event_rsvps r where r.event_id = e.id and r.is_open and r.is_full
        ) then 'full'
        else e.status
      end,
      e.status_reason, e.previous_start_time, e.is_public, e.created_at, e.updated_at
    from unnest(shown) m (calendar_id)
    cross join lateral (
      select one.* from public.events one
      where one.calendar_id = m.calendar_id and one.is_public
        and one.start_time > p_from - interval '32 days' and one.start_time < p_to and one.end_time > p_from
        -- What several of its calendars host together is shown once: at its home if that is one of them.
        and (one.cohost_id is null or one.cohost_id = one.id or not exists (
          select from public.events twin
          where twin.cohost_id = one.cohost_id and twin.calendar_id = any (shown)
            and (twin.id = twin.cohost_id or twin.id < one.id)
        ))
      order by one.start_time, one.id
      limit most
    ) e
    order by e.start_time, e.id
    limit most;
end
$$;
comment on function public.get_collection_events(uuid, timestamptz, timestamptz, uuid[], integer) is 'Events of a town page between two instants, in the order of their start; of some of its calendars, or all. Status full: no place is left.';
grant execute on function public.get_collection_events(uuid, timestamptz, timestamptz, uuid[], integer) to anon, authenticated, service_role;

-- Definer: the list names calendars that the caller is no member of. Of one that is no longer public only its number is left.
create function public.get_collection_list(p_collection_id uuid)
returns table (
  calendar_id uuid, identifier bigint, name text, city text, state text, color text, declined_at timestamptz, is_shown boolean
)
language sql stable security definer
set search_path = ''
as $$
  select c.id, c.identifier, listed.name, listed.city, listed.state, m.color, m.declined_at,
    m.declined_at is null and listed.id is not null
  from public.collections l
  join public.collection_calendars m on m.collection_id = l.id
  join public.calendars c on c.id = m.calendar_id
  left join public.calendars listed on listed.id = c.id and not listed.disabled and listed.allow_guest_users
  where l.id = p_collection_id and l.owner_id = auth.uid()
  order by m.position, c.identifier
$$;
comment on function public.get_collection_list(uuid) is 'The calendars of a town page, for its owner.';
grant execute on function public.get_collection_list(uuid) to authenticated;

-- Definer: looks up a calendar that the caller is no member of, and queues the mail to its owner.
create function public.add_collection_calendar(p_collection_id uuid, p_number bigint) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  found_id uuid;
  its_owner uuid;
  colors constant text[] := array['blue', 'green', 'orange', 'purple', 'teal', 'pink', 'brown', 'gray'];
  places integer;
begin
  perform from public.collections l where l.id = p_collection_id and l.owner_id = auth.uid() for no key update;
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only its owner can change a town page.';
  elsif private.is_suspended(auth.uid()) then
    raise exception using errcode = 'TB041', message = 'This account is suspended. Please write to support.';
  end if;
  perform private.require_limit('collection-calendars:' || auth.uid(), 200, interval '1 day', 'You can add 200 calendars a day.');
  select c.id, c.owner_id into found_id, its_owner from public.calendars c
  where c.identifier = p_number and not c.disabled and c.allow_guest_users;
  if not found then
    raise exception using errcode = 'TB078', message = 'There is no public calendar with this number.';
  elsif exists (select from private.collection_declines d where d.owner_id = auth.uid() and d.calendar_id = found_id) then
    raise exception using errcode = 'TB080', message = 'The owner of this calendar has declined to be on this page.';
  end if;
  select count(*) into places from public.collection_calendars m where m.collection_id = p_collection_id;
  if places >= private.collection_calendar_limit() and not exists (
    select from public.collection_calendars m where m.collection_id = p_collection_id and m.calendar_id = found_id
  ) then
    raise exception using errcode = 'TB079', message = 'A town page can have 50 calendars.';
  end if;
  insert into public.collection_calendars (collection_id, calendar_id, position, color)
  select p_collection_id, found_id, coalesce(max(m.position), 0) + 1, colors[places % 8 + 1]
  from public.collection_calendars m where m.collection_id = p_collection_id
  on conflict (collection_id, calendar_id) do nothing;
  if not found or its_owner = auth.uid() then
    return found_id;
  end if;
  insert into public.audit_logs (calendar_id, entity_type, entity_id, action, metadata)
  select c.id, 'calendar', c.id, 'update',
    jsonb_build_object('calendar_id', c.id, 'calendar_name', c.name, 'changed', jsonb_build_array('collections'))
  from public.calendars c where c.id = found_id;
  -- Beyond it, the owner still finds the page under "Town pages".
  if (select l.allowed from private.take_limit('collection-mail:' || its_owner, 5, interval '1 day') l) then
    perform private.send_letter('follow/collected', json_build_object('collection', p_collection_id, 'calendar', found_id));
  end if;
  return found_id;
end
$$;
comment on function public.add_collection_calendar(uuid, bigint) is 'Adds a public calendar to one''s town page by its number, and notifies its owner.';
grant execute on function public.add_collection_calendar(uuid, bigint) to authenticated;

-- Definer: clients may not write positions one by one, which would leave two in one place.
create function public.order_collection(p_collection_id uuid, p_calendars uuid[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform from public.collections l where l.id = p_collection_id and l.owner_id = auth.uid() for no key update;
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only its owner can change a town page.';
  end if;
  update public.collection_calendars m set position = given.place
  from unnest(p_calendars[1:50]) with ordinality as given (id, place)
  where m.collection_id = p_collection_id and m.calendar_id = given.id and m.position <> given.place;
end
$$;
comment on function public.order_collection(uuid, uuid[]) is 'Puts the calendars of one''s town page into this order.';
grant execute on function public.order_collection(uuid, uuid[]) to authenticated;

-- Definer: names pages of other people. Only their name and address, which everybody may see.
create function public.get_showing_collections()
returns table (
  collection_id uuid, slug text, collection_name text, calendar_id uuid, calendar_name text, created_at timestamptz,
  declined_at timestamptz
)
language sql stable security definer
set search_path = ''
as $$
  select l.id, l.slug, l.name, c.id, c.name, m.created_at, m.declined_at
  from public.calendars c
  join public.collection_calendars m on m.calendar_id = c.id
  join public.collections l on l.id = m.collection_id and l.owner_id <> c.owner_id and not private.is_suspended(l.owner_id)
  where c.id = any (private.my_owned_calendars())
  order by m.created_at desc, l.id, c.id
  limit 500
$$;
comment on function public.get_showing_collections() is 'Town pages of others that show calendars of the caller, or that these have declined.';
grant execute on function public.get_showing_collections() to authenticated;

-- Definer: the row belongs to the page, and its calendar's owner decides about it.
create function public.decline_collection(p_collection_id uuid, p_calendar_id uuid, p_declined boolean default true) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update public.collection_calendars m set declined_at = case when p_declined then coalesce(m.declined_at, now()) end
  where m.collection_id = p_collection_id and m.calendar_id = p_calendar_id
    and m.calendar_id = any (private.my_owned_calendars());
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only the owner of a calendar can decline.';
  end if;
  if p_declined then
    insert into private.collection_declines (owner_id, calendar_id)
    select l.owner_id, p_calendar_id from public.collections l where l.id = p_collection_id
    on conflict do nothing;
  else
    delete from private.collection_declines d
    where d.calendar_id = p_calendar_id and d.owner_id = (select l.owner_id from public.collections l where l.id = p_collection_id);
  end if;
  perform private.log_change(p_calendar_id, 'collections');
end
$$;
comment on function public.decline_collection(uuid, uuid, boolean) is 'Takes one''s calendar off a town page for good, or lets it back.';
grant execute on function public.decline_collection(uuid, uuid, boolean) to authenticated;
