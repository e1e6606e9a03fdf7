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

comment on table public.suppressions is 'One row an address that gets nothing from us on a channel.';
comment on column public.suppressions.address is 'Normalised: lower-case email or E.164 number.';
comment on column public.suppressions.detail is 'What the carrier said, without the message.';

alter table public.suppressions enable row level security;
create policy all_service on public.suppressions for all to service_role using (true) with check (true);
comment on policy all_service on public.suppressions is 'Written by webhooks and bounces, read by the sender.';
grant select, insert, update, delete on public.suppressions to service_role;
