-- What we know of a person beside how they sign in: what to call them, and whether they are on trial. Made by a trigger
-- at sign-up; the person may change only what they are called. Other people never read this table: a member's name is
-- the computed field calendar_members.display_name, because a policy cannot hide the email and show the name.

create table public.profiles (
  user_id uuid primary key references auth.users on delete cascade,
  email text not null,
  display_name text not null,
  trial boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint profiles_display_name_check check (
    char_length(display_name) between 1 and 100 and private.is_one_line(display_name) and private.is_visible(display_name)
  )
);

comment on table public.profiles is 'One row per person: their name and their plan. It follows the account.';
comment on column public.profiles.email is 'Copy of the account''s address, for the person''s own screens.';
comment on column public.profiles.display_name is 'What others see. The part of the email before the @ when none was given.';
comment on column public.profiles.trial is 'On trial: 1 calendar, 10 contacts a calendar. Changed by operators only.';

alter table public.profiles enable row level security;
create policy select_self on public.profiles for select to authenticated using (user_id = (select auth.uid()));
comment on policy select_self on public.profiles is 'A person reads their own profile and nobody else''s.';
create policy insert_self on public.profiles for insert to authenticated with check (user_id = (select auth.uid()));
comment on policy insert_self on public.profiles is 'The merge on sign-in, for one''s own row.';
create policy update_self on public.profiles for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
comment on policy update_self on public.profiles is 'A person changes their own name.';
create policy all_service on public.profiles for all to service_role using (true) with check (true);
comment on policy all_service on public.profiles is 'Operators change plans.';

-- user_id and email are in the merge on sign-in, so they must be writable; keep_profile puts them back.
grant select on public.profiles to authenticated;
grant insert (user_id, email, display_name) on public.profiles to authenticated;
grant update (user_id, email, display_name) on public.profiles to authenticated;
grant select, insert, update, delete on public.profiles to service_role;

-- Takes over only a name that may be shown; anything else would fail the sign-up over a detail.
create function private.usable_name(wanted text, email text) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when private.is_visible(wanted) and private.is_one_line(private.trimmed(wanted)) then left(private.trimmed(wanted), 100)
    else left(split_part(email, '@', 1), 100)
  end
$$;
comment on function private.usable_name(text, text) is 'The name a person gave, or the part of their email before the @.';

-- Definer: sign-up and the auth surface change auth.users and need not know of profiles.
create function private.make_profile() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.profiles (user_id, email, display_name)
  values (new.id, new.email, private.usable_name(new.user_metadata ->> 'display_name', new.email))
  on conflict (user_id) do nothing;
  return null;
end
$$;
comment on function private.make_profile() is 'A profile for every account, on trial.';

-- Definer: as make_profile.
create function private.follow_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.profiles set
    email = new.email,
    display_name = case
      when new.user_metadata -> 'display_name' is distinct from old.user_metadata -> 'display_name'
        then private.usable_name(new.user_metadata ->> 'display_name', new.email)
      else display_name
    end
  where user_id = new.id;
  return null;
end
$$;
comment on function private.follow_account() is 'Keeps email and name of the profile in step with the account.';

-- Definer: reads auth.users for a client who may not.
create function private.keep_profile() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    -- Reached only if the row was lost: the sign-in upsert then puts it back as sign-up would have made it.
    new.email := coalesce((select u.email from auth.users u where u.id = new.user_id), new.email);
    new.trial := true;
  else
    new.user_id := old.user_id;
    new.email := old.email;
    new.trial := old.trial;
  end if;
  new.display_name := private.usable_name(new.display_name, new.email);
  return new;
end
$$;
comment on function private.keep_profile() is 'From a client only the name is taken; the merge on sign-in sends more and changes nothing else.';

create trigger keep_profile before insert or update on public.profiles
for each row when (current_user in ('anon', 'authenticated'))
execute function private.keep_profile();
create trigger touch before update on public.profiles for each row execute function private.touch();

-- TRIAL_CONTACTS in domain/limits.ts says the same to the screens.
create function private.trial_contact_limit() returns integer
language sql immutable parallel safe
return 10;
comment on function private.trial_contact_limit() is 'How many contacts a calendar holds while its owner is on trial.';

-- The setting TRIAL lifts what a trial may have, not how much mail to strangers a new account may cause: those limits read the profile,
-- so that an open door is no open mail server. Definer: a profile is closed to everybody but its person. Without a profile a person counts as on trial.
create function private.is_on_trial(p_user uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select s.has_trials and coalesce((select p.trial from public.profiles p where p.user_id = p_user), true) from private.sending s
$$;
comment on function private.is_on_trial(uuid) is 'Whether the limits of a trial hold for a person.';
grant execute on function private.is_on_trial(uuid) to service_role;
