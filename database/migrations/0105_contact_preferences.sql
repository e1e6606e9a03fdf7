-- What a recipient chose for themselves, by a signed link and without an account: what they are told, how, when, and from when
-- on. Kept by address and not by contact, so that being taken off a list and put on it again changes nothing of it. It
-- only ever takes away: whom a calendar tells is decided by its contacts, and opt-outs and suppressions beat everything.

create table private.contact_preferences (
  id uuid primary key default gen_random_uuid(),
  channel text not null,
  address text not null,
  calendar_id uuid references public.calendars on delete cascade,
  is_on boolean not null default true,
  categories text[],
  timing text not null default 'day_of',
  paused_until date,
  language text not null default 'en',
  updated_at timestamptz not null default now(),

  constraint contact_preferences_address_key unique nulls not distinct (channel, address, calendar_id),
  constraint contact_preferences_channel_check check (channel in ('email', 'sms')),
  constraint contact_preferences_address_check check (
    private.is_address(case channel when 'sms' then 'phone' else channel end, address)
  ),
  constraint contact_preferences_categories_check check (
    categories <@ array['Event', 'Alert', 'Notice', 'FYI'] and cardinality(categories) between 1 and 3
  ),
  constraint contact_preferences_timing_check check (timing in ('day_of')),
  constraint contact_preferences_language_check check (language in ('en', 'es'))
);

create index contact_preferences_calendar_id_idx on private.contact_preferences (calendar_id);
comment on index private.contact_preferences_calendar_id_idx is 'The foreign key, when a calendar goes.';

comment on table private.contact_preferences is 'One row an address and calendar whose recipient chose something.';
comment on column private.contact_preferences.address is 'Normalised: lower-case email or E.164 number.';
comment on column private.contact_preferences.calendar_id is 'Null: for every calendar that has no row of its own.';
comment on column private.contact_preferences.is_on is 'Whether this channel is used at all.';
comment on column private.contact_preferences.categories is 'Of which events; null: of all, also of kinds that are yet to come.';
comment on column private.contact_preferences.timing is 'day_of: on the day itself.';
comment on column private.contact_preferences.paused_until is 'The first day, where the calendar is, on which something may come again.';

alter table private.contact_preferences enable row level security;
create policy all_service on private.contact_preferences for all to service_role using (true) with check (true);
comment on policy all_service on private.contact_preferences is 'Written for whoever holds the signed link, read when mailings are planned.';
grant select, insert, update, delete on private.contact_preferences to service_role;

-- Which address a number was given with. Whoever reads the mail may then choose for the texts too; nobody else may.
create table private.phone_companions (
  contact_id uuid primary key references public.calendar_contacts on delete cascade,
  email text not null,

  constraint phone_companions_email_check check (private.is_email(email))
);

create index phone_companions_email_idx on private.phone_companions (email);
comment on index private.phone_companions_email_idx is 'The preference page: the numbers of an address.';

comment on table private.phone_companions is 'One row a phone contact that came with an email address in one request to follow.';
comment on column private.phone_companions.email is 'Lower case, as contacts are compared.';

alter table private.phone_companions enable row level security;
create policy all_service on private.phone_companions for all to service_role using (true) with check (true);
comment on policy all_service on private.phone_companions is 'Written when a follow is confirmed, read by the preference page.';
grant select, insert, update, delete on private.phone_companions to service_role;

-- Both contacts of one follow carry the same evidence, to the microsecond.
insert into private.phone_companions (contact_id, email)
select distinct on (phone.id) phone.id, mail.normalised
from public.calendar_contacts phone
join public.calendar_contacts mail
  on mail.calendar_id = phone.calendar_id and mail.contact_type = 'email' and mail.consented_at = phone.consented_at
    and mail.consent_address is not distinct from phone.consent_address
where phone.contact_type = 'phone' and phone.source = 'follow'
order by phone.id, mail.created_at;

-- Who was told what, now that not everybody is told everything a mailing tells.
alter table public.deliveries add column event_ids uuid[];
comment on column public.deliveries.event_ids is 'Which of the mailing''s events it tells; null: all of them.';

create or replace function private.told_in(p_event_id uuid) returns uuid[]
language sql stable
set search_path = ''
as $$
  select array_agg(told.mailing_id)
  from public.mailing_events told
  join public.mailings m on m.id = told.mailing_id
  where told.event_id = p_event_id and told.kind <> 'test' and exists (
    select from public.deliveries d
    where d.mailing_id = m.id and d.calendar_id = m.calendar_id and d.state in ('committing', 'sent', 'delivered', 'uncertain')
      and (d.event_ids is null or p_event_id = any (d.event_ids))
  )
$$;

-- Definer: members do not see deliveries; the number alone tells an editor whether a change matters.
create or replace function public.told_count(event public.events) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select count(distinct (d.channel, d.address))
  from public.mailing_events told
  join public.mailings m on m.id = told.mailing_id
  join public.deliveries d on d.mailing_id = m.id and d.calendar_id = m.calendar_id
  where told.event_id = event.id and told.kind <> 'test' and m.calendar_id = any ((select private.my_calendars())::uuid[])
    and d.state in ('committing', 'sent', 'delivered', 'uncertain') and (d.event_ids is null or event.id = any (d.event_ids))
$$;
