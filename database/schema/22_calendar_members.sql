-- Members of a calendar and their roles. Rows are made for the creator by trigger and for others by join_calendar;
-- nobody inserts them directly, or anyone could make themselves an admin anywhere.

create table public.calendar_members (
  calendar_id uuid not null references public.calendars on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  role text not null default 'member',
  created_at timestamptz not null default now(),

  primary key (calendar_id, user_id),
  constraint calendar_members_role_check check (role in ('admin', 'member'))
);

comment on table public.calendar_members is 'One row per person and calendar they belong to.';
comment on column public.calendar_members.role is 'admin: adds events, manages recipients. member: reads, and edits what they created.';

create index calendar_members_user_id_idx on public.calendar_members (user_id) include (calendar_id, role);
comment on index public.calendar_members_user_id_idx is 'my_calendars and my_admin_calendars, once in nearly every query; answered from the index alone.';

alter table public.calendar_members enable row level security;
create policy select_member on public.calendar_members for select to authenticated
  using (calendar_id = any ((select private.my_calendars())::uuid[]));
comment on policy select_member on public.calendar_members is 'Members see who else belongs.';
create policy select_public_count on public.calendar_members for select to anon
  using (exists (select from public.calendars c where c.id = calendar_id and not c.disabled));
comment on policy select_public_count on public.calendar_members is 'Visitors may count the members of a public calendar; no column that identifies them is granted.';
create policy update_owner on public.calendar_members for update to authenticated
  using (calendar_id = any ((select private.my_owned_calendars())::uuid[]))
  with check (calendar_id = any ((select private.my_owned_calendars())::uuid[]));
comment on policy update_owner on public.calendar_members is 'The owner promotes and demotes.';
create policy delete_owner on public.calendar_members for delete to authenticated
  using (calendar_id = any ((select private.my_owned_calendars())::uuid[]));
comment on policy delete_owner on public.calendar_members is 'The owner removes members.';
create policy delete_self on public.calendar_members for delete to authenticated using (user_id = (select auth.uid()));
comment on policy delete_self on public.calendar_members is 'Anybody may leave.';
create policy all_service on public.calendar_members for all to service_role using (true) with check (true);
comment on policy all_service on public.calendar_members is 'Operators repair memberships.';

-- Insert only so that the creator's own row can be sent again (skip_own_membership); there is no policy for it.
grant select (calendar_id) on public.calendar_members to anon;
grant select, delete on public.calendar_members to authenticated;
grant insert (calendar_id, user_id, role) on public.calendar_members to authenticated;
grant update (role) on public.calendar_members to authenticated;
grant select, insert, update, delete on public.calendar_members to service_role;

-- Clients add themselves after creating a calendar. That row exists already, so that sending it again does nothing; any other
-- row goes on to the policies, of which none lets a client insert.
-- Definer: compares with the stored row whatever the caller may see.
create function private.skip_own_membership() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.user_id = auth.uid() and exists (
    select from public.calendar_members m
    where m.calendar_id = new.calendar_id and m.user_id = new.user_id and m.role = new.role
  ) then
    return null;
  end if;
  return new;
end
$$;
comment on function private.skip_own_membership() is 'Skips the caller''s own row when it is sent again.';

-- Only for clients: deleting a calendar or an account takes all its members along.
-- Definer: locks the calendar, so that of two admins who leave at once the second counts after the first has gone.
create function private.keep_an_admin() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  owner uuid;
begin
  if tg_op = 'UPDATE' and new.role = old.role then
    return new;
  end if;
  select c.owner_id into owner from public.calendars c where c.id = old.calendar_id for no key update;
  if old.user_id = owner then
    raise exception using errcode = 'TB004',
      message = case tg_op
        when 'DELETE' then 'The owner cannot leave the calendar. Transfer ownership first.'
        else 'The owner is always an admin. Transfer ownership first.'
      end;
  end if;
  if old.role = 'admin' and not exists (
    select from public.calendar_members m
    where m.calendar_id = old.calendar_id and m.user_id <> old.user_id and m.role = 'admin'
  ) then
    raise exception using errcode = 'TB003',
      message = 'You are the last admin. Transfer ownership or promote another admin before leaving.';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
comment on function private.keep_an_admin() is 'A calendar keeps at least one admin, and its owner.';

-- Definer: profiles shows a person only to themselves. Answers only when the caller shares the calendar and the person
-- is in it, so a made-up row learns nothing.
create function public.display_name(member public.calendar_members) returns text
language sql stable security definer
set search_path = ''
as $$
  select p.display_name
  from public.calendar_members m
  join public.profiles p on p.user_id = m.user_id
  where m.calendar_id = member.calendar_id
    and m.user_id = member.user_id
    and m.calendar_id = any ((select private.my_calendars())::uuid[])
$$;
comment on function public.display_name(public.calendar_members) is 'Computed field: what a fellow member is called.';
grant execute on function public.display_name(public.calendar_members) to authenticated;

-- Definer: one answer for guests and members alike, without showing a row.
create function public.public_member_count(p_calendar_id uuid) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select count(*)
  from public.calendar_members m
  join public.calendars c on c.id = m.calendar_id
  where m.calendar_id = p_calendar_id and not c.disabled
$$;
comment on function public.public_member_count(uuid) is 'How many belong to a public calendar; 0 for one that is not.';
grant execute on function public.public_member_count(uuid) to anon, authenticated, service_role;

-- after all tables

-- Every trigger of calendar_members, in the order in which they run. What follows a change is called from the two _500:
-- 64_after_other_changes.sql.
create trigger _100_skip_own before insert on public.calendar_members
for each row when (current_user in ('anon', 'authenticated'))
execute function private.skip_own_membership();
create trigger _200_keep_an_admin before update of role or delete on public.calendar_members
for each row when (current_user in ('anon', 'authenticated'))
execute function private.keep_an_admin();
create trigger _300_opt_out_leaver before delete on public.calendar_members
for each row execute function private.opt_out_leaver();
create trigger _400_audit after insert or update or delete on public.calendar_members
for each row execute function private.write_audit('membership');
create trigger _500_after_insert after insert on public.calendar_members
for each row execute function private.make_preferences();
create trigger _500_after_change after update of role or delete on public.calendar_members
for each row execute function private.after_member_changed();
