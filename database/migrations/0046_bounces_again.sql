-- An address that bounced may be asked to confirm again after a rest (send-contact-confirmation). If that bounces too, the
-- rest begins anew.

create or replace function private.suppress(p_channel text, p_address text, p_reason text, p_detail text, p_at timestamptz)
returns void
language sql volatile
set search_path = ''
as $$
  insert into public.suppressions as s (channel, address, reason, detail, created_at)
  select p_channel, p_address, p_reason, left(p_detail, 1000), p_at
  where not exists (
    select from public.calendar_contacts k
    where k.normalised = p_address and k.confirmed_at > p_at and p_reason <> 'stop'
  )
  on conflict (channel, address) do update set
    reason = excluded.reason,
    detail = excluded.detail,
    created_at = excluded.created_at
  -- Words of the person count for more than a machine's, and an operator's for most.
  where s.reason = 'bounce' and (excluded.reason <> 'bounce' or excluded.created_at > s.created_at)
$$;
