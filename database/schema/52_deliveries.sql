-- One message to one recipient: planned, claimed by a worker for a while, handed to a carrier, and what became of it.
-- "Did this neighbour get it?" is one select here. A worker holds a row by a lease; `committing` is written just
-- before the message becomes irrevocable, so after a crash only rows in that state are uncertain.

-- A message writes its row three times. The fill factor leaves room on the page for the next version, and indexes use
-- is_waiting instead of state, which changes at every step, so that the write before a message leaves touches no index.
-- Vacuum comes at a twentieth of dead rows instead of a fifth, so that tomorrow's mailing takes the room that the sweep made.
create table public.deliveries (
  id uuid primary key default gen_random_uuid(),
  mailing_id uuid not null,
  calendar_id uuid not null,
  contact_id uuid references public.calendar_contacts on delete set null,
  member_id uuid references auth.users on delete set null,
  channel text not null,
  address text not null,
  time_zone text,
  event_ids uuid[],
  state text not null default 'planned',
  is_waiting boolean not null generated always as (state = 'planned') stored,
  attempts integer not null default 0,
  copies integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  expires_at timestamptz,
  lease_token uuid,
  lease_until timestamptz,
  lease_holder integer,
  message_id text,
  provider_id text,
  segments integer,
  last_error text,
  sent_at timestamptz,
  complained_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  resent_at timestamptz,

  constraint deliveries_mailing_fkey foreign key (mailing_id, calendar_id)
    references public.mailings (id, calendar_id) on delete cascade,
  constraint deliveries_channel_check check (channel in ('email', 'sms', 'push')),
  constraint deliveries_address_check check (char_length(address) between 1 and 2048),
  constraint deliveries_state_check check (state in (
    'planned', 'claimed', 'committing', 'sent', 'delivered', 'bounced', 'failed', 'opted_out', 'uncertain', 'expired',
    'cancelled'
  )),
  constraint deliveries_attempts_check check (attempts >= 0),
  constraint deliveries_lease_check check (
    (lease_token is null) = (lease_until is null) and (state not in ('claimed', 'committing') or lease_token is not null)
  ),
  constraint deliveries_last_error_check check (char_length(last_error) <= 1000),
  constraint deliveries_copies_check check (copies between 0 and 2),
  constraint deliveries_segments_check check (segments > 0)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 10000);

comment on table public.deliveries is 'One row per message and recipient.';
comment on column public.deliveries.member_id is 'Whom a mail is for that is a member and no contact.';
comment on column public.deliveries.address is 'Normalised email or number, or a push endpoint; stays when the contact is removed.';
comment on column public.deliveries.time_zone is 'Whose clock the quiet hours of a text follow.';
comment on column public.deliveries.event_ids is 'The events of the mailing that it contains; null: all of them.';
comment on column public.deliveries.state is 'planned → claimed → committing → sent → delivered; or bounced, failed, opted_out, expired; cancelled: its events or its contact went; uncertain waits for a human.';
comment on column public.deliveries.is_waiting is 'Whether it is planned, for the conditions of indexes.';
comment on column public.deliveries.copies is 'How many copies may have left. Raised before the last step, lowered when the carrier refuses; never above 2.';
comment on column public.deliveries.expires_at is 'End of the event''s local day: a day-of notice is worthless tomorrow.';
comment on column public.deliveries.lease_token is 'Who holds the row; every later write names it, so a worker that lost its lease writes nothing.';
comment on column public.deliveries.lease_holder is 'The number of the process that holds the lease (private.sender_numbers).';
comment on column public.deliveries.message_id is 'Stable over retries, so a mail program shows a second copy once.';
comment on column public.deliveries.provider_id is 'The carrier''s own name for the message.';
comment on column public.deliveries.segments is 'Parts a text was split into; carriers charge by the part.';
comment on column public.deliveries.last_error is 'What the carrier answered, shortened.';
comment on column public.deliveries.complained_at is 'When its reader reported it as spam.';
comment on column public.deliveries.resent_at is 'When an admin sent it again after it had failed: once, and no more.';

create index deliveries_calendar_id_idx on public.deliveries (calendar_id, created_at);
comment on index public.deliveries_calendar_id_idx is 'The ledger of a calendar; the admins'' policy.';
create index deliveries_contact_id_idx on public.deliveries (contact_id, created_at);
comment on index public.deliveries_contact_id_idx is 'What happened last with a contact; the foreign key.';
create index deliveries_member_id_idx on public.deliveries (member_id) where member_id is not null;
comment on index public.deliveries_member_id_idx is 'The foreign key, when an account goes.';
create index deliveries_provider_id_idx on public.deliveries (provider_id) where provider_id is not null;
comment on index public.deliveries_provider_id_idx is 'Webhooks: the row a carrier''s callback speaks of.';
create index deliveries_message_id_idx on public.deliveries (message_id) where message_id is not null;
comment on index public.deliveries_message_id_idx is 'Bounces by mail: the row a returned Message-ID speaks of.';
-- /metrics counts the messages of the last day at every scrape. Deliveries are written in the order of time, so
-- that a BRIN index of a few bytes per thousand pages finds the last day without a full scan.
create index deliveries_created_at_idx on public.deliveries using brin (created_at) with (autosummarize = on);
comment on index public.deliveries_created_at_idx is '/metrics: messages of the last 24 hours, by state.';
-- Created after the other indexes: where several cost the same, as in a table that was empty when a plan was cached,
-- PostgreSQL takes the youngest, and this one finds a single row.
alter table public.deliveries add constraint deliveries_address_key unique (mailing_id, calendar_id, channel, address);
create index deliveries_waiting_idx on public.deliveries (mailing_id, calendar_id, channel) where is_waiting;
comment on index public.deliveries_waiting_idx is 'Claiming: what is to be sent of a mailing on a channel, for update skip locked. Whether there is anything.';
create index deliveries_due_idx on public.deliveries (next_attempt_at) where is_waiting;
comment on index public.deliveries_due_idx is 'What is over, what waits for the morning, and since when the oldest waits.';
create index deliveries_leased_idx on public.deliveries (mailing_id, calendar_id, address) where lease_token is not null;
comment on index public.deliveries_leased_idx is 'Recovery: leases whose worker died. An opt-out waits for what is just leaving for its address. Whether a mailing is through.';

alter table public.deliveries enable row level security;
create policy select_admin on public.deliveries for select to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.deliveries is 'Admins see what became of each message of their calendars.';
create policy all_service on public.deliveries for all to service_role using (true) with check (true);
comment on policy all_service on public.deliveries is 'The worker claims and sends; webhooks write what came back.';

-- Push endpoints, members and leases are for the worker only; admins know the address of a contact, and of no member.
grant select (
  id, mailing_id, calendar_id, contact_id, channel, state, attempts, next_attempt_at, expires_at, segments, last_error,
  sent_at, created_at, updated_at
) on public.deliveries to authenticated;
grant select, insert, update, delete on public.deliveries to service_role;

create function public.contact_outcomes(p_calendar_id uuid)
returns table (contact_id uuid, channel text, state text, last_error text, sent_at timestamptz, at timestamptz)
language sql stable
set search_path = ''
as $$
  select distinct on (d.contact_id) d.contact_id, d.channel, d.state, d.last_error, d.sent_at, d.updated_at
  from public.deliveries d
  where d.calendar_id = p_calendar_id and d.contact_id is not null
  order by d.contact_id, d.created_at desc
$$;
comment on function public.contact_outcomes(uuid) is 'What happened last with each contact. For the calendar''s admins; nothing for others.';
grant execute on function public.contact_outcomes(uuid) to authenticated;

create trigger touch before update on public.deliveries
  for each row when (new.updated_at is not distinct from old.updated_at) execute function private.touch();
