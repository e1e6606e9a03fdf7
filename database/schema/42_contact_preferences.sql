-- What a recipient chose for themselves, by a signed link and without an account: what they are notified of, how, when, and
-- from when on. Stored by address and not by contact, so that being taken off a list and put on it again changes nothing of
-- it. It only ever takes away: whom a calendar notifies is decided by its contacts, and opt-outs and suppressions beat
-- everything.

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
  constraint contact_preferences_timing_check check (
    timing in ('day_of', 'evening', 'hour') or channel = 'email' and timing in ('weekly', 'digest')
  ),
  constraint contact_preferences_language_check check (language in ('en', 'es'))
);

comment on table private.contact_preferences is 'One row per address and calendar whose recipient chose something.';
comment on column private.contact_preferences.address is 'Normalised: lower-case email or E.164 number.';
comment on column private.contact_preferences.calendar_id is 'Null: for every calendar that has no row of its own.';
comment on column private.contact_preferences.is_on is 'Whether this channel is used at all.';
comment on column private.contact_preferences.categories is 'Of which events; null: of all, also of kinds that are yet to come.';
comment on column private.contact_preferences.timing is 'day_of: on the day itself. evening: at 18:00 on the day before. hour: an hour before it starts (private.hour_before). weekly: on Sunday at 18:00 for the seven days to come. digest: on the day, with all other calendars of which the same was chosen. The last two do not fit into a text.';
comment on column private.contact_preferences.paused_until is 'The first day, where the calendar is, on which something may come again.';
comment on column private.contact_preferences.language is 'Of mails and texts.';

create index contact_preferences_calendar_id_idx on private.contact_preferences (calendar_id);
comment on index private.contact_preferences_calendar_id_idx is 'The foreign key, when a calendar goes.';
create index contact_preferences_timing_idx on private.contact_preferences (timing, address) where timing <> 'day_of';
comment on index private.contact_preferences_timing_idx is 'Planning: the few who chose another time.';

alter table private.contact_preferences enable row level security;
create policy all_service on private.contact_preferences for all to service_role using (true) with check (true);
comment on policy all_service on private.contact_preferences is 'Written for the holder of the signed link, read when mailings are planned.';

grant select, insert, update, delete on private.contact_preferences to service_role;

-- Which address a number was given with: the reader of its mail, and nobody else, may then choose for the texts too.
create table private.phone_companions (
  contact_id uuid primary key references public.calendar_contacts on delete cascade,
  email text not null,

  constraint phone_companions_email_check check (private.is_email(email))
);

comment on table private.phone_companions is 'One row per phone contact that came with an email address in one request to follow.';
comment on column private.phone_companions.email is 'Lower case, as contacts are compared.';

create index phone_companions_email_idx on private.phone_companions (email);
comment on index private.phone_companions_email_idx is 'The preference page: the numbers of an address.';

alter table private.phone_companions enable row level security;
create policy all_service on private.phone_companions for all to service_role using (true) with check (true);
comment on policy all_service on private.phone_companions is 'Written when a follow is confirmed, read by the preference page.';

grant select, insert, update, delete on private.phone_companions to service_role;

-- A view and not a function: it becomes part of the statement that plans for a hundred thousand contacts at once. Members count when
-- their address is confirmed, because anybody can sign up with somebody else's; one who is a contact too is a contact only.
create view private.contact_choices with (security_invoker = true) as
select recipient.contact_id, recipient.calendar_id, recipient.channel, recipient.address, recipient.confirmed_at,
  own.id is not null as is_own,
  case when own.id is null then every.is_on is not false else own.is_on end as is_on,
  case when own.id is null then every.categories else own.categories end as categories,
  case when own.id is null then coalesce(every.timing, 'day_of') else own.timing end as timing,
  case when own.id is null then every.paused_until else own.paused_until end as paused_until,
  coalesce(own.language, every.language, recipient.language) as language, recipient.member_id
from (
  select contact.id as contact_id, contact.calendar_id, case contact.contact_type when 'phone' then 'sms' else 'email' end as channel,
    contact.normalised as address, contact.confirmed_at, contact.language, null::uuid as member_id
  from public.calendar_contacts contact
  union all
  select null::uuid, p.calendar_id, 'email', u.email, u.email_confirmed_at, 'en', p.user_id
  from public.notification_preferences p
  join auth.users u on u.id = p.user_id
  where p.email_notifications and u.email_confirmed_at is not null and not exists (
    select from public.calendar_contacts k
    where k.calendar_id = p.calendar_id and k.contact_type = 'email' and k.normalised = u.email
  )
) as recipient
left join private.contact_preferences own
  on own.channel = recipient.channel and own.address = recipient.address and own.calendar_id = recipient.calendar_id
left join private.contact_preferences every
  on every.channel = recipient.channel and every.address = recipient.address and every.calendar_id is null;
comment on view private.contact_choices is 'Contacts, and members who get email, with what holds for each: what was chosen for the calendar, else for all of them, else everything on the day, in the language they followed in.';
grant select on private.contact_choices to service_role;

-- Definer: preferences are closed to clients; this shows and changes only the caller's own, by the address they have confirmed.
create function public.get_my_reminders() returns table (calendar_id uuid, timing text)
language sql stable security definer
set search_path = ''
as $$
  select p.calendar_id, coalesce(own.timing, every.timing, 'day_of')
  from public.notification_preferences p
  join auth.users u on u.id = p.user_id and u.email_confirmed_at is not null
  left join private.contact_preferences own on own.channel = 'email' and own.address = u.email and own.calendar_id = p.calendar_id
  left join private.contact_preferences every on every.channel = 'email' and every.address = u.email and every.calendar_id is null
  where p.user_id = auth.uid() and p.calendar_id = any ((select private.my_calendars())::uuid[])
$$;
comment on function public.get_my_reminders() is 'When the caller is mailed about the events of each of their calendars.';
grant execute on function public.get_my_reminders() to authenticated;

-- What was chosen for all calendars, or followed with, stays for the rest. Definer: as get_my_reminders.
create function public.set_my_reminder(p_calendar_id uuid, p_timing text) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  mailbox text := (select u.email from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
begin
  if mailbox is null or p_calendar_id is null or not (p_calendar_id = any (private.my_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only members with a confirmed address can choose this.';
  end if;
  if p_timing is null or p_timing not in ('day_of', 'evening', 'hour') then
    raise exception using errcode = 'invalid_parameter_value', message = 'Choose when you want messages.';
  end if;
  insert into private.contact_preferences as p (channel, address, calendar_id, is_on, categories, timing, paused_until, language, updated_at)
  select 'email', mailbox, p_calendar_id, coalesce(k.is_on, true), k.categories, p_timing, k.paused_until, coalesce(k.language, 'en'), now()
  from (select) as one
  left join private.contact_choices k on k.calendar_id = p_calendar_id and k.channel = 'email' and k.address = mailbox
  limit 1
  on conflict (channel, address, calendar_id) do update set timing = excluded.timing, updated_at = excluded.updated_at;
  return p_timing;
end
$$;
comment on function public.set_my_reminder(uuid, text) is 'Chooses when the caller, a member, is mailed about a calendar''s events: day_of, evening or hour.';
grant execute on function public.set_my_reminder(uuid, text) to authenticated;

-- Definer: contacts are closed to members; this shows only the numbers that came with the caller's own confirmed address, and only their ends.
create function public.get_my_numbers() returns table (calendar_id uuid, phone text, state text)
language sql stable security definer
set search_path = ''
as $$
  select distinct on (k.calendar_id) k.calendar_id, left(k.address, 2) || ' ··· ' || right(k.address, 4),
    case
      when exists (select from public.suppressions s where s.channel = 'sms' and s.address = k.address) then 'stopped'
      when k.confirmed_at is null then 'waiting'
      else 'on'
    end
  from auth.users u
  join private.phone_companions o on o.email = u.email
  join private.contact_choices k on k.contact_id = o.contact_id and k.is_on
  where u.id = auth.uid() and u.email_confirmed_at is not null and k.calendar_id = any ((select private.my_calendars())::uuid[])
  order by k.calendar_id, k.confirmed_at desc nulls last, k.contact_id
$$;
comment on function public.get_my_numbers() is 'Which number each of the caller''s calendars texts: on, waiting for their YES, or stopped by STOP.';
grant execute on function public.get_my_numbers() to authenticated;

-- A number that a member added is theirs and goes; one that is on the list for another reason stays there, without texts.
-- Definer: members may not write contacts.
create function private.drop_own_numbers(p_calendar uuid, p_user uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  delete from public.calendar_contacts k
  where k.calendar_id = p_calendar and k.created_by = p_user and k.source = 'follow' and k.contact_type = 'phone'
$$;
comment on function private.drop_own_numbers(uuid, uuid) is 'Takes the numbers off a list that a member added for themselves.';
grant execute on function private.drop_own_numbers(uuid, uuid) to service_role;

-- Definer: as get_my_numbers.
create function public.stop_my_texts(p_calendar_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.drop_own_numbers(p_calendar_id, auth.uid());
  perform private.stop_texts(p_calendar_id, u.email) from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null;
end
$$;
comment on function public.stop_my_texts(uuid) is 'Stops a calendar''s texts to the caller''s own numbers.';
grant execute on function public.stop_my_texts(uuid) to authenticated;

-- after all tables

create trigger stop_what_is_leaving before insert or update on private.contact_preferences
for each row when (not new.is_on) execute function private.stop_what_is_leaving();
