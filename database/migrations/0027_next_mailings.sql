-- The next mailing, with the number of people, on the dashboard and on the screens of a calendar.

-- How many emails the day's mailing has, from indexes alone.
create or replace function private.mail_count(p_calendar_id uuid) returns bigint
language sql stable
set search_path = ''
as $$
  select count(*) - private.unsubscribed_count(p_calendar_id)
  from public.calendar_contacts k
  where k.calendar_id = p_calendar_id and k.contact_type = 'email'
$$;
comment on function private.mail_count(uuid) is 'How many mailboxes get the mails of a calendar.';
revoke execute on function private.mail_count(uuid) from public;

-- Definer: as event_count.
create or replace function public.mail_count(calendar public.calendars) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select case when calendar.id = any ((select private.my_calendars())::uuid[]) then private.mail_count(calendar.id) else 0 end
$$;
comment on function public.mail_count(public.calendars) is 'Computed field: how many mailboxes get its mails, for members.';
revoke execute on function public.mail_count(public.calendars) from public;
grant execute on function public.mail_count(public.calendars) to authenticated;

-- Definer: as get_my_calendars.
create or replace function public.get_next_mailings()
returns table (calendar_id uuid, at timestamptz, events bigint, emails bigint, texts bigint)
language sql stable security definer
set search_path = ''
as $$
  select c.id, coalesce(soon.at, planned.at), case when soon.at is null then planned.events else soon.events end,
    private.mail_count(c.id), (
      -- A phone gets texts once its owner has confirmed it.
      select count(*) from public.calendar_contacts p
      where p.calendar_id = c.id and p.contact_type = 'phone' and p.confirmed_at is not null
    )
  from public.calendar_members mine
  join public.calendars c on c.id = mine.calendar_id and c.deleted_at is null
  cross join lateral (select now() at time zone c.time_zone as here) clock
  cross join lateral (select min(w.due_at) as at, count(*) as events from private.waiting_in(c.id) w) soon
  left join lateral (
    select (e.event_date + c.notify_at) at time zone c.time_zone as at, count(*) as events
    from public.events e
    where e.calendar_id = c.id and e.include_in_mailer and e.status not in ('cancelled', 'postponed')
      and e.event_date >= clock.here::date + case when clock.here::time < c.notify_at then 0 else 1 end
    group by e.event_date
    order by e.event_date
    limit 1
  ) planned on true
  where mine.user_id = (select auth.uid()) and mine.role = 'admin'
$$;
comment on function public.get_next_mailings() is 'When the next mailing of each calendar leaves that the caller administers, with how many events, and to how many; null: none is planned.';
revoke execute on function public.get_next_mailings() from public;
grant execute on function public.get_next_mailings() to authenticated;
