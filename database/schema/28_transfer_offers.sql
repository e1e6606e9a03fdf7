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

-- Definer: queues letters to both. Called by offer-ownership, which asks for the password, and by the invitation of the next owner, which
-- asked for it when it was written.
create function private.offer_calendar(p_calendar_id uuid, p_owner uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform from public.calendars c
  where c.id = p_calendar_id and c.owner_id = p_owner and c.deleted_at is null for no key update;
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only the owner can transfer a calendar.';
  end if;
  if p_user_id = p_owner or not exists (
    select from public.calendar_members m where m.calendar_id = p_calendar_id and m.user_id = p_user_id
  ) then
    raise exception using errcode = 'TB012', message = 'Ownership can only be transferred to a member of the calendar.';
  end if;
  insert into private.transfer_offers (calendar_id, offered_by, offered_to) values (p_calendar_id, p_owner, p_user_id)
  on conflict (calendar_id) do update set
    offered_by = excluded.offered_by, offered_to = excluded.offered_to, created_at = excluded.created_at;
  perform private.send_letter('members/offer-made', json_build_object('calendar', p_calendar_id, 'user', p_owner));
  perform private.send_letter('members/offered', json_build_object('calendar', p_calendar_id, 'user', p_user_id));
end
$$;
comment on function private.offer_calendar(uuid, uuid, uuid) is 'Offers a calendar of the owner to one of its members, who may accept it; both are mailed.';
grant execute on function private.offer_calendar(uuid, uuid, uuid) to service_role;

-- Definer: makes the caller the owner, which no column grant allows. The offer is the permission; admit_owner checks the caller's plan.
-- The old owner can take it back for seven days, with the password they have now. The worker, which has the secret, makes the link's token
-- when it mails it; until then no token has this hash.
create function public.accept_transfer(p_calendar_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  old_owner uuid;
  link uuid := gen_random_uuid();
begin
  select c.owner_id into old_owner from public.calendars c
  join private.transfer_offers o on o.calendar_id = c.id and o.offered_by = c.owner_id and o.offered_to = auth.uid()
  where c.id = p_calendar_id and c.deleted_at is null for no key update of c;
  if found then
    update public.calendar_members set role = 'admin' where calendar_id = p_calendar_id and user_id = auth.uid();
  end if;
  if not found then
    raise exception using errcode = 'TB012', message = 'This calendar is not offered to you any more.';
  end if;
  if not private.is_email_confirmed() then
    raise exception using errcode = 'TB007', message = 'Please confirm your email address first.';
  end if;
  update public.calendars set owner_id = auth.uid() where id = p_calendar_id;
  delete from private.transfer_offers where calendar_id = p_calendar_id;
  insert into auth.one_time_tokens (id, user_id, kind, token_hash, encrypted_password, calendar_id, expires_at)
  select link, u.id, 'transfer_undo', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), u.encrypted_password,
    p_calendar_id, now() + interval '7 days'
  from auth.users u where u.id = old_owner;
  perform private.send_letter('account/calendar-taken', json_build_object('link', link), p_language => coalesce((
    select s.language from auth.sessions s where s.user_id = old_owner order by s.refreshed_at desc limit 1
  ), 'en'));
  perform private.send_letter('members/taken', json_build_object('calendar', p_calendar_id, 'user', auth.uid()));
end
$$;
comment on function public.accept_transfer(uuid) is 'Makes the caller the owner of a calendar that was offered to them; the old owner stays an admin, and can take it back for seven days.';
grant execute on function public.accept_transfer(uuid) to authenticated;

-- Runs behind the link in the mail to the old owner, whoever owns the calendar by now, even from the recycle bin. The person who had
-- accepted it leaves, and the invite link they know ends.
create function private.take_back_calendar(p_calendar_id uuid, p_owner uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  taker uuid;
begin
  select c.owner_id into taker from public.calendars c where c.id = p_calendar_id for no key update;
  insert into public.calendar_members (calendar_id, user_id, role) values (p_calendar_id, p_owner, 'admin')
  on conflict (calendar_id, user_id) do update set role = 'admin';
  update public.calendars c
  set owner_id = p_owner, disabled = case when c.deleted_at is null then c.disabled else c.disabled_before end,
    deleted_at = null, disabled_before = null
  where c.id = p_calendar_id;
  delete from private.transfer_offers where calendar_id = p_calendar_id;
  delete from public.calendar_members where calendar_id = p_calendar_id and user_id = taker and user_id <> p_owner;
  update private.calendar_invites set code = private.new_invite_code(), created_at = now() where calendar_id = p_calendar_id;
  if taker is not null and taker <> p_owner then
    perform private.send_letter('members/taken-back', json_build_object('calendar', p_calendar_id, 'user', taker));
  end if;
end
$$;
comment on function private.take_back_calendar(uuid, uuid) is 'Gives a calendar back to the person who had offered it.';
grant execute on function private.take_back_calendar(uuid, uuid) to service_role;

-- When an owner leaves, nobody becomes an owner without their word: the calendar waits in the recycle bin, and its admins are asked who takes it.
create function private.leave_calendar(p_calendar_id uuid, p_owner uuid, p_asked uuid) returns boolean
language plpgsql volatile
set search_path = ''
as $$
begin
  update public.calendar_members m set role = 'admin'
  where m.calendar_id = p_calendar_id and m.user_id = p_asked and m.user_id <> p_owner;
  if not found then
    return false;
  end if;
  perform private.put_away_calendar(p_calendar_id);
  update public.calendars set owner_id = null where id = p_calendar_id;
  perform private.send_letter('members/owner-left', json_build_object('calendar', p_calendar_id, 'user', m.user_id))
  from public.calendar_members m
  where m.calendar_id = p_calendar_id and m.role = 'admin' and m.user_id <> p_owner;
  return true;
end
$$;
comment on function private.leave_calendar(uuid, uuid, uuid) is 'Puts a calendar away without an owner and asks its admins, with this member among them, who takes it; false when they are no member.';
grant execute on function private.leave_calendar(uuid, uuid, uuid) to service_role;

-- A thief who has taken a calendar must not delete it for good together with an account.
create function private.keep_calendars_for_return(p_owner uuid) returns void
language sql volatile
set search_path = ''
as $$
  update public.calendars c
  set owner_id = null, disabled_before = case when c.deleted_at is null then c.disabled else c.disabled_before end,
    disabled = true, deleted_at = coalesce(c.deleted_at, now())
  where c.owner_id = p_owner and exists (
    select from auth.one_time_tokens t
    where t.calendar_id = c.id and t.user_id <> p_owner and t.used_at is null and t.expires_at > now()
  )
$$;
comment on function private.keep_calendars_for_return(uuid) is 'Puts away, without an owner, what a previous owner can still take back.';
grant execute on function private.keep_calendars_for_return(uuid) to service_role;

-- Definer: the rows are hidden from everybody. For admins of each.
create function public.get_ownerless_calendars() returns table (id uuid, name text, gone_at timestamptz)
language sql stable security definer
set search_path = ''
as $$
  select c.id, c.name, c.deleted_at + interval '30 days'
  from public.calendars c
  join public.calendar_members m on m.calendar_id = c.id and m.role = 'admin' and m.user_id = (select auth.uid())
  where c.owner_id is null and c.deleted_at > now() - interval '30 days'
  order by c.deleted_at, c.id
  limit 100
$$;
comment on function public.get_ownerless_calendars() is 'Calendars of which the caller is an admin and whose owner has left: take_calendar takes one, until then.';
grant execute on function public.get_ownerless_calendars() to authenticated;

-- Definer: as accept_transfer. admit_owner checks the caller's plan.
create function public.take_calendar(p_calendar_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform from public.calendars c
  join public.calendar_members m on m.calendar_id = c.id and m.role = 'admin' and m.user_id = auth.uid()
  where c.id = p_calendar_id and c.owner_id is null and c.deleted_at > now() - interval '30 days'
  for no key update of c;
  if not found then
    raise exception using errcode = 'TB012', message = 'Somebody else has taken this calendar, or it is gone.';
  end if;
  if not private.is_email_confirmed() then
    raise exception using errcode = 'TB007', message = 'Please confirm your email address first.';
  end if;
  update public.calendars
  set owner_id = auth.uid(), deleted_at = null, disabled = disabled_before, disabled_before = null
  where id = p_calendar_id;
  perform private.send_letter('members/taken', json_build_object('calendar', p_calendar_id, 'user', auth.uid()));
end
$$;
comment on function public.take_calendar(uuid) is 'Makes the caller the owner of a calendar whose owner has left, if they are an admin of it.';
grant execute on function public.take_calendar(uuid) to authenticated;

-- Definer: writes a closed table. For the two people concerned.
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
  join private.live_calendars c on c.id = o.calendar_id and c.owner_id = o.offered_by
  where o.calendar_id = calendar.id and (select auth.uid()) in (o.offered_by, o.offered_to)
$$;
comment on function public.offered_to(public.calendars) is 'Computed field: to whom the owner offers the calendar, for these two; null for anybody else.';
grant execute on function public.offered_to(public.calendars) to authenticated;

-- after all tables

alter table auth.one_time_tokens add constraint one_time_tokens_calendar_id_fkey
foreign key (calendar_id) references public.calendars on delete cascade;
create index one_time_tokens_calendar_id_idx on auth.one_time_tokens (calendar_id) where calendar_id is not null;
comment on index auth.one_time_tokens_calendar_id_idx is 'The foreign key, when a calendar goes.';
