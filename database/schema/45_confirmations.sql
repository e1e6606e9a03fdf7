-- People who follow a calendar confirm it: their address by a link in a mail, their number by YES to a text. Until then the
-- calendar does not have them, or has them unconfirmed and sends nothing.

-- A visitor who follows a calendar and has not confirmed it yet. The server creates the token and stores its hash; the link in
-- the mail has the only copy. Carriers and complaints ask later with what browser and from where somebody followed: it is
-- stored here, one row per request, and copied to the contact by the first. Once used, a row is evidence and never changes. Closed
-- to clients: reading it would show addresses, writing it would confirm anybody.
create table public.pending_contact_confirmations (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references public.calendars on delete cascade,
  email text not null,
  phone text,
  language text not null default 'en',
  token_hash bytea not null,
  consent_text_version text,
  consented_at timestamptz,
  consent_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '72 hours',
  used_at timestamptz,
  waiting_since timestamptz,
  asked_at timestamptz,
  group_id uuid,

  constraint pending_contact_confirmations_token_hash_key unique (token_hash),
  constraint pending_contact_confirmations_email_check check (private.is_email(email)),
  constraint pending_contact_confirmations_phone_check check (private.is_address('phone', phone)),
  constraint pending_contact_confirmations_consent_check check (
    (phone is null or consented_at is not null)
    and (consented_at is null) = (consent_text_version is null) and char_length(consent_text_version) <= 100
    and char_length(consent_address) <= 64
  ),
  constraint pending_contact_confirmations_expires_check check (expires_at > created_at),
  constraint pending_contact_confirmations_user_agent_check check (char_length(user_agent) <= 512),
  constraint pending_contact_confirmations_language_check check (language in ('en', 'es')),
  constraint pending_contact_confirmations_asked_check check (asked_at is null or waiting_since is not null)
);

comment on table public.pending_contact_confirmations is 'One row per follow that waits for its confirmation.';
comment on column public.pending_contact_confirmations.phone is 'E.164; only with consent. Confirmed later by YES to a text.';
comment on column public.pending_contact_confirmations.language is 'Of the page on which the request was made.';
comment on column public.pending_contact_confirmations.token_hash is 'SHA-256 of the token in the link.';
comment on column public.pending_contact_confirmations.consent_address is 'The network address the request came from.';
comment on column public.pending_contact_confirmations.user_agent is 'The browser''s own name, as it was sent, shortened.';
comment on column public.pending_contact_confirmations.used_at is 'When it was confirmed; a link works once.';
comment on column public.pending_contact_confirmations.waiting_since is 'When it came to a calendar without a free place. Nothing is mailed before asked_at.';
comment on column public.pending_contact_confirmations.asked_at is 'When a place became free and the mail was sent. The place is held for them for a day.';
comment on column public.pending_contact_confirmations.group_id is 'Shared by requests that were made together on a town page: one mail asks for all, and its link confirms all.';

create unique index pending_contact_confirmations_email_key
  on public.pending_contact_confirmations (calendar_id, email) where used_at is null;
comment on index public.pending_contact_confirmations_email_key is 'One open confirmation an address and calendar; a new request replaces an expired one.';
create index pending_contact_confirmations_calendar_id_idx on public.pending_contact_confirmations (calendar_id);
comment on index public.pending_contact_confirmations_calendar_id_idx is 'The foreign key, when a calendar goes.';
create index pending_contact_confirmations_expires_at_idx on public.pending_contact_confirmations (expires_at);
comment on index public.pending_contact_confirmations_expires_at_idx is 'Delete what has expired.';
create index pending_contact_confirmations_group_idx on public.pending_contact_confirmations (group_id) where group_id is not null;
comment on index public.pending_contact_confirmations_group_idx is 'What a link confirms besides its own request.';

create index pending_contact_confirmations_waiting_idx
  on public.pending_contact_confirmations (calendar_id, waiting_since) where waiting_since is not null and used_at is null;
comment on index public.pending_contact_confirmations_waiting_idx is 'The waiting list of a calendar, in order; and which calendars have one.';

alter table public.pending_contact_confirmations enable row level security;
create policy all_service on public.pending_contact_confirmations for all to service_role using (true) with check (true);
comment on policy all_service on public.pending_contact_confirmations is 'The follow and confirm functions.';

grant select, insert, update, delete on public.pending_contact_confirmations to service_role;

create function private.keep_evidence() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'insufficient_privilege', message = 'A request that was confirmed is evidence and cannot be changed.';
end
$$;
comment on function private.keep_evidence() is 'What somebody agreed to is appended, never overwritten.';

create trigger keep_evidence before update on public.pending_contact_confirmations
for each row when (old.used_at is not null) execute function private.keep_evidence();

-- A place that somebody was asked to take is theirs for a day; then the next is asked too, and whoever confirms first has it.
create function private.free_places(p_calendar_id uuid, p_now timestamptz) returns bigint
language sql stable
set search_path = ''
as $$
  select case when private.is_on_trial(c.owner_id) then greatest(0, private.trial_contact_limit()
    - (select count(*) from public.calendar_contacts k where k.calendar_id = c.id)
    - (
      select count(*) from public.pending_contact_confirmations w
      where w.calendar_id = c.id and w.used_at is null and w.asked_at > p_now - interval '1 day' and w.expires_at > p_now
    )) end
  from public.calendars c
  where c.id = p_calendar_id
$$;
comment on function private.free_places(uuid, timestamptz) is 'How many more can follow a calendar by email, less the places held for people who were asked; null: any number.';
grant execute on function private.free_places(uuid, timestamptz) to service_role;

create function private.waiting_count(p_calendar_id uuid, p_now timestamptz) returns bigint
language sql stable
set search_path = ''
as $$
  select count(*) from public.pending_contact_confirmations w
  where w.calendar_id = p_calendar_id and w.waiting_since is not null and w.asked_at is null and w.used_at is null and w.expires_at > p_now
$$;
comment on function private.waiting_count(uuid, timestamptz) is 'How many wait for a place and have not been asked.';
grant execute on function private.waiting_count(uuid, timestamptz) to service_role;

-- Definer: the table is closed. Admins learn how many wait, not who: the addresses are not confirmed.
create function public.get_waiting_count(p_calendar_id uuid) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select private.waiting_count(p_calendar_id, now()) where p_calendar_id = any ((select private.my_admin_calendars())::uuid[])
$$;
comment on function public.get_waiting_count(uuid) is 'How many wait for a place on a full calendar; null for anybody who is no admin.';
grant execute on function public.get_waiting_count(uuid) to authenticated;

-- The calendar is locked before counting: two that ask at once, and people who are added meanwhile, count one another.
create function private.ask_waiting(p_calendar_id uuid, p_now timestamptz, p_until timestamptz) returns bigint
language plpgsql volatile
set search_path = ''
as $$
declare
  asked bigint;
begin
  perform from public.calendars c where c.id = p_calendar_id for no key update;
  -- An admin has added them meanwhile.
  delete from public.pending_contact_confirmations w
  where w.calendar_id = p_calendar_id and w.waiting_since is not null and w.asked_at is null and w.used_at is null and w.phone is null
    and exists (
      select from public.calendar_contacts k
      where k.calendar_id = w.calendar_id and k.contact_type = 'email' and k.normalised = w.email
    );
  with next as (
    select w.id
    from public.pending_contact_confirmations w join public.calendars c on c.id = w.calendar_id
    where w.calendar_id = p_calendar_id and w.waiting_since is not null and w.asked_at is null and w.used_at is null
      and w.expires_at > p_now and not c.disabled and c.allow_guest_users and c.sending_paused_by is distinct from 'suspension'
      and not exists (select from public.suppressions s where s.channel = 'email' and s.address = w.email)
    order by w.waiting_since, w.id
    limit private.free_places(p_calendar_id, p_now)
  ), changed as (
    update public.pending_contact_confirmations w set asked_at = p_now, expires_at = p_until
    from next where w.id = next.id
    returning w.id
  )
  select count(*) into asked from changed, private.send_letter('follow/confirmation', json_build_object('confirmation', changed.id));
  return asked;
end
$$;
comment on function private.ask_waiting(uuid, timestamptz, timestamptz) is 'Asks the first of the waiting list to confirm, as many as there are free places; how many.';
grant execute on function private.ask_waiting(uuid, timestamptz, timestamptz) to service_role;

-- A follower gave a phone number and confirmed by mail; the number is theirs only once it answered YES. Until then the contact
-- has no confirmed_at and gets no notices. One open question per contact; answers come by number.
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

comment on table private.phone_confirmations is 'One row per text that asks a follower to reply YES.';
comment on column private.phone_confirmations.phone is 'E.164, as the carrier names the sender of an answer.';
comment on column private.phone_confirmations.sent_at is 'When the carrier took the text. An answer without a question confirms nothing.';
comment on column private.phone_confirmations.provider_id is 'The carrier''s own name for the text.';

create index phone_confirmations_open_idx on private.phone_confirmations (phone) where confirmed_at is null;
comment on index private.phone_confirmations_open_idx is 'YES came from a number: which questions does it answer.';
create index phone_confirmations_expires_at_idx on private.phone_confirmations (expires_at);
comment on index private.phone_confirmations_expires_at_idx is 'Delete what has expired.';

alter table private.phone_confirmations enable row level security;
create policy all_service on private.phone_confirmations for all to service_role using (true) with check (true);
comment on policy all_service on private.phone_confirmations is 'Written by the confirm function and its job, answered through the carrier''s webhook.';

grant select, insert, update, delete on private.phone_confirmations to service_role;

-- Texts that people sent us: STOP, START, HELP, YES. Carriers deliver one more than once, and anybody who intercepted one could
-- send it again, so each is acted on the first time only. Only its meaning is stored, not its text.
create table private.inbound_texts (
  provider_id text primary key,
  meaning text not null,
  received_at timestamptz not null default now(),

  constraint inbound_texts_provider_id_check check (char_length(provider_id) between 1 and 100),
  constraint inbound_texts_meaning_check check (meaning in ('stop', 'start', 'help', 'yes', 'unknown'))
);

comment on table private.inbound_texts is 'One row per text that was received and acted on.';
comment on column private.inbound_texts.provider_id is 'The carrier''s own name for the text, the same when it is delivered again.';

create index inbound_texts_received_at_idx on private.inbound_texts (received_at);
comment on index private.inbound_texts_received_at_idx is 'Delete what a carrier will not repeat any more.';

alter table private.inbound_texts enable row level security;
create policy all_service on private.inbound_texts for all to service_role using (true) with check (true);
comment on policy all_service on private.inbound_texts is 'Written by the carrier''s webhook.';

grant select, insert, update, delete on private.inbound_texts to service_role;
