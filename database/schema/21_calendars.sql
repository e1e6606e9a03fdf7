-- A shared calendar. Its owner decides what it is called and where it is; members see it whole. Guests see the public columns of
-- one that is not disabled: they can list those that take followers, and open any other by its id. The time zone comes from the city, because "today" and "08:00" mean the
-- town's, not the server's.

-- The caller's calendars as an array: a policy compares with `= any ((select …)::uuid[])`, which PostgreSQL evaluates
-- once per query and can look up in an index. plpgsql caches the plan. `offset 0` makes PostgreSQL look up each calendar
-- by its key; as a join, the planner reads the whole table.
-- Definer: reads calendar_members without its policies, so that policies cannot recurse.
create function private.my_calendars() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  covered constant uuid[] := private.token_calendars();
begin
  return array(
    select m.calendar_id from public.calendar_members m
    where m.user_id = auth.uid() and (covered is null or m.calendar_id = any (covered))
      and exists (select from private.live_calendars c where c.id = m.calendar_id offset 0)
  );
end
$$;
comment on function private.my_calendars() is 'Calendars the caller is a member of, and that their access token covers.';
grant execute on function private.my_calendars() to authenticated, service_role;

-- Definer: as my_calendars.
create function private.my_admin_calendars() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  covered constant uuid[] := private.token_calendars();
begin
  return array(
    select m.calendar_id from public.calendar_members m
    where m.user_id = auth.uid() and m.role = 'admin' and (covered is null or m.calendar_id = any (covered))
      and exists (select from private.live_calendars c where c.id = m.calendar_id offset 0)
  );
end
$$;
comment on function private.my_admin_calendars() is 'Calendars the caller is an admin of.';
grant execute on function private.my_admin_calendars() to authenticated, service_role;

-- Definer: as my_calendars.
create function private.my_owned_calendars() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  covered constant uuid[] := private.token_calendars();
begin
  return array(
    select c.id from private.live_calendars c
    where c.owner_id = auth.uid() and (covered is null or c.id = any (covered))
  );
end
$$;
comment on function private.my_owned_calendars() is 'Calendars the caller owns.';
grant execute on function private.my_owned_calendars() to authenticated, service_role;

-- Definer: auth.users is closed to clients.
create function private.is_email_confirmed() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
end
$$;
comment on function private.is_email_confirmed() is 'Whether the caller has confirmed their address.';
grant execute on function private.is_email_confirmed() to authenticated, service_role;

-- Guests may open a calendar that is not listed, but not find it. A policy cannot see what a statement compares with, so the server
-- sets the id that a request names (server/data-api/guest-settings.ts, server/feeds/read-feed.ts). Nobody can guess an id: who
-- names one was given it. A request sees the calendar it names and no other; one that names none sees those that are listed,
-- and not the addresses of their admins, or one request would copy them all.
create function private.named_calendar() returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  named constant text := current_setting('townbell.calendar', true);
begin
  if named = 'address without id' then
    raise exception using errcode = 'insufficient_privilege',
      message = 'admin_email can be read of one calendar at a time: filter by id=eq. and its id.';
  end if;
  return nullif(named, '')::uuid;
end
$$;
comment on function private.named_calendar() is 'The calendar that a guest''s request names, or null.';
grant execute on function private.named_calendar() to anon;

-- Every statement that raises a calendar's version prepares its checks. In plpgsql, is_email (4 kB when inlined) is prepared
-- once per session instead.
-- Definer: callers cannot look up is_email.
create function private.is_admin_email(value text) returns boolean
language plpgsql immutable parallel safe strict security definer
set search_path = ''
as $$
begin
  return private.is_email(value);
end
$$;
comment on function private.is_admin_email(text) is 'Same as is_email, for checks of single rows.';
grant execute on function private.is_admin_email(text) to authenticated, service_role;

create table public.calendars (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  description text,
  owner_id uuid references auth.users on delete cascade,
  identifier bigint not null generated always as identity (start with 10482 increment by 7),
  state text not null,
  city text not null,
  time_zone text not null default 'America/New_York',
  allow_guest_users boolean not null default true,
  disabled boolean not null default false,
  deleted_at timestamptz,
  disabled_before boolean,
  admin_email text,
  external_calendar_url text,
  sendgrid_template_id text default 'townbell-day-of',
  notify_at time not null default '08:00',
  sending_paused_at timestamptz,
  sending_paused_by text,
  sending_paused_reason text,
  sending_resumed_at timestamptz,
  is_full boolean not null default false,
  takes_suggestions boolean not null default false,
  version bigint not null default 1,
  stored_events integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint calendars_owner_check check (owner_id is not null or deleted_at is not null),
  constraint calendars_identifier_key unique (identifier),
  constraint calendars_place_fkey foreign key (state, city) references public.places on update cascade on delete restrict,
  constraint calendars_name_check check (
    char_length(name) between 1 and 100 and private.is_one_line(name) and private.is_visible(name)
  ),
  constraint calendars_description_check check (char_length(description) <= 500 and private.is_several_lines(description)),
  constraint calendars_admin_email_check check (private.is_admin_email(admin_email)),
  -- Shown to strangers as a link: no scripts, no files, no passwords inside, nothing that hides where it goes.
  constraint calendars_external_calendar_url_check check (
    char_length(external_calendar_url) <= 2048 and external_calendar_url ~* '^https?://[^\s\\/?#@]+([/?#][^\s\\]*)?$'
  ),
  constraint calendars_sendgrid_template_id_check check (sendgrid_template_id ~ '^[A-Za-z0-9_.-]{1,100}$'),
  -- No day has 24:00, so its mail would never leave.
  constraint calendars_notify_at_check check (notify_at < '24:00'),
  constraint calendars_sending_paused_check check (
    (sending_paused_at is null) = (sending_paused_reason is null) and (sending_paused_at is null) = (sending_paused_by is null)
    and char_length(sending_paused_reason) <= 200
  ),
  constraint calendars_sending_paused_by_check check (sending_paused_by in ('admin', 'review', 'operator', 'suspension')),
  constraint calendars_deleted_check check (
    (deleted_at is null) = (disabled_before is null) and (deleted_at is null or disabled)
  )
);

comment on table public.calendars is 'One row per shared calendar.';
comment on column public.calendars.owner_id is 'Who may change and delete it. Their account going takes the calendar along. Null: the owner has left it to its admins, and it waits in the recycle bin for one who takes it.';
comment on column public.calendars.identifier is 'The number people read out, as in "#10482". It grants nothing; calendars are looked up by id.';
comment on column public.calendars.time_zone is 'IANA name, from the city unless the owner chose another. A day is a day there.';
comment on column public.calendars.disabled is 'Switched off by an operator: hidden from everybody but its members.';
comment on column public.calendars.deleted_at is 'When its owner deleted it: hidden from everybody, restorable for 30 days. Always null in rows that clients can see.';
comment on column public.calendars.disabled_before is 'Whether an operator had disabled it before it was deleted; put back when it is restored.';
comment on column public.calendars.admin_email is 'Shown publicly as the contact of the calendar; hence never filled in for the owner.';
comment on column public.calendars.sendgrid_template_id is 'The email template; starts as the built-in one. Null: not configured.';
comment on column public.calendars.notify_at is 'Local time at which the day-of mail goes out.';
comment on column public.calendars.sending_paused_at is 'Since when nothing is sent for this calendar; what was planned waits, and expires with its day.';
comment on column public.calendars.sending_paused_by is 'admin: any admin resumes it. review: too many bounces or complaints; the owner resumes it once. operator, or suspension of the owner: an operator resumes it.';
comment on column public.calendars.sending_paused_reason is 'Why, in a sentence for its admins.';
comment on column public.calendars.sending_resumed_at is 'When somebody last resumed it; bounces and complaints count from there.';
comment on column public.calendars.is_full is 'Whether the owner is on trial and the list has as many contacts as a trial allows.';
comment on column public.calendars.takes_suggestions is 'Whether visitors can suggest events.';
comment on column public.calendars.stored_events is 'How many events it holds.';
comment on column public.calendars.version is 'Rises with every change of the calendar or its events; pages and feeds are cached by it.';

create index calendars_owner_id_idx on public.calendars (owner_id);
comment on index public.calendars_owner_id_idx is 'my_owned_calendars; the policies of owners.';
create index calendars_place_idx on public.calendars (state, city, name) where not disabled and allow_guest_users;
comment on index public.calendars_place_idx is 'The locate list: public calendars ordered by state, city, name.';
create index calendars_place_fkey_idx on public.calendars (state, city);
comment on index public.calendars_place_fkey_idx is 'The foreign key, when a place is renamed or removed.';
create index calendars_deleted_at_idx on public.calendars (deleted_at) where deleted_at is not null;
comment on index public.calendars_deleted_at_idx is 'The sweep: what has been deleted for 30 days.';
create index calendars_search_idx on public.calendars
  using gin (lower(name || ' ' || city || ' ' || state) extensions.gin_trgm_ops) where not disabled and allow_guest_users;
comment on index public.calendars_search_idx is 'search_calendars: words that are similar to parts of name, city and state.';
create index calendars_words_idx on public.calendars
  using gin (lower(' ' || name || ' ' || city || ' ' || state || ' ' || coalesce(description, '') || ' ') extensions.gin_trgm_ops)
  where not disabled and allow_guest_users;
comment on index public.calendars_words_idx is 'search_calendars: any part of name, city, state and description.';

create view private.live_calendars with (security_invoker = true) as select * from public.calendars where deleted_at is null;
comment on view private.live_calendars is 'Calendars that are not deleted. Who asks for one that is not disabled needs no view: a deleted one is disabled.';
grant select on private.live_calendars to service_role;

alter table public.calendars enable row level security;
create policy select_public on public.calendars for select to anon
  using (not disabled and coalesce(id = (select private.named_calendar()), allow_guest_users));
comment on policy select_public on public.calendars is 'Visitors see the calendar they name, or those that are listed; the grant says which columns.';
create policy select_owner on public.calendars for select to authenticated
  using (owner_id = (select auth.uid()) and deleted_at is null and coalesce(id = any ((select private.token_calendars())::uuid[]), true));
comment on policy select_owner on public.calendars is 'The owner sees it, and their access tokens if they cover it; also in the answer of the insert, before the member row exists.';
create policy select_member on public.calendars for select to authenticated
  using (id = any ((select private.my_calendars())::uuid[]));
comment on policy select_member on public.calendars is 'Members see their calendars whole. Signed-in strangers read public pages as anon.';
create policy insert_confirmed on public.calendars for insert to authenticated
  with check (owner_id = (select auth.uid()) and (select private.is_email_confirmed()));
comment on policy insert_confirmed on public.calendars is 'In one''s own name only, with a confirmed address.';
create policy update_owner on public.calendars for update to authenticated
  using (owner_id = (select auth.uid()) and deleted_at is null)
  with check (owner_id = (select auth.uid()));
comment on policy update_owner on public.calendars is 'Only the owner opens Settings.';
create policy delete_owner on public.calendars for delete to authenticated
  using (owner_id = (select auth.uid()) and deleted_at is null);
comment on policy delete_owner on public.calendars is 'Only the owner deletes it, and can restore it for 30 days.';
create policy all_service on public.calendars for all to service_role using (true) with check (true);
comment on policy all_service on public.calendars is 'Operators disable calendars; the worker reads when to send.';

-- When a calendar last changed: Last-Modified of its feed.
grant select (
  id, name, description, identifier, state, city, time_zone, allow_guest_users, disabled, admin_email, is_full, takes_suggestions,
  version, updated_at
) on public.calendars to anon;
grant select, delete on public.calendars to authenticated;
grant insert (
  name, description, owner_id, state, city, allow_guest_users, admin_email, external_calendar_url
) on public.calendars to authenticated;
grant update (
  name, description, state, city, time_zone, allow_guest_users, admin_email, external_calendar_url, sendgrid_template_id,
  takes_suggestions, notify_at
) on public.calendars to authenticated;
grant select, insert, update, delete on public.calendars to service_role;

-- The profile is locked before counting, so that of two simultaneous creates the second waits and then sees the first. Without
-- a profile the account is locked instead. On trial, a person who creates a calendar may belong
-- to no other. A person who takes one over already belongs to it, so only the calendars they own count.
-- Definer: locks and counts what the caller may not see.
create function private.require_place(p_user uuid, p_created boolean) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform from public.profiles p where p.user_id = p_user for no key update;
  if not found then
    perform from auth.users u where u.id = p_user for no key update;
  end if;
  if private.is_on_trial(p_user) and (
    p_created and cardinality(private.my_calendars()) > 0
    -- Counts the other rows of the same insert: their creators become members only after the statement.
    or exists (select from private.live_calendars c where c.owner_id = p_user)
  ) then
    raise exception using errcode = 'TB001', message = case
      when p_created then 'Trial users can only create 1 calendar. Please upgrade your plan to create more calendars.'
      else 'Trial users can only own 1 calendar, and this person owns one already.'
    end;
  end if;
end
$$;
comment on function private.require_place(uuid, boolean) is 'Raises TB001 when a person on trial has a calendar already; deleted ones do not count.';

-- A calendar that is created and deleted again counts too: otherwise an account could make any number of them.
-- Definer: reads the account and counts what the caller may not see.
create function private.admit_calendar() returns trigger
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
  if private.is_suspended(new.owner_id) then
    raise exception using errcode = 'TB041', message = 'This account is suspended. Please write to support.';
  end if;
  perform private.require_place(new.owner_id, true);
  perform private.require_limit('calendars:' || new.owner_id, 10, interval '1 day', 'You can create 10 calendars a day.');
  -- Nobody leaves a pause behind with a new calendar. The one that is harder to lift comes first.
  select now(), c.sending_paused_by, c.sending_paused_reason
  into new.sending_paused_at, new.sending_paused_by, new.sending_paused_reason
  from public.calendars c
  where c.owner_id = new.owner_id and c.sending_paused_by in ('operator', 'review')
  order by c.sending_paused_by = 'operator' desc, c.sending_paused_at desc
  limit 1;
  return new;
end
$$;
comment on function private.admit_calendar() is 'Who may create a calendar: a confirmed address that is not suspended, on trial only the first, and 10 a day. Starts paused while another of theirs is.';

-- Holds for every way to a new owner: by the owner, by a deleted account, by an operator. A pause or a limit cannot be escaped.
-- Definer: as admit_calendar.
create function private.admit_owner() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if old.sending_paused_by in ('review', 'operator', 'suspension') then
    raise exception using errcode = 'TB040', message = 'Sending for this calendar is paused, so it cannot be handed on. Please write to support.';
  end if;
  if private.is_suspended(new.owner_id) then
    raise exception using errcode = 'TB041', message = 'This person cannot receive a calendar.';
  end if;
  perform private.require_place(new.owner_id, false);
  return new;
end
$$;
comment on function private.admit_owner() is 'Who may receive a calendar: on trial only somebody who owns none.';

-- Definer: reads places and the server's zones for every writer.
create function private.fill_calendar() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.name := private.trimmed(new.name);
  new.description := private.trimmed_or_null(new.description);
  new.admin_email := lower(private.trimmed_or_null(new.admin_email));
  new.external_calendar_url := private.trimmed_or_null(new.external_calendar_url);
  new.sendgrid_template_id := private.trimmed_or_null(new.sendgrid_template_id);

  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    new.updated_at := now();
    -- A new calendar has none, because it is public; from the first one on the settings require it.
    if new.admin_email is null and old.admin_email is not null then
      raise exception using errcode = 'not_null_violation', message = 'The admin email is required.';
    end if;
  end if;

  if tg_op = 'INSERT' or (new.state, new.city) is distinct from (old.state, old.city) then
    if tg_op = 'INSERT' or new.time_zone = old.time_zone then
      select p.time_zone into new.time_zone from public.places p where p.state = new.state and p.city = new.city;
    end if;
    if new.state is not null and new.city is not null and not exists (
      select from public.places p where p.state = new.state and p.city = new.city
    ) then
      raise exception using errcode = 'TB009', message = 'Please select a state and one of its cities.',
        detail = format('%L is not in the list of cities of %L.', left(new.city, 100), left(new.state, 100));
    end if;
  end if;
  if tg_op = 'UPDATE' and new.time_zone <> old.time_zone and not private.is_time_zone(new.time_zone) then
    raise exception using errcode = 'invalid_parameter_value', message = format('%L is not a time zone.', left(new.time_zone, 100));
  end if;
  return new;
end
$$;
comment on function private.fill_calendar() is 'Trims, counts the version, and finds the time zone of the place unless another is chosen.';

-- after all tables

-- Every trigger of calendars, in the order in which they run. What follows a change is called from the three _500: 64_after_other_changes.sql.
create trigger _100_admit before insert on public.calendars
for each row when (current_user in ('anon', 'authenticated'))
execute function private.admit_calendar();
create trigger _100_admit_owner before update of owner_id on public.calendars
for each row when (new.owner_id is distinct from old.owner_id and new.owner_id is not null)
execute function private.admit_owner();
create trigger _200_fill before insert on public.calendars for each row execute function private.fill_calendar();
create trigger _200_fill_changed before update on public.calendars
for each row when (new.version = old.version) execute function private.fill_calendar();
create trigger _300_put_away before delete on public.calendars
for each row when (current_user in ('anon', 'authenticated'))
execute function private.put_away();
create trigger _400_audit after insert or delete or update of name, description, owner_id, identifier, state, city, time_zone,
  allow_guest_users, disabled, admin_email, external_calendar_url, sendgrid_template_id, notify_at, created_at, sending_paused_at,
  sending_paused_by, sending_paused_reason, deleted_at, disabled_before, sending_resumed_at,
  takes_suggestions on public.calendars
for each row execute function private.write_audit('calendar');
create trigger _500_after_insert after insert on public.calendars for each row execute function private.after_calendar_added();
-- A row at a time and named columns, because each added event raises the version. The zone follows the city.
create trigger _500_after_update after update of name, disabled, allow_guest_users, time_zone, state, city, notify_at, owner_id,
  external_calendar_url, sending_paused_by on public.calendars
for each row execute function private.after_calendar_changed();
create trigger _500_announce after update on public.calendars
for each row when (new.version <> old.version) execute function private.announce_change();
