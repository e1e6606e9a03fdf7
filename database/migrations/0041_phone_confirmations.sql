-- A follower gave a phone number and confirmed by mail; the number itself is theirs only once it answered YES. Until
-- then the contact has no confirmed_at and gets no notices. One open question a contact; answers come by number.

create table private.phone_confirmations (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references public.calendar_contacts on delete cascade,
  phone text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '72 hours',
  sent_at timestamptz,
  confirmed_at timestamptz,
  provider_id text,
  last_error text,

  constraint phone_confirmations_contact_key unique (contact_id),
  constraint phone_confirmations_phone_check check (private.is_address('phone', phone)),
  constraint phone_confirmations_expires_check check (expires_at > created_at),
  constraint phone_confirmations_last_error_check check (char_length(last_error) <= 1000)
);

create index phone_confirmations_open_idx on private.phone_confirmations (phone) where confirmed_at is null;
comment on index private.phone_confirmations_open_idx is 'YES came from a number: which questions does it answer.';
create index phone_confirmations_expires_at_idx on private.phone_confirmations (expires_at);
comment on index private.phone_confirmations_expires_at_idx is 'Throw away what has expired.';

comment on table private.phone_confirmations is 'One row a text that asks a follower to reply YES.';
comment on column private.phone_confirmations.phone is 'E.164, as the carrier names the sender of an answer.';
comment on column private.phone_confirmations.sent_at is 'When the carrier took the text. An answer to a question never asked confirms nothing.';
comment on column private.phone_confirmations.provider_id is 'The carrier''s own name for the text.';

alter table private.phone_confirmations enable row level security;
create policy all_service on private.phone_confirmations for all to service_role using (true) with check (true);
comment on policy all_service on private.phone_confirmations is 'Written by the confirm function and its job, answered through the carrier''s webhook.';
grant select, insert, update, delete on private.phone_confirmations to service_role;
