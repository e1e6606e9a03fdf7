-- What carriers tell afterwards: delivered, bounced, complained. Reports come twice, late and in any order, from
-- webhooks and from bounce mails, so both go through the same two functions.

-- How final a state is. Before `sent` nothing was promised yet; a bounce after a delivery is the last word. Who opted out
-- was never sent to, and no report changes that.
create function private.finality(p_state text) returns integer
language sql immutable parallel safe
set search_path = ''
return case p_state
    when 'sent' then 1
    when 'failed' then 2
    when 'delivered' then 3
    when 'bounced' then 4
    when 'opted_out' then 9
    else 0
  end;
comment on function private.finality(text) is 'A report may only move a delivery to a state of higher finality.';

-- Takes the lease away too: a worker that still waits for the carrier then writes nothing over the report.
create function private.report_delivery(p_delivery uuid, p_state text, p_detail text, p_at timestamptz) returns boolean
language sql volatile
set search_path = ''
as $$
  with reported as (
    update public.deliveries d set
      state = p_state,
      sent_at = coalesce(d.sent_at, p_at),
      last_error = case when p_state in ('failed', 'bounced') then left(p_detail, 1000) else d.last_error end,
      lease_token = null,
      lease_until = null
    where d.id = p_delivery and private.finality(p_state) > private.finality(d.state)
    returning 1
  )
  select exists (select from reported)
$$;
comment on function private.report_delivery(uuid, text, text, timestamptz) is 'Writes what became of a delivery; the same report twice, or an older one, changes nothing.';

-- Somebody who confirmed after the report was made has shown that the address works and that they want to hear from us.
create function private.suppress(p_channel text, p_address text, p_reason text, p_detail text, p_at timestamptz) returns void
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
  where s.reason = 'bounce' and excluded.reason <> 'bounce'
$$;
comment on function private.suppress(text, text, text, text, timestamptz) is 'Nothing more is sent to the address on this channel; again is no error.';

grant execute on function
  private.finality(text), private.report_delivery(uuid, text, text, timestamptz), private.suppress(text, text, text, text, timestamptz)
to service_role;
