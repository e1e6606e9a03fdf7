-- "Sent to 47 people" counts people, not addresses: database/schema/51_mailings.sql and 57_mailing_results.sql.

-- One person may be reached at an address, at a number that was given with it, and in browsers.
create function private.person_of(p_channel text, p_address text, p_contact_id uuid, p_member_id uuid) returns text
language sql stable
set search_path = ''
as $$
  select coalesce(
    (select c.email from private.phone_companions c where p_channel = 'sms' and c.contact_id = p_contact_id),
    (select lower(u.email) from auth.users u where p_channel = 'push' and u.id = p_member_id),
    p_address
  )
$$;
comment on function private.person_of(text, text, uuid, uuid) is 'What makes the messages of a person one: their address, or the number if that is all we know.';

create function private.sent_people(p_event_id uuid) returns setof text
language sql stable
set search_path = ''
as $$
  select distinct private.person_of(d.channel, d.address, d.contact_id, d.member_id)
  from public.mailing_events told
  join public.mailings m on m.id = told.mailing_id
  join public.deliveries d on d.mailing_id = m.id and d.calendar_id = m.calendar_id
  where told.event_id = p_event_id and told.kind <> 'test' and m.calendar_id = any ((select private.my_calendars())::uuid[])
    and m.recipients_removed_at is null and d.state in ('committing', 'sent', 'delivered', 'uncertain') and (d.event_ids is null or p_event_id = any (d.event_ids))
$$;
comment on function private.sent_people(uuid) is 'To whom messages about an event of the caller''s calendars may have left, as far as that is still stored.';

-- Definer: members do not see deliveries, only how many.
create or replace function public.sent_count(event public.events) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select (select count(*) from private.sent_people(event.id)) + private.sent_and_forgotten(event.id)
$$;
comment on function public.sent_count(public.events) is 'Computed field: to how many people messages about the event left. 0 for anybody who is not a member.';

-- Definer: as sent_count; the number alone shows an editor whether a change matters.
create or replace function public.told_count(event public.events) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select count(*) + private.sent_and_forgotten(event.id)
  from (
    select * from private.sent_people(event.id)
    union
    select a.email from public.rsvp_answers a
    where a.event_id = event.id and a.email is not null and a.confirmed_at is not null
      and a.calendar_id = any ((select private.my_calendars())::uuid[])
    union
    select s.email from public.slot_signups s
    where s.event_id = event.id and s.email is not null and s.confirmed_at is not null
      and s.calendar_id = any ((select private.my_calendars())::uuid[])
  ) as people
$$;
comment on function public.told_count(public.events) is 'Computed field: how many people know of the event from us, or have answered or signed up. 0 for anybody who is not a member.';

drop function private.sent_addresses(uuid);

-- Definer: deliveries and companions are closed to clients. What was pruned is counted by message.
create function public.sent_people(mailing public.mailings) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select case
    when not mailing.calendar_id = any ((select private.my_admin_calendars())::uuid[]) then 0
    when mailing.recipients_removed_at is not null then (
      select coalesce(sum(t.deliveries), 0)::bigint from private.mailing_totals t
      where t.mailing_id = mailing.id and t.state in ('sent', 'delivered')
    )
    else (
      select count(distinct private.person_of(d.channel, d.address, d.contact_id, d.member_id)) from public.deliveries d
      where d.mailing_id = mailing.id and d.calendar_id = mailing.calendar_id and d.state in ('sent', 'delivered')
    )
  end
$$;
comment on function public.sent_people(public.mailings) is 'Computed field: to how many people messages of the mailing left. 0 for anybody who is no admin.';
grant execute on function public.sent_people(public.mailings) to authenticated;

-- Definer: as sent_people. Editors see it of their own notices: how many, not who.
create function public.waiting_people(mailing public.mailings) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select count(distinct told.person)
  from public.change_notices n cross join lateral (
    select private.person_of(d.channel, d.address, d.contact_id, d.member_id) as person
    from public.deliveries d
    where d.mailing_id = any (n.told_in) and d.calendar_id = n.calendar_id
      and d.state in ('committing', 'sent', 'delivered', 'uncertain')
      and (d.event_ids is null or (n.before ->> 'id')::uuid = any (d.event_ids))
    union
    select a.email from public.rsvp_answers a
    where a.event_id = n.event_id and a.email is not null and a.confirmed_at is not null
    union
    select s.email from public.slot_signups s
    where s.event_id = n.event_id and s.email is not null and s.confirmed_at is not null
  ) as told
  where n.mailing_id = mailing.id and n.calendar_id = mailing.calendar_id
    and mailing.calendar_id = any ((select private.my_calendars())::uuid[])
$$;
comment on function public.waiting_people(public.mailings) is 'Computed field: how many people a notice of changes that waits would reach. 0 for anybody who is not a member.';
grant execute on function public.waiting_people(public.mailings) to authenticated;
