-- One message to one recipient: planned, claimed by a worker for a while, handed to a carrier, and what became of it.
-- "Did this neighbour get it?" is one select here. A worker holds a row by a lease; `committing` is written just
-- before the message becomes irrevocable, so after a crash only rows in that state are uncertain.

create table public.deliveries (
  id uuid primary key default gen_random_uuid(),
  mailing_id uuid not null,
  calendar_id uuid not null,
  contact_id uuid references public.calendar_contacts on delete set null,
  channel text not null,
  address text not null,
  state text not null default 'planned',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  expires_at timestamptz,
  lease_token uuid,
  lease_until timestamptz,
  message_id text,
  provider_id text,
  last_error text,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint deliveries_address_key unique (mailing_id, channel, address),
  constraint deliveries_mailing_fkey foreign key (mailing_id, calendar_id)
    references public.mailings (id, calendar_id) on delete cascade,
  constraint deliveries_channel_check check (channel in ('email', 'sms', 'push')),
  constraint deliveries_address_check check (char_length(address) between 1 and 2048),
  constraint deliveries_state_check check (state in (
    'planned', 'claimed', 'committing', 'sent', 'delivered', 'bounced', 'failed', 'opted_out', 'uncertain', 'expired'
  )),
  constraint deliveries_attempts_check check (attempts >= 0),
  constraint deliveries_lease_check check (
    (lease_token is null) = (lease_until is null) and (state not in ('claimed', 'committing') or lease_token is not null)
  ),
  constraint deliveries_last_error_check check (char_length(last_error) <= 1000)
);

create index deliveries_due_idx on public.deliveries (next_attempt_at, id) where state = 'planned';
comment on index public.deliveries_due_idx is 'Claiming: what is due now, in order, for update skip locked.';
create index deliveries_lease_idx on public.deliveries (lease_until) where state in ('claimed', 'committing');
comment on index public.deliveries_lease_idx is 'Recovery: leases whose worker died.';
create index deliveries_progress_idx on public.deliveries (mailing_id, calendar_id, state);
comment on index public.deliveries_progress_idx is 'The ledger: counts by state of a mailing; the foreign key.';
create index deliveries_calendar_id_idx on public.deliveries (calendar_id, created_at);
comment on index public.deliveries_calendar_id_idx is 'The ledger of a calendar; the admins'' policy.';
create index deliveries_contact_id_idx on public.deliveries (contact_id, created_at);
comment on index public.deliveries_contact_id_idx is 'What happened last with a contact; the foreign key.';
create index deliveries_provider_id_idx on public.deliveries (provider_id) where provider_id is not null;
comment on index public.deliveries_provider_id_idx is 'Webhooks: the row a carrier''s callback speaks of.';
create index deliveries_message_id_idx on public.deliveries (message_id) where message_id is not null;
comment on index public.deliveries_message_id_idx is 'Bounces by mail: the row a returned Message-ID speaks of.';

comment on table public.deliveries is 'One row a message and recipient.';
comment on column public.deliveries.address is 'Normalised email or number, or a push endpoint; kept when the contact is removed.';
comment on column public.deliveries.state is 'planned → claimed → committing → sent → delivered; or bounced, failed, opted_out, expired; uncertain waits for a human.';
comment on column public.deliveries.expires_at is 'End of the event''s local day: a day-of notice is worthless tomorrow.';
comment on column public.deliveries.lease_token is 'Who holds the row; every later write names it, so a worker that lost its lease writes nothing.';
comment on column public.deliveries.message_id is 'Stable over retries, so a mail program shows a second copy once.';
comment on column public.deliveries.provider_id is 'The carrier''s own name for the message.';
comment on column public.deliveries.last_error is 'What the carrier answered, shortened.';

create trigger touch before update on public.deliveries for each row execute function private.touch();

alter table public.deliveries enable row level security;

create policy select_admin on public.deliveries for select to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.deliveries is 'Admins see what became of each message of their calendars.';
create policy all_service on public.deliveries for all to service_role using (true) with check (true);
comment on policy all_service on public.deliveries is 'The worker claims and sends; webhooks write what came back.';

-- Push endpoints and leases are nobody's business but the worker's; the address of a contact its admins know.
grant select (
  id, mailing_id, calendar_id, contact_id, channel, state, attempts, next_attempt_at, expires_at, last_error, sent_at,
  created_at, updated_at
) on public.deliveries to authenticated;
grant select, insert, update, delete on public.deliveries to service_role;
