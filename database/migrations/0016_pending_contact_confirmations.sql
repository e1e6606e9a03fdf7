-- A visitor asked to follow a calendar and has not confirmed it yet. The token is made by the server and kept as a
-- hash; the link in the mail has the only copy. Closed to clients: reading it would show addresses, writing it would
-- confirm anybody. Follow and confirm go through functions.

create table public.pending_contact_confirmations (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references public.calendars on delete cascade,
  email text not null,
  phone text,
  token_hash bytea not null,
  consent_text_version text,
  consented_at timestamptz,
  consent_address text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '72 hours',
  used_at timestamptz,

  constraint pending_contact_confirmations_token_hash_key unique (token_hash),
  constraint pending_contact_confirmations_email_check check (private.is_email(email)),
  constraint pending_contact_confirmations_phone_check check (private.is_address('phone', phone)),
  constraint pending_contact_confirmations_consent_check check (
    (phone is null or consented_at is not null)
    and (consented_at is null) = (consent_text_version is null) and char_length(consent_text_version) <= 100
    and char_length(consent_address) <= 64
  ),
  constraint pending_contact_confirmations_expires_check check (expires_at > created_at)
);

create unique index pending_contact_confirmations_email_key
  on public.pending_contact_confirmations (calendar_id, email) where used_at is null;
comment on index public.pending_contact_confirmations_email_key is 'One open confirmation an address and calendar; a new request replaces an expired one.';
create index pending_contact_confirmations_calendar_id_idx on public.pending_contact_confirmations (calendar_id);
comment on index public.pending_contact_confirmations_calendar_id_idx is 'The foreign key, when a calendar goes.';
create index pending_contact_confirmations_expires_at_idx on public.pending_contact_confirmations (expires_at);
comment on index public.pending_contact_confirmations_expires_at_idx is 'Throw away what has expired.';

comment on table public.pending_contact_confirmations is 'One row a follow that waits for its confirmation.';
comment on column public.pending_contact_confirmations.token_hash is 'SHA-256 of the token in the link.';
comment on column public.pending_contact_confirmations.phone is 'E.164; only with consent. Confirmed later by YES to a text.';
comment on column public.pending_contact_confirmations.used_at is 'When it was confirmed; a link works once.';

alter table public.pending_contact_confirmations enable row level security;
create policy all_service on public.pending_contact_confirmations for all to service_role using (true) with check (true);
comment on policy all_service on public.pending_contact_confirmations is 'The follow and confirm functions.';
grant select, insert, update, delete on public.pending_contact_confirmations to service_role;
