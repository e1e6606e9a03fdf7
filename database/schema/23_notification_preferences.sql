-- How a member wants to be notified of a calendar's events. A row comes and goes with the membership, both ways on at first.

create table public.notification_preferences (
  calendar_id uuid not null,
  user_id uuid not null,
  email_notifications boolean not null default true,
  push_notifications boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  primary key (calendar_id, user_id),
  constraint notification_preferences_member_fkey foreign key (calendar_id, user_id)
    references public.calendar_members on delete cascade
);

comment on table public.notification_preferences is 'One row per membership: by email, by push, both or neither.';

create index notification_preferences_user_id_idx on public.notification_preferences (user_id);
comment on index public.notification_preferences_user_id_idx is 'A person''s own preferences over all calendars.';

alter table public.notification_preferences enable row level security;
create policy select_self on public.notification_preferences for select to authenticated
  using (user_id = (select auth.uid()) and calendar_id = any ((select private.my_calendars())::uuid[]));
comment on policy select_self on public.notification_preferences is 'One''s own preferences.';
create policy insert_self on public.notification_preferences for insert to authenticated
  with check (user_id = (select auth.uid()));
comment on policy insert_self on public.notification_preferences is 'One''s own; the foreign key asks for the membership.';
create policy update_self on public.notification_preferences for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
comment on policy update_self on public.notification_preferences is 'One''s own.';
create policy delete_self on public.notification_preferences for delete to authenticated
  using (user_id = (select auth.uid()));
comment on policy delete_self on public.notification_preferences is 'Leaving a calendar starts with this.';
create policy all_service on public.notification_preferences for all to service_role using (true) with check (true);
comment on policy all_service on public.notification_preferences is 'The worker asks whom to push to.';

-- The keys are writable too because an upsert sends them; the policy restricts them to the caller's own.
grant select, delete on public.notification_preferences to authenticated;
grant insert (
  calendar_id, user_id, email_notifications, push_notifications
) on public.notification_preferences to authenticated;
grant update (
  calendar_id, user_id, email_notifications, push_notifications
) on public.notification_preferences to authenticated;
grant select, insert, update, delete on public.notification_preferences to service_role;

-- Definer: inserts the row for every new member, however they joined.
create function private.make_preferences() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.notification_preferences (calendar_id, user_id, email_notifications)
  select new.calendar_id, new.user_id, not exists (
    select from public.opt_outs o join auth.users u on u.email = o.email
    where o.calendar_id = new.calendar_id and o.source <> 'left' and u.id = new.user_id and u.email_confirmed_at is not null
  );
  return null;
end
$$;
comment on function private.make_preferences() is 'Preferences for every membership, both on; email off for who has unsubscribed from the calendar.';

-- Only the person themselves, who has confirmed the address: the same proof as a link in a mail.
-- Definer: members may not write opt-outs.
create function private.lift_own_opt_out() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.user_id = auth.uid() then
    delete from public.opt_outs o using auth.users u
    where o.calendar_id = new.calendar_id and u.id = new.user_id and u.email_confirmed_at is not null and o.email = u.email;
  end if;
  return null;
end
$$;
comment on function private.lift_own_opt_out() is 'A member who switches email on again has changed their mind about unsubscribing.';

-- Clients insert their preferences after creating a calendar. They exist already; the same row again is no error.
-- Definer: compares with the stored row.
create function private.skip_own_preferences() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.user_id = auth.uid() and exists (
    select from public.notification_preferences p
    where p.calendar_id = new.calendar_id and p.user_id = new.user_id
      and p.email_notifications = new.email_notifications and p.push_notifications = new.push_notifications
  ) then
    return null;
  end if;
  return new;
end
$$;
comment on function private.skip_own_preferences() is 'Skips the caller''s own row when it is sent again.';

create trigger skip_own_preferences before insert on public.notification_preferences
for each row when (current_user in ('anon', 'authenticated'))
execute function private.skip_own_preferences();
create trigger lift_own_opt_out after update of email_notifications on public.notification_preferences
for each row when (new.email_notifications and not old.email_notifications)
execute function private.lift_own_opt_out();
create trigger touch before update on public.notification_preferences for each row execute function private.touch();
