-- Whether an invited address may be written to shows nowhere: anybody can invite any address to a calendar of their own.
create or replace function public.state(invitation public.member_invitations) returns text
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
comment on column public.member_invitations.sent_at is 'When the last mail left, or would have left if the address could be written to. Null: not yet.';
