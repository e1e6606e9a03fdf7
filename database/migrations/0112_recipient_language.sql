-- In which language somebody is written to: what they chose on the preference page, else the language of the page on which they
-- followed, else English. The request keeps it until it is confirmed; then the contact has it.

alter table public.pending_contact_confirmations
  add column language text not null default 'en',
  add constraint pending_contact_confirmations_language_check check (language in ('en', 'es'));
comment on column public.pending_contact_confirmations.language is 'Of the page on which the request was made.';

alter table public.calendar_contacts
  add column language text not null default 'en',
  add constraint calendar_contacts_language_check check (language in ('en', 'es'));
comment on column public.calendar_contacts.language is 'In which they followed; what they chose since is in contact_preferences. Nobody but themselves sets it.';

comment on column private.contact_preferences.language is 'Of mails and texts.';

-- A view and not a function: it becomes part of the statement that plans for a hundred thousand contacts at once.
create view private.contact_choices with (security_invoker = true) as
select contact.id as contact_id, contact.calendar_id, way.channel, contact.normalised as address, contact.confirmed_at,
  own.id is not null as is_own,
  case when own.id is null then every.is_on is not false else own.is_on end as is_on,
  case when own.id is null then every.categories else own.categories end as categories,
  case when own.id is null then coalesce(every.timing, 'day_of') else own.timing end as timing,
  case when own.id is null then every.paused_until else own.paused_until end as paused_until,
  coalesce(own.language, every.language, contact.language) as language
from public.calendar_contacts contact
cross join lateral (select case contact.contact_type when 'phone' then 'sms' else 'email' end as channel) as way
left join private.contact_preferences own
  on own.channel = way.channel and own.address = contact.normalised and own.calendar_id = contact.calendar_id
left join private.contact_preferences every
  on every.channel = way.channel and every.address = contact.normalised and every.calendar_id is null;

comment on view private.contact_choices is 'Contacts with what holds for each: what was chosen for the calendar, else for all of them, else everything on the day, in the language they followed in.';
grant select on private.contact_choices to service_role;
