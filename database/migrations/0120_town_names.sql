-- Short names that town pages had before lead to them for a year, and nobody else gets them.

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

-- Definer: callers may not read or write the names that pages had.
create or replace function private.fill_collection() returns trigger
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

drop trigger fill on public.collections;
create trigger fill before insert or update or delete on public.collections
for each row execute function private.fill_collection();

-- Definer: collections are closed to visitors, so that nobody lists them. What it returns of calendars is public.
create or replace function public.get_collection(p_key text) returns json
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
