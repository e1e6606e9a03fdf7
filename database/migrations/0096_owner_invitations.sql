-- An owner can invite the next owner by email.
alter table public.member_invitations drop constraint if exists member_invitations_role_check;
alter table public.member_invitations add constraint member_invitations_role_check check (role in ('admin', 'member', 'owner'));
comment on column public.member_invitations.role is 'What the person becomes. Only the owner invites admins, as only the owner promotes. owner: an admin to whom the calendar is offered.';

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
  insert into public.calendar_members as m (calendar_id, user_id, role)
  values (invitation.calendar_id, auth.uid(), case invitation.role when 'owner' then 'admin' else invitation.role end)
  on conflict (calendar_id, user_id) do update set role = 'admin' where excluded.role = 'admin' and m.role <> 'admin';
  if found then
    perform graphile_worker.add_job(
      'send-joined-mail', json_build_object('calendar', invitation.calendar_id, 'member', auth.uid()), max_attempts := 12
    );
  end if;
  if invitation.role = 'owner' then
    -- Only the owner who wrote it can offer the calendar, and only while they own it.
    insert into private.transfer_offers (calendar_id, offered_by, offered_to)
    select c.id, c.owner_id, auth.uid() from public.calendars c
    where c.id = invitation.calendar_id and c.owner_id = invitation.invited_by and c.owner_id <> auth.uid()
    on conflict (calendar_id) do update set
      offered_by = excluded.offered_by, offered_to = excluded.offered_to, created_at = excluded.created_at;
  end if;
  return invitation.calendar_id;
end
$$;
comment on function private.accept_invitation(text) is 'Joins with the role of an invitation whose token was mailed to the caller''s own address; the next owner is offered the calendar.';
