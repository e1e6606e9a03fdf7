-- A deleted calendar is kept for 30 days, and its owner can have it back whole: events, recipients, members, opt-outs. It is
-- marked, not moved, because people still write to it meanwhile: who unsubscribes from an old mail must not be on the list
-- again when it comes back.
--
-- A deleted calendar is also a disabled one. Everything that keeps a disabled calendar from visitors, followers, invites and
-- the sender then keeps a deleted one from them too, also what has not been written yet. Its members lose it through
-- my_calendars and its two sisters. What was planned to be sent waits, and lapses with its day unless the calendar is back.

alter table public.calendars
  add column deleted_at timestamptz,
  add column disabled_before boolean,
  add constraint calendars_deleted_check check (
    (deleted_at is null) = (disabled_before is null) and (deleted_at is null or disabled)
  );
comment on column public.calendars.deleted_at is 'When its owner deleted it: gone for everybody, kept for 30 days. Always null for whoever can see the row.';
comment on column public.calendars.disabled_before is 'Whether an operator had disabled it before it was deleted; put back when it is restored.';

create index calendars_deleted_at_idx on public.calendars (deleted_at) where deleted_at is not null;
comment on index public.calendars_deleted_at_idx is 'The sweep: what has been deleted for 30 days.';

create or replace function private.my_calendars() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return array(
    select m.calendar_id from public.calendar_members m join public.calendars c on c.id = m.calendar_id
    where m.user_id = auth.uid() and c.deleted_at is null
  );
end
$$;

create or replace function private.my_admin_calendars() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return array(
    select m.calendar_id from public.calendar_members m join public.calendars c on c.id = m.calendar_id
    where m.user_id = auth.uid() and m.role = 'admin' and c.deleted_at is null
  );
end
$$;

create or replace function private.my_owned_calendars() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return array(select c.id from public.calendars c where c.owner_id = auth.uid() and c.deleted_at is null);
end
$$;

alter policy select_owner on public.calendars using (owner_id = (select auth.uid()) and deleted_at is null);
alter policy update_owner on public.calendars using (owner_id = (select auth.uid()) and deleted_at is null);
alter policy delete_owner on public.calendars using (owner_id = (select auth.uid()) and deleted_at is null);
comment on policy delete_owner on public.calendars is 'Only the owner deletes it; the trigger put_away keeps it for 30 days.';
alter policy select_self on public.notification_preferences
  using (user_id = (select auth.uid()) and calendar_id = any ((select private.my_calendars())::uuid[]));

-- For our own use, too: the calendar is gone at once and can be restored. A plain delete, by the service, is for good.
create function private.put_away_calendar(p_calendar_id uuid) returns boolean
language plpgsql volatile
set search_path = ''
as $$
begin
  update public.calendars c set deleted_at = now(), disabled_before = c.disabled, disabled = true
  where c.id = p_calendar_id and c.deleted_at is null;
  return found;
end
$$;
comment on function private.put_away_calendar(uuid) is 'Deletes a calendar so that it can be restored for 30 days; false when it was gone already.';
grant execute on function private.put_away_calendar(uuid) to service_role;

-- A trigger cannot both keep a row and tell the client that it was deleted, so the data API deletes through this (server/rest).
-- Definer: marks a column that no client may write. Only the owner, and the service, get past the first line.
create function public.soft_delete(calendar public.calendars) returns boolean
language sql volatile security definer
set search_path = ''
as $$
  select coalesce((
    select private.put_away_calendar(c.id) from public.calendars c
    where c.id = calendar.id and (c.owner_id = auth.uid() or auth.role() = 'service_role')
  ), false)
$$;
comment on function public.soft_delete(public.calendars) is 'What DELETE does to a calendar: whether it was the caller''s to delete, and there.';
grant execute on function public.soft_delete(public.calendars) to authenticated, service_role;

-- Definer: as above. Only rows that the policy delete_owner lets through get here.
create function private.put_away() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.put_away_calendar(old.id);
  return null;
end
$$;
comment on function private.put_away() is 'A client''s delete, by whichever way it comes, never deletes a calendar for good.';

create trigger put_away before delete on public.calendars
for each row when (current_user in ('anon', 'authenticated'))
execute function private.put_away();

-- Definer: locks and counts what the caller may not see. The profile is locked before counting, so of two who take the place
-- at once the second waits and then sees the first; who has lost their profile counts as on trial and waits for the account.
create function private.require_place() returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := auth.uid();
  on_trial boolean;
begin
  select p.trial into on_trial from public.profiles p where p.user_id = caller for no key update;
  if not found then
    perform from auth.users u where u.id = caller for no key update;
  end if;
  if coalesce(on_trial, true) and (
    cardinality(private.my_calendars()) > 0
    -- The other rows of the same insert: their creators are seated only after the statement.
    or exists (select from public.calendars c where c.owner_id = caller and c.deleted_at is null)
  ) then
    raise exception using errcode = 'TB001',
      message = 'Trial users can only create 1 calendar. Please upgrade your plan to create more calendars.';
  end if;
end
$$;
comment on function private.require_place() is 'On trial there is place for one calendar; a deleted one takes none.';

create or replace function private.admit_calendar() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.owner_id := coalesce(new.owner_id, auth.uid());
  if auth.uid() is null or new.owner_id <> auth.uid() then
    return new; -- The policy refuses it.
  end if;
  if not private.is_email_confirmed() then
    raise exception using errcode = 'TB007', message = 'Please confirm your email address before creating calendars.';
  end if;
  perform private.require_place();
  return new;
end
$$;

-- Definer: the row is hidden from its owner, too. Only the owner gets past the first statement.
create function public.restore_calendar(p_calendar_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform from public.calendars c
  where c.id = p_calendar_id and c.owner_id = auth.uid() and c.deleted_at > now() - interval '30 days'
  for no key update;
  if not found then
    raise exception using errcode = 'no_data_found', message = 'This calendar can no longer be restored.';
  end if;
  perform private.require_place();
  update public.calendars set deleted_at = null, disabled = disabled_before, disabled_before = null
  where id = p_calendar_id;
end
$$;
comment on function public.restore_calendar(uuid) is 'Brings back what its owner deleted within 30 days, if there is place for it.';
grant execute on function public.restore_calendar(uuid) to authenticated;

-- Definer: as above.
create function public.get_deleted_calendars()
returns table (id uuid, name text, identifier bigint, deleted_at timestamptz, gone_at timestamptz)
language sql stable security definer
set search_path = ''
as $$
  select c.id, c.name, c.identifier, c.deleted_at, c.deleted_at + interval '30 days'
  from public.calendars c
  where c.owner_id = (select auth.uid()) and c.deleted_at > now() - interval '30 days'
  order by c.deleted_at desc, c.id
  limit 100
$$;
comment on function public.get_deleted_calendars() is 'What the caller deleted and can still restore, and until when.';
grant execute on function public.get_deleted_calendars() to authenticated;

create or replace function public.transfer_ownership(p_calendar_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform from public.calendars c
  where c.id = p_calendar_id and c.owner_id = auth.uid() and c.deleted_at is null for no key update;
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only the owner can transfer a calendar.';
  end if;
  update public.calendar_members set role = 'admin' where calendar_id = p_calendar_id and user_id = p_user_id;
  if not found then
    raise exception using errcode = 'TB012', message = 'Ownership can only be transferred to a member of the calendar.';
  end if;
  update public.calendars set owner_id = p_user_id where id = p_calendar_id;
end
$$;

create or replace function public.renew_invite(p_calendar_id uuid) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  renewed text;
begin
  update private.calendar_invites i set code = private.new_invite_code(), created_at = now()
  from public.calendars c
  where i.calendar_id = p_calendar_id and c.id = i.calendar_id and c.owner_id = auth.uid() and c.deleted_at is null
  returning i.code into renewed;
  if renewed is null then
    raise exception using errcode = 'insufficient_privilege', message = 'Only the owner can renew the invite link.';
  end if;
  return renewed;
end
$$;

create or replace function public.get_my_calendars()
returns table (
  id uuid, name text, description text, owner_id uuid, identifier bigint, state text, city text, time_zone text,
  allow_guest_users boolean, disabled boolean, admin_email text, external_calendar_url text, sendgrid_template_id text,
  created_at timestamptz, user_role text, event_count bigint, email_count bigint, phone_count bigint, member_count bigint
)
language sql stable security definer
set search_path = ''
as $$
  select
    c.id, c.name, c.description, c.owner_id, c.identifier, c.state, c.city, c.time_zone,
    c.allow_guest_users, c.disabled, c.admin_email, c.external_calendar_url, c.sendgrid_template_id,
    c.created_at, mine.role, happening.events, reached.emails, reached.phones, seated.members
  from public.calendar_members mine
  join public.calendars c on c.id = mine.calendar_id and c.deleted_at is null
  cross join lateral (select date_trunc('month', now() at time zone c.time_zone) as starts) month
  cross join lateral (
    select count(*) as events
    from public.events e
    where e.calendar_id = c.id
      and e.start_time >= month.starts at time zone c.time_zone
      and e.start_time < (month.starts + interval '1 month') at time zone c.time_zone
  ) happening
  cross join lateral (
    select
      count(*) filter (where k.contact_type = 'email') as emails,
      count(*) filter (where k.contact_type = 'phone') as phones
    from public.calendar_contacts k
    where k.calendar_id = c.id
  ) reached
  cross join lateral (select count(*) as members from public.calendar_members m where m.calendar_id = c.id) seated
  where mine.user_id = (select auth.uid())
  order by c.created_at, c.id
$$;

create or replace function public.user_role(calendar public.calendars) returns text
language sql stable security definer
set search_path = ''
as $$
  select m.role from public.calendar_members m
  where m.calendar_id = calendar.id and m.user_id = (select auth.uid())
    and m.calendar_id = any ((select private.my_calendars())::uuid[])
$$;
