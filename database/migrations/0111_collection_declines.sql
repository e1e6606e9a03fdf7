-- A calendar that has declined a town page stays off the next one of the same owner.
-- Outlives the page: who deletes it and makes another must not add the calendar again.
create table if not exists private.collection_declines (
  owner_id uuid not null references auth.users on delete cascade,
  calendar_id uuid not null references public.calendars on delete cascade,
  created_at timestamptz not null default now(),

  primary key (owner_id, calendar_id)
);

comment on table private.collection_declines is 'One row per calendar that has declined the town pages of somebody.';

create index if not exists collection_declines_calendar_id_idx on private.collection_declines (calendar_id);
comment on index private.collection_declines_calendar_id_idx is 'The foreign key, when a calendar goes.';

alter table private.collection_declines enable row level security;
drop policy if exists all_service on private.collection_declines;
create policy all_service on private.collection_declines for all to service_role using (true) with check (true);
comment on policy all_service on private.collection_declines is 'Owners of calendars decline through decline_collection.';

grant select, insert, update, delete on private.collection_declines to service_role;

insert into private.collection_declines (owner_id, calendar_id)
select distinct l.owner_id, m.calendar_id
from public.collection_calendars m join public.collections l on l.id = m.collection_id
where m.declined_at is not null
on conflict do nothing;

-- Definer: looks up a calendar that the caller is no member of, and queues the mail to its owner.
create or replace function public.add_collection_calendar(p_collection_id uuid, p_number bigint) returns uuid
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
  elsif not (select l.allowed from private.take_limit('collection-calendars:' || auth.uid(), 200, interval '1 day') l) then
    raise exception using errcode = 'TB013', message = 'You can add 200 calendars a day. Please continue tomorrow.';
  end if;
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
    perform graphile_worker.add_job(
      'send-collection-mail', json_build_object('collection', p_collection_id, 'calendar', found_id), max_attempts := 12,
      job_key := 'send-collection-mail:' || p_collection_id || ':' || found_id
    );
  end if;
  return found_id;
end
$$;
comment on function public.add_collection_calendar(uuid, bigint) is 'Adds a public calendar to one''s town page by its number, and notifies its owner.';
grant execute on function public.add_collection_calendar(uuid, bigint) to authenticated;

-- Definer: the row belongs to the page, and its calendar's owner decides about it.
create or replace function public.decline_collection(p_collection_id uuid, p_calendar_id uuid, p_declined boolean default true) returns void
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
  insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata)
  select auth.uid(), c.id, 'calendar', c.id, 'update',
    jsonb_build_object('calendar_id', c.id, 'calendar_name', c.name, 'changed', jsonb_build_array('collections'))
  from public.calendars c where c.id = p_calendar_id;
end
$$;
comment on function public.decline_collection(uuid, uuid, boolean) is 'Takes one''s calendar off a town page for good, or lets it back.';
grant execute on function public.decline_collection(uuid, uuid, boolean) to authenticated;
