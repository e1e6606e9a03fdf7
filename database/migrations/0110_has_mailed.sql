-- The checklist of a new calendar ends by itself once something has been sent.

drop function public.get_my_upcoming();
create function public.get_my_upcoming()
returns table (
  calendar_id uuid, events jsonb, mailing_day date, mailing_time time, mailing_events bigint, mailing_texts bigint, paused boolean,
  has_events boolean, has_test boolean, has_mailed boolean
)
language sql stable security definer
set search_path = ''
as $$
  select
    c.id, coming.events, mailing.day, c.notify_at, mailing.events,
    -- A phone gets texts once its owner has confirmed it.
    case when mine.role = 'admin' then (
      select count(*) from public.calendar_contacts p
      where p.calendar_id = c.id and p.contact_type = 'phone' and p.confirmed_at is not null
    ) end,
    c.sending_paused_at is not null,
    exists (select from public.events e where e.calendar_id = c.id),
    exists (select from public.mailings m where m.calendar_id = c.id and m.kind = 'test'),
    exists (select from public.mailings m where m.calendar_id = c.id and m.kind <> 'test' and m.finished_at is not null)
  from public.calendar_members mine
  join private.live_calendars c on c.id = mine.calendar_id
  cross join lateral (select now() at time zone c.time_zone as here) clock
  cross join lateral (
    select coalesce(jsonb_agg(next order by next.start_time, next.id), '[]') as events
    from (
      select e.id, e.title, e.category, e.start_time, e.all_day, e.event_date
      from public.events e
      -- Nothing lasts longer, and the index is by start.
      where e.calendar_id = c.id and e.start_time > now() - interval '31 days'
        and e.end_time > now() and e.status not in ('cancelled', 'postponed')
      order by e.start_time, e.id
      limit 2
    ) next
  ) coming
  left join lateral (
    select e.event_date as day, count(*) as events
    from public.events e
    where e.calendar_id = c.id and e.include_in_mailer and e.status not in ('cancelled', 'postponed')
      and e.event_date >= clock.here::date + case when clock.here::time < c.notify_at then 0 else 1 end
    group by e.event_date
    order by e.event_date
    limit 1
  ) mailing on true
  where mine.user_id = (select auth.uid())
$$;
comment on function public.get_my_upcoming() is 'What is next in every calendar of the caller: two events, the next mailing, and what a new calendar still lacks.';
grant execute on function public.get_my_upcoming() to authenticated;
