-- Who comes is reminded on the day; a change reaches everybody who has answered.

alter table public.rsvp_answers add column if not exists reminded_at timestamptz;
comment on column public.rsvp_answers.reminded_at is 'When the reminder of the day was planned. Null also for people who get the calendar''s own mail.';

create or replace function private.is_awaited(p_event_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.rsvp_answers a
    where a.event_id = p_event_id and a.email is not null and a.confirmed_at is not null
  )
$$;
comment on function private.is_awaited(uuid) is 'Whether somebody has answered whom a change can be mailed to.';
revoke execute on function private.is_awaited(uuid) from public;
grant execute on function private.is_awaited(uuid) to service_role;

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
  ) as people
$$;
comment on function public.told_count(public.events) is 'Computed field: how many recipients know of the event from us, or have answered it. 0 for anybody who is not a member.';
revoke execute on function public.told_count(public.events) from public;
grant execute on function public.told_count(public.events) to authenticated;
