-- Addresses and numbers we must not send to at all, whatever calendar asks: they bounced, complained, or said STOP.
-- Looked up by the sender just before a message leaves. Closed to clients.

create table public.suppressions (
  id uuid primary key default gen_random_uuid(),
  channel text not null,
  address text not null,
  reason text not null,
  detail text,
  created_at timestamptz not null default now(),

  constraint suppressions_address_key unique (channel, address),
  constraint suppressions_channel_check check (channel in ('email', 'sms')),
  constraint suppressions_address_check check (
    private.is_address(case channel when 'sms' then 'phone' else channel end, address)
  ),
  constraint suppressions_reason_check check (reason in ('bounce', 'complaint', 'stop', 'operator')),
  constraint suppressions_detail_check check (char_length(detail) <= 1000)
);

comment on table public.suppressions is 'One row per address that gets nothing from us on a channel.';
comment on column public.suppressions.address is 'Normalised: lower-case email or E.164 number.';
comment on column public.suppressions.detail is 'What the carrier said, without the message.';

alter table public.suppressions enable row level security;
create policy all_service on public.suppressions for all to service_role using (true) with check (true);
comment on policy all_service on public.suppressions is 'Written by webhooks and bounces, read by the sender.';

grant select, insert, update, delete on public.suppressions to service_role;

-- Somebody who confirmed after the report was made has shown that the address works and that they want our messages.
-- An address that bounced may be asked to confirm again after a pause; if that bounces too, the pause begins anew.
create function private.suppress(p_channel text, p_address text, p_reason text, p_detail text, p_at timestamptz)
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
  -- A complaint or STOP outranks a bounce, and an operator outranks both.
  where s.reason = 'bounce' and (excluded.reason <> 'bounce' or excluded.created_at > s.created_at)
$$;
comment on function private.suppress(text, text, text, text, timestamptz) is 'Nothing more is sent to the address on this channel; again is no error.';
grant execute on function private.suppress(text, text, text, text, timestamptz) to service_role;

-- after all tables

create trigger stop_what_is_leaving before insert on public.suppressions
for each row execute function private.stop_what_is_leaving();
