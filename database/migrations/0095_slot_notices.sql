-- Changes of an event reach who only signed up for what it needs.
create or replace function private.is_awaited(p_event_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.rsvp_answers a
    where a.event_id = p_event_id and a.email is not null and a.confirmed_at is not null
  ) or exists (
    select from public.slot_signups s
    where s.event_id = p_event_id and s.email is not null and s.confirmed_at is not null
  )
$$;
comment on function private.is_awaited(uuid) is 'Whether somebody has answered or signed up whom a change can be mailed to.';

create or replace function public.told_count(event public.events) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select count(*) from (
    select d.channel, d.address
    from public.mailing_events told
    join public.mailings m on m.id = told.mailing_id
    join public.deliveries d on d.mailing_id = m.id and d.calendar_id = m.calendar_id
    where told.event_id = event.id and told.kind <> 'test' and m.calendar_id = any ((select private.my_calendars())::uuid[])
      and d.state in ('committing', 'sent', 'delivered', 'uncertain') and (d.event_ids is null or event.id = any (d.event_ids))
    union
    select 'email', a.email from public.rsvp_answers a
    where a.event_id = event.id and a.email is not null and a.confirmed_at is not null
      and a.calendar_id = any ((select private.my_calendars())::uuid[])
    union
    select 'email', s.email from public.slot_signups s
    where s.event_id = event.id and s.email is not null and s.confirmed_at is not null
      and s.calendar_id = any ((select private.my_calendars())::uuid[])
  ) as people
$$;
comment on function public.told_count(public.events) is 'Computed field: how many recipients know of the event from us, or have answered or signed up. 0 for anybody who is not a member.';
