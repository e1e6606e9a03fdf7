-- Admins invite by email, each address with a role.

create table if not exists public.member_invitations (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references public.calendars on delete cascade,
  email text not null,
  role text not null,
  language text not null default 'en',
  token_hash bytea not null,
  invited_by uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now(),
  asked_at timestamptz not null default now(),
  sent_at timestamptz,
  expires_at timestamptz not null,

  constraint member_invitations_email_key unique (calendar_id, email),
  constraint member_invitations_token_hash_key unique (token_hash),
  constraint member_invitations_email_check check (private.is_email(email)),
  constraint member_invitations_role_check check (role in ('admin', 'member')),
  constraint member_invitations_language_check check (language in ('en', 'es')),
  constraint member_invitations_expires_check check (expires_at > asked_at)
);

comment on table public.member_invitations is 'One row per address that is invited and has not joined; deleted when it joins or is withdrawn.';
comment on column public.member_invitations.role is 'What the person becomes. Only the owner invites admins, as only the owner promotes.';
comment on column public.member_invitations.language is 'Of the page on which it was written; a language that the address has chosen comes first.';
comment on column public.member_invitations.token_hash is 'SHA-256 of the token in the link, which has 256 unpredictable bits.';
comment on column public.member_invitations.asked_at is 'When it was last asked to be sent; later than created_at when it was sent again.';
comment on column public.member_invitations.sent_at is 'When the last mail left. Null: not yet, or it must not be sent.';

create index if not exists member_invitations_invited_by_idx on public.member_invitations (invited_by);
comment on index public.member_invitations_invited_by_idx is 'The foreign key, when an account goes; and what an admin who goes had invited.';
create index if not exists member_invitations_expires_at_idx on public.member_invitations (expires_at);
comment on index public.member_invitations_expires_at_idx is 'Delete what has expired.';

alter table public.member_invitations enable row level security;
drop policy if exists select_admin on public.member_invitations;
create policy select_admin on public.member_invitations for select to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.member_invitations is 'Admins see whom they invited.';
drop policy if exists delete_owner on public.member_invitations;
create policy delete_owner on public.member_invitations for delete to authenticated
  using (calendar_id = any ((select private.my_owned_calendars())::uuid[]));
comment on policy delete_owner on public.member_invitations is 'The owner withdraws any.';
drop policy if exists delete_admin on public.member_invitations;
create policy delete_admin on public.member_invitations for delete to authenticated
  using (role = 'member' and calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy delete_admin on public.member_invitations is 'Admins withdraw those of members; admins are the owner''s choice.';
drop policy if exists all_service on public.member_invitations;
create policy all_service on public.member_invitations for all to service_role using (true) with check (true);
comment on policy all_service on public.member_invitations is 'Written by invite-members and its job.';

grant select, delete on public.member_invitations to authenticated;
grant select, insert, update, delete on public.member_invitations to service_role;

-- Definer: opt-outs and suppressions are closed to clients. Answers only for a calendar of which the caller is an admin.
create or replace function public.state(invitation public.member_invitations) returns text
language sql stable security definer
set search_path = ''
as $$
  select case
    when private.cannot_invite(i.calendar_id, i.email) then 'blocked'
    when i.expires_at <= now() then 'expired'
    when i.sent_at is null then 'sending'
    else 'sent'
  end
  from public.member_invitations i
  where i.id = invitation.id and i.calendar_id = any ((select private.my_admin_calendars())::uuid[])
$$;
comment on function public.state(public.member_invitations) is 'Computed field: sending, sent, expired, or blocked: the address has unsubscribed, bounced or complained.';
revoke execute on function public.state(public.member_invitations) from public;
grant execute on function public.state(public.member_invitations) to authenticated;

create or replace function private.cannot_invite(p_calendar_id uuid, p_email text) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from public.opt_outs o where o.calendar_id = p_calendar_id and o.email = p_email)
    or exists (select from public.suppressions s where s.channel = 'email' and s.address = p_email)
    or private.is_opted_out_of((select c.owner_id from public.calendars c where c.id = p_calendar_id), p_email)
$$;
comment on function private.cannot_invite(uuid, text) is 'Whether an address has unsubscribed from the calendar or another one of its owner, left it, bounced or complained.';
revoke execute on function private.cannot_invite(uuid, text) from public;
grant execute on function private.cannot_invite(uuid, text) to service_role;

-- Joins the caller with the role of an invitation, or returns null if there is none for the token. Called by join_calendar, which is the
-- definer. The invitation is locked, so that it is used once.
create or replace function private.accept_invitation(p_token text) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  invitation public.member_invitations;
  person record;
begin
  select i.* into invitation
  from public.member_invitations i join public.calendars c on c.id = i.calendar_id
  where i.token_hash = sha256(convert_to(p_token, 'UTF8')) and i.expires_at > now() and not c.disabled
  for update of i;
  if not found then
    return null;
  end if;
  select u.email, u.email_confirmed_at into person from auth.users u where u.id = auth.uid();
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Please sign in to join the calendar.';
  elsif person.email <> invitation.email then
    raise exception using errcode = 'TB014', message = 'This invitation is for another email address. Please sign in with the address it was sent to.';
  elsif person.email_confirmed_at is null then
    raise exception using errcode = 'TB007', message = 'Please confirm your email address first.';
  end if;
  delete from public.member_invitations where id = invitation.id;
  insert into public.calendar_members as m (calendar_id, user_id, role) values (invitation.calendar_id, auth.uid(), invitation.role)
  on conflict (calendar_id, user_id) do update set role = 'admin' where excluded.role = 'admin' and m.role <> 'admin';
  if found then
    perform graphile_worker.add_job(
      'send-joined-mail', json_build_object('calendar', invitation.calendar_id, 'member', auth.uid()), max_attempts := 12
    );
  end if;
  return invitation.calendar_id;
end
$$;
comment on function private.accept_invitation(text) is 'Joins with the role of an invitation whose token was mailed to the caller''s own address.';
revoke execute on function private.accept_invitation(text) from public;

-- What an admin promised ends when they go or are demoted; and who is removed cannot come back by an invitation they still have.
-- Definer: the owner who removes an admin need not see what they wrote.
create or replace function private.withdraw_invitations() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' or new.role <> 'admin' then
    delete from public.member_invitations i where i.calendar_id = old.calendar_id and i.invited_by = old.user_id;
  end if;
  if tg_op = 'DELETE' then
    delete from public.member_invitations i using auth.users u
    where i.calendar_id = old.calendar_id and u.id = old.user_id and i.email = u.email;
  end if;
  return null;
end
$$;
comment on function private.withdraw_invitations() is 'Withdraws the open invitations that somebody made, or has, when they are no longer an admin or a member.';
revoke execute on function private.withdraw_invitations() from public;

-- Definer: callers may not write history. The invitation that was used has its line by the membership.
create or replace function private.audit_invitation() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  invitation public.member_invitations := case tg_op when 'DELETE' then old else new end;
begin
  insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata)
  select (select u.id from auth.users u where u.id = coalesce(auth.uid(), invitation.invited_by)),
    c.id, 'invitation', invitation.id, case tg_op when 'DELETE' then 'delete' else 'create' end,
    jsonb_build_object('calendar_id', c.id, 'calendar_name', c.name, 'role', invitation.role)
  from public.calendars c where c.id = invitation.calendar_id;
  return null;
end
$$;
comment on function private.audit_invitation() is 'History: who invited with what role, and who withdrew it.';
revoke execute on function private.audit_invitation() from public;

create or replace trigger withdraw_invitations after update of role or delete on public.calendar_members
for each row execute function private.withdraw_invitations();
create or replace trigger audit after insert on public.member_invitations
for each row execute function private.audit_invitation();
create or replace trigger audit_withdrawn after delete on public.member_invitations
for each row when (current_user in ('anon', 'authenticated'))
execute function private.audit_invitation();

-- It returns more columns.
drop function if exists public.get_invite(text);
-- Definer: shows the holder of a code what it leads to, before they sign in. The code is the proof.
create or replace function public.get_invite(p_code text)
returns table (calendar_id uuid, name text, description text, member_count bigint, role text, email text)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.take_try();
  return query
  select c.id, c.name, c.description, (select count(*) from public.calendar_members m where m.calendar_id = c.id), i.role, i.email
  from (
    select l.calendar_id, 'member' as role, null as email from private.calendar_invites l where l.code = p_code
    union all
    select m.calendar_id, m.role, m.email from public.member_invitations m
    where m.token_hash = sha256(convert_to(p_code, 'UTF8')) and m.expires_at > now()
  ) as i
  join public.calendars c on c.id = i.calendar_id
  where not c.disabled;
  if found then
    perform private.give_back_try();
  end if;
end
$$;
comment on function public.get_invite(text) is 'What an invite leads to, and for which address if it was mailed; no row when it is wrong, renewed, expired, or the calendar disabled.';
revoke execute on function public.get_invite(text) from public;
grant execute on function public.get_invite(text) to anon, authenticated, service_role;

-- Definer: adds the caller to a table where nobody may insert. The code is the permission; the role is member, unless the code was mailed
-- to the caller with another (accept_invitation).
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
  if joined is null then
    joined := private.accept_invitation(p_code);
  elsif not exists (select from private.calendar_invites i where i.calendar_id = joined and i.code = p_code) then
    joined := null;
  end if;
  if joined is null then
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
comment on function public.join_calendar(text) is 'Joins the calendar of an invite, as member or as what a mailed one says; again is no error. Returns the calendar.';
revoke execute on function public.join_calendar(text) from public;
grant execute on function public.join_calendar(text) to authenticated;

-- Definer: profiles show a person only to themselves. Only admins get past the first condition, and they may see the calendar's
-- members, contacts and events anyway; of other calendars nothing is joined.
create or replace function public.get_history(
  p_calendar_id uuid, p_kind text default null, p_before bigint default null, p_limit integer default 50
)
returns table (
  id bigint, created_at timestamptz, actor text, entity_type text, action text, subject text, is_self boolean, details jsonb
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
  select l.id, l.created_at, actor.display_name, l.entity_type, l.action,
    coalesce(person.display_name, k.contact_value, i.email, e.title, s.title, d.event ->> 'title'),
    coalesce(l.entity_type = 'membership' and l.entity_id = l.actor_user_id, false),
    l.metadata - 'calendar_id' - 'calendar_name'
  from (
    select * from public.audit_logs a
    where a.calendar_id = p_calendar_id and p_calendar_id = any ((select private.my_admin_calendars())::uuid[])
      and (p_kind is null or a.entity_type = p_kind or p_kind = 'event' and a.entity_type = 'series'
        or p_kind = 'membership' and a.entity_type = 'invitation')
      and (p_before is null or a.id < p_before)
    order by a.id desc
    limit least(greatest(coalesce(p_limit, 50), 1), 100)
  ) as l
  left join public.profiles actor on actor.user_id = l.actor_user_id
  left join public.profiles person on l.entity_type = 'membership' and person.user_id = l.entity_id
  left join public.calendar_contacts k on l.entity_type = 'contact' and k.id = l.entity_id and k.calendar_id = p_calendar_id
  left join public.member_invitations i
    on l.entity_type = 'invitation' and i.id = l.entity_id and i.calendar_id = p_calendar_id
  left join public.events e on l.entity_type = 'event' and e.id = l.entity_id and e.calendar_id = p_calendar_id
  left join public.event_series s on l.entity_type = 'series' and s.id = l.entity_id and s.calendar_id = p_calendar_id
  left join public.deleted_events d
    on l.entity_type in ('event', 'series') and d.id = l.entity_id and d.calendar_id = p_calendar_id
  order by l.id desc;
end
$$;
comment on function public.get_history(uuid, text, bigint, integer) is 'A page of a calendar''s history, newest first, from before an entry on. For its admins; nothing for others.';
revoke execute on function public.get_history(uuid, text, bigint, integer) from public;
grant execute on function public.get_history(uuid, text, bigint, integer) to authenticated;

alter table public.audit_logs drop constraint if exists audit_logs_entity_type_check, add constraint audit_logs_entity_type_check
  check (entity_type in ('calendar', 'membership', 'invitation', 'contact', 'event', 'series', 'account'));
