-- Invitations by email, each for one address and with a role. Unlike the invite link, such an invitation works only for the account that
-- has this address, confirmed: a mail can be forwarded, and a role is not for whoever finds it. The link in the mail has the only copy of
-- the token; the row has its hash. Admins read and withdraw; /functions/v1/invite-members writes, because it limits and mails.

create table public.member_invitations (
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
  constraint member_invitations_role_check check (role in ('admin', 'member', 'owner')),
  constraint member_invitations_language_check check (language in ('en', 'es')),
  constraint member_invitations_expires_check check (expires_at > asked_at)
);

comment on table public.member_invitations is 'One row per address that is invited and has not joined; deleted when it joins or is withdrawn.';
comment on column public.member_invitations.role is 'What the person becomes. Only the owner invites admins, as only the owner promotes. owner: an admin to whom the calendar is offered.';
comment on column public.member_invitations.language is 'Of the page on which it was written; a language that the address has chosen comes first.';
comment on column public.member_invitations.token_hash is 'SHA-256 of the token in the link, which has 256 unpredictable bits.';
comment on column public.member_invitations.asked_at is 'When it was last asked to be sent; later than created_at when it was sent again.';
comment on column public.member_invitations.sent_at is 'When the last mail left, or would have left if the address could be written to. Null: not yet.';

create index member_invitations_invited_by_idx on public.member_invitations (invited_by);
comment on index public.member_invitations_invited_by_idx is 'The foreign key, when an account goes; and what an admin who goes had invited.';
create index member_invitations_expires_at_idx on public.member_invitations (expires_at);
comment on index public.member_invitations_expires_at_idx is 'Delete what has expired.';

alter table public.member_invitations enable row level security;
create policy select_admin on public.member_invitations for select to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.member_invitations is 'Admins see whom they invited.';
create policy delete_owner on public.member_invitations for delete to authenticated
  using (calendar_id = any ((select private.my_owned_calendars())::uuid[]));
comment on policy delete_owner on public.member_invitations is 'The owner withdraws any.';
create policy delete_admin on public.member_invitations for delete to authenticated
  using (role = 'member' and calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy delete_admin on public.member_invitations is 'Admins withdraw those of members; admins are the owner''s choice.';
create policy all_service on public.member_invitations for all to service_role using (true) with check (true);
comment on policy all_service on public.member_invitations is 'Written by invite-members and its job.';

grant select, delete on public.member_invitations to authenticated;
grant select, insert, update, delete on public.member_invitations to service_role;

-- Definer: columns are closed to clients. Answers only for a calendar of which the caller is an admin. Whether the address may be written to
-- shows nowhere: anybody can invite any address to a calendar of their own.
create function public.state(invitation public.member_invitations) returns text
language sql stable security definer
set search_path = ''
as $$
  select case
    when i.expires_at <= now() then 'expired'
    when i.sent_at is null then 'sending'
    else 'sent'
  end
  from public.member_invitations i
  where i.id = invitation.id and i.calendar_id = any ((select private.my_admin_calendars())::uuid[])
$$;
comment on function public.state(public.member_invitations) is 'Computed field: sending, sent or expired.';
grant execute on function public.state(public.member_invitations) to authenticated;

create function private.cannot_invite(p_calendar_id uuid, p_email text) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from public.opt_outs o where o.calendar_id = p_calendar_id and o.email = p_email)
    or exists (select from public.suppressions s where s.channel = 'email' and s.address = p_email)
    or private.is_opted_out_of((select c.owner_id from public.calendars c where c.id = p_calendar_id), p_email)
$$;
comment on function private.cannot_invite(uuid, text) is 'Whether an address has unsubscribed from the calendar or another one of its owner, left it, bounced or complained.';
grant execute on function private.cannot_invite(uuid, text) to service_role;

-- Joins the caller with the role of an invitation, or returns null if there is none for the token. Called by join_calendar, which is the
-- definer. The invitation is locked, so that it is used once.
create function private.accept_invitation(p_token text) returns uuid
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
  insert into public.calendar_members as m (calendar_id, user_id, role)
  values (invitation.calendar_id, auth.uid(), case invitation.role when 'owner' then 'admin' else invitation.role end)
  on conflict (calendar_id, user_id) do update set role = 'admin' where excluded.role = 'admin' and m.role <> 'admin';
  if found then
    perform private.send_letter('members/joined', json_build_object('calendar', invitation.calendar_id, 'member', auth.uid()));
  end if;
  if invitation.role = 'owner' then
    -- Only the owner who wrote it can offer the calendar, and only while they own it.
    perform private.offer_calendar(c.id, c.owner_id, auth.uid()) from public.calendars c
    where c.id = invitation.calendar_id and c.owner_id = invitation.invited_by and c.owner_id <> auth.uid();
  end if;
  return invitation.calendar_id;
end
$$;
comment on function private.accept_invitation(text) is 'Joins with the role of an invitation whose token was mailed to the caller''s own address; the next owner is offered the calendar.';

-- Definer: callers may not write history. The invitation that was used has its line by the membership.
create function private.audit_invitation() returns trigger
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

-- after all tables

create trigger audit after insert on public.member_invitations
for each row execute function private.audit_invitation();
create trigger audit_withdrawn after delete on public.member_invitations
for each row when (current_user in ('anon', 'authenticated'))
execute function private.audit_invitation();
