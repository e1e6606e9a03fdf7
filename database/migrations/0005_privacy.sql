-- Privacy: unlisted calendars cannot be found, a removal ends the invite, consent is appended, opt-outs mean somebody, leaving stops mail.

-- Unlisted calendars open by id.
create or replace function private.named_calendar() returns uuid
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

alter policy select_public on public.calendars
  using (not disabled and coalesce(id = (select private.named_calendar()), allow_guest_users));
comment on policy select_public on public.calendars is 'Visitors see the calendar they name, or those that are listed; the grant says which columns.';

alter policy select_public on public.events
  using (
    is_public
    and coalesce(calendar_id = (select private.named_calendar()), exists (select from public.calendars c where c.id = calendar_id))
  );
comment on policy select_public on public.events is 'Visitors see the events of the calendar they name without looking it up, or of those that are listed; the grant says which columns.';

-- The invite code is for admins and ends with a removal; joining lifts what leaving stopped.
create or replace function public.invite_code(calendar public.calendars) returns text
language sql stable security definer
set search_path = ''
as $$
  select i.code
  from private.calendar_invites i
  where i.calendar_id = calendar.id and i.calendar_id = any ((select private.my_admin_calendars())::uuid[])
$$;
comment on function public.invite_code(public.calendars) is 'Computed field: the code of the invite link, for admins; null for anybody else.';
grant execute on function public.invite_code(public.calendars) to authenticated;

create or replace function public.join_calendar(p_code text) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  joined uuid;
begin
  select c.id into joined
  from private.calendar_invites i
  join public.calendars c on c.id = i.calendar_id
  where i.code = p_code and not c.disabled;
  -- A removal locks the calendar before it renews the code. Whoever was removed while this waited has an old code.
  perform from public.calendars c where c.id = joined for share;
  if not exists (select from private.calendar_invites i where i.calendar_id = joined and i.code = p_code) then
    raise exception using errcode = 'TB011', message = 'This invite link is not valid any more.';
  end if;
  if not exists (select from auth.users u where u.id = auth.uid()) then
    raise exception using errcode = 'insufficient_privilege', message = 'Please sign in to join the calendar.';
  end if;
  insert into public.calendar_members (calendar_id, user_id, role) values (joined, auth.uid(), 'member')
  on conflict (calendar_id, user_id) do nothing;
  -- What leaving stopped. An opt-out by mail stays: only a confirmation by mail lifts it.
  delete from public.opt_outs o using auth.users u
  where o.calendar_id = joined and o.source = 'left' and u.id = auth.uid() and u.email_confirmed_at is not null and o.email = u.email;
  return joined;
end
$$;
comment on function public.join_calendar(text) is 'Joins the calendar of an invite as member; again is no error. Returns the calendar.';
grant execute on function public.join_calendar(text) to authenticated;

create or replace function private.renew_after_removal() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if old.user_id is distinct from auth.uid() and exists (select from auth.users u where u.id = old.user_id) then
    update private.calendar_invites set code = private.new_invite_code(), created_at = now() where calendar_id = old.calendar_id;
  end if;
  return null;
end
$$;
comment on function private.renew_after_removal() is 'A removed member cannot come back with a link they have.';

create or replace trigger renew_invite after delete on public.calendar_members
for each row execute function private.renew_after_removal();

-- Only admins change to which series an event belongs.
create or replace function private.require_series_admin() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not (old.calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege',
      message = 'Only admins can add an event to a repeated event, or take it out of one.';
  end if;
  return new;
end
$$;
comment on function private.require_series_admin() is 'Only admins change to which series an event belongs.';

create or replace trigger require_series_admin before update of series_id, series_day on public.events
for each row when (
  current_user in ('anon', 'authenticated') and (new.series_id, new.series_day) is distinct from (old.series_id, old.series_day)
)
execute function private.require_series_admin();

-- Evidence of consent is not overwritten.
create or replace function private.keep_evidence() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'insufficient_privilege', message = 'A request that was confirmed is evidence and cannot be changed.';
end
$$;
comment on function private.keep_evidence() is 'What somebody agreed to is appended, never overwritten.';

create or replace trigger keep_evidence before update on public.pending_contact_confirmations
for each row when (old.used_at is not null) execute function private.keep_evidence();

-- Leaving stops mail.
alter table public.opt_outs drop constraint if exists opt_outs_source_check, add constraint opt_outs_source_check check (source in ('form', 'link', 'one_click', 'operator', 'left'));
comment on column public.opt_outs.source is 'form: unsigned, from the page. link: signed, from a mail. one_click: the mail program''s button (RFC 8058). left: a member left the calendar; joining again lifts it.';

create or replace function private.opt_out_leaver() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.opt_outs (calendar_id, email, source)
  select c.id, u.email, 'left'
  from auth.users u, public.calendars c
  where u.id = old.user_id and u.email_confirmed_at is not null and c.id = old.calendar_id
    and (
      old.user_id = auth.uid() or exists (
        select from public.notification_preferences p
        where p.calendar_id = old.calendar_id and p.user_id = old.user_id and not p.email_notifications
      )
    )
  on conflict (calendar_id, email) do nothing;
  return old;
end
$$;
comment on function private.opt_out_leaver() is 'Leaving a calendar stops its mail, also to an address that an admin put on the list.';

create or replace trigger opt_out_leaver before delete on public.calendar_members
for each row execute function private.opt_out_leaver();

create or replace function private.opt_out_deleted_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.opt_outs (calendar_id, email, source)
  select m.calendar_id, old.email, 'left'
  from public.calendar_members m
  join public.calendar_contacts k on k.calendar_id = m.calendar_id and k.contact_type = 'email' and k.normalised = old.email
  where m.user_id = old.id and old.email_confirmed_at is not null
  on conflict (calendar_id, email) do nothing;
  return old;
end
$$;
comment on function private.opt_out_deleted_account() is 'Deleting an account stops the mail of its calendars.';

create or replace trigger opt_out_deleted_account before delete on auth.users
for each row execute function private.opt_out_deleted_account();

-- Who unsubscribed is marked, and not counted.
create or replace function public.unreachable(contact public.calendar_contacts) returns text
language sql stable security definer
set search_path = ''
as $$
  select case
    when k.contact_type = 'email' and exists (
      select from public.opt_outs o where o.calendar_id = k.calendar_id and o.email = k.normalised
    ) then 'unsubscribed'
    when exists (
      select from public.suppressions s
      where s.channel = case k.contact_type when 'phone' then 'sms' else 'email' end and s.address = k.normalised
    ) then 'suppressed'
  end
  from public.calendar_contacts k
  where k.id = contact.id and k.calendar_id = any ((select private.my_admin_calendars())::uuid[])
$$;
comment on function public.unreachable(public.calendar_contacts) is 'Computed field, for admins: unsubscribed, suppressed (bounced, complained or stopped), or null for who gets messages.';
grant execute on function public.unreachable(public.calendar_contacts) to authenticated;

create or replace function private.unsubscribed_count(p_calendar_id uuid) returns bigint
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select count(*) from public.opt_outs o
    join public.calendar_contacts k
      on k.normalised = o.email and k.contact_type = 'email' and k.calendar_id = o.calendar_id
    where o.calendar_id = p_calendar_id
  );
end
$$;
comment on function private.unsubscribed_count(uuid) is 'How many email contacts have unsubscribed and get nothing.';

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
      count(*) filter (where k.contact_type = 'email') - private.unsubscribed_count(c.id) as emails,
      count(*) filter (where k.contact_type = 'phone') as phones
    from public.calendar_contacts k
    where k.calendar_id = c.id
  ) reached
  cross join lateral (select count(*) as members from public.calendar_members m where m.calendar_id = c.id) seated
  where mine.user_id = (select auth.uid())
  order by c.created_at, c.id
$$;
comment on function public.get_my_calendars() is 'The dashboard in one query: every calendar of the caller with role and counts.';
grant execute on function public.get_my_calendars() to authenticated;

create or replace function public.email_count(calendar public.calendars) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select count(*) - case when count(*) > 0 then private.unsubscribed_count(calendar.id) else 0 end
  from public.calendar_contacts k
  where k.calendar_id = calendar.id and k.contact_type = 'email'
    and k.calendar_id = any ((select private.my_calendars())::uuid[])
$$;
comment on function public.email_count(public.calendars) is 'Computed field: how many email contacts that have not unsubscribed, for members.';
grant execute on function public.email_count(public.calendars) to authenticated;
