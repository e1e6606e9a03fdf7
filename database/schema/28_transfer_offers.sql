-- A calendar that its owner offers to a member. Owning one is work and responsibility, so nobody becomes an owner without having accepted it.
-- Closed to clients: the two people concerned see it through calendars.offered_to.

create table private.transfer_offers (
  calendar_id uuid primary key references public.calendars on delete cascade,
  offered_by uuid not null references auth.users on delete cascade,
  offered_to uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now()
);

comment on table private.transfer_offers is 'One row per calendar that is offered; a new offer replaces the old one.';
comment on column private.transfer_offers.offered_by is 'The owner then. If somebody else owns it now, the offer is void.';

create index transfer_offers_offered_by_idx on private.transfer_offers (offered_by);
comment on index private.transfer_offers_offered_by_idx is 'The foreign key, when an account goes.';
create index transfer_offers_offered_to_idx on private.transfer_offers (offered_to);
comment on index private.transfer_offers_offered_to_idx is 'The foreign key, when an account goes.';

alter table private.transfer_offers enable row level security;
create policy all_service on private.transfer_offers for all to service_role using (true) with check (true);
comment on policy all_service on private.transfer_offers is 'Clients go through the functions below.';

grant select, insert, update, delete on private.transfer_offers to service_role;

-- Definer: writes a closed table. Only the owner gets past the first statement.
create function public.transfer_ownership(p_calendar_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform from public.calendars c
  where c.id = p_calendar_id and c.owner_id = auth.uid() and c.deleted_at is null for no key update;
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only the owner can transfer a calendar.';
  end if;
  if p_user_id = auth.uid() or not exists (
    select from public.calendar_members m where m.calendar_id = p_calendar_id and m.user_id = p_user_id
  ) then
    raise exception using errcode = 'TB012', message = 'Ownership can only be transferred to a member of the calendar.';
  end if;
  insert into private.transfer_offers (calendar_id, offered_by, offered_to) values (p_calendar_id, auth.uid(), p_user_id)
  on conflict (calendar_id) do update set
    offered_by = excluded.offered_by, offered_to = excluded.offered_to, created_at = excluded.created_at;
end
$$;
comment on function public.transfer_ownership(uuid, uuid) is 'Offers a calendar to one of its members, who may accept it.';
grant execute on function public.transfer_ownership(uuid, uuid) to authenticated;

-- Definer: makes the caller the owner, which no column grant allows. The offer is the permission; admit_owner checks the caller's plan.
create function public.accept_transfer(p_calendar_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform from public.calendars c
  join private.transfer_offers o on o.calendar_id = c.id and o.offered_by = c.owner_id and o.offered_to = auth.uid()
  where c.id = p_calendar_id and c.deleted_at is null for no key update of c;
  if found then
    update public.calendar_members set role = 'admin' where calendar_id = p_calendar_id and user_id = auth.uid();
  end if;
  if not found then
    raise exception using errcode = 'TB012', message = 'This calendar is not offered to you any more.';
  end if;
  update public.calendars set owner_id = auth.uid() where id = p_calendar_id;
  delete from private.transfer_offers where calendar_id = p_calendar_id;
end
$$;
comment on function public.accept_transfer(uuid) is 'Makes the caller the owner of a calendar that was offered to them; the old owner stays an admin.';
grant execute on function public.accept_transfer(uuid) to authenticated;

-- Definer: as transfer_ownership. For the two people concerned.
create function public.decline_transfer(p_calendar_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  delete from private.transfer_offers o
  where o.calendar_id = p_calendar_id and auth.uid() in (o.offered_by, o.offered_to);
  return found;
end
$$;
comment on function public.decline_transfer(uuid) is 'Ends an offer, for the person who made or got it. Returns whether there was one.';
grant execute on function public.decline_transfer(uuid) to authenticated;

-- Definer: reads a closed table, for the two people concerned and while it holds.
create function public.offered_to(calendar public.calendars) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select o.offered_to
  from private.transfer_offers o
  join public.calendars c on c.id = o.calendar_id and c.owner_id = o.offered_by and c.deleted_at is null
  where o.calendar_id = calendar.id and (select auth.uid()) in (o.offered_by, o.offered_to)
$$;
comment on function public.offered_to(public.calendars) is 'Computed field: to whom the owner offers the calendar, for these two; null for anybody else.';
grant execute on function public.offered_to(public.calendars) to authenticated;
