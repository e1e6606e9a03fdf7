-- The numbers on a calendar's card: events this month, emails, phones, members, and the caller's role. For the whole
-- dashboard they come in one call; each is also a computed field of calendars.

-- In plpgsql, which caches the plan. Contacts are counted from an index alone, so those who opted out are subtracted.
create function private.unsubscribed_count(p_calendar_id uuid) returns bigint
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select count(*) from public.opt_outs o
    join public.calendar_contacts k
      on k.normalised = o.email and k.contact_type = 'email' and k.calendar_id = o.calendar_id
    where o.calendar_id = p_calendar_id
  );
end
$$;
comment on function private.unsubscribed_count(uuid) is 'How many email contacts have unsubscribed and get nothing.';

-- Definer: members may know how many contacts there are, not who. Only the caller's own calendars are counted.
create function public.get_my_calendars()
returns table (
  id uuid, name text, description text, owner_id uuid, identifier bigint, state text, city text, time_zone text,
  allow_guest_users boolean, disabled boolean, admin_email text, external_calendar_url text, sendgrid_template_id text,
  created_at timestamptz, user_role text, event_count bigint, email_count bigint, phone_count bigint, member_count bigint,
  notify_at time
)
language sql stable security definer
set search_path = ''
as $$
  select
    c.id, c.name, c.description, c.owner_id, c.identifier, c.state, c.city, c.time_zone,
    c.allow_guest_users, c.disabled, c.admin_email, c.external_calendar_url, c.sendgrid_template_id,
    c.created_at, mine.role, happening.events, reached.emails, reached.phones, seated.members, c.notify_at
  from public.calendar_members mine
  join private.live_calendars c on c.id = mine.calendar_id
  cross join lateral (select date_trunc('month', now() at time zone c.time_zone) as starts) month
  cross join lateral (
    select count(*) as events
    from public.events e
    where e.calendar_id = c.id
      and e.start_time >= month.starts at time zone c.time_zone
      and e.start_time < (month.starts + interval '1 month') at time zone c.time_zone
  ) happening
  cross join lateral (
    select
      count(*) filter (where k.contact_type = 'email') - private.unsubscribed_count(c.id) as emails,
      count(*) filter (where k.contact_type = 'phone') as phones
    from public.calendar_contacts k
    where k.calendar_id = c.id
  ) reached
  cross join lateral (select count(*) as members from public.calendar_members m where m.calendar_id = c.id) seated
  where mine.user_id = (select auth.uid())
  order by c.created_at, c.id
$$;
comment on function public.get_my_calendars() is 'The dashboard in one query: every calendar of the caller with role and counts.';
grant execute on function public.get_my_calendars() to authenticated;

-- Definer: as get_my_calendars. Members see every event of their calendars; that something was sent is no secret to them.
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

-- Contacts are counted from indexes alone; then members who are no contacts come in, and contacts who switched email off as members go.
create function private.mail_count(p_calendar_id uuid) returns bigint
language sql stable
set search_path = ''
as $$
  select (select count(*) from public.calendar_contacts k where k.calendar_id = p_calendar_id and k.contact_type = 'email')
    - private.unsubscribed_count(p_calendar_id)
    + count(*) filter (where p.email_notifications and not is_contact and not is_out)
    - count(*) filter (where not p.email_notifications and is_contact and not is_out)
  from public.notification_preferences p
  join auth.users u on u.id = p.user_id and u.email_confirmed_at is not null
  cross join lateral (
    select
      exists (
        select from public.calendar_contacts k
        where k.calendar_id = p.calendar_id and k.contact_type = 'email' and k.normalised = u.email
      ) as is_contact,
      exists (select from public.opt_outs o where o.calendar_id = p.calendar_id and o.email = u.email) as is_out
  ) as known
  where p.calendar_id = p_calendar_id
$$;
comment on function private.mail_count(uuid) is 'How many mailboxes get the mails of a calendar: contacts and members.';

-- The person who adds the event knows of it. Definer: contacts and preferences are closed to others.
create function private.has_recipients(p_calendar_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.calendar_contacts k where k.calendar_id = p_calendar_id and k.contact_type = 'email'
  ) or exists (
    select from public.notification_preferences p join auth.users u on u.id = p.user_id and u.email_confirmed_at is not null
    where p.calendar_id = p_calendar_id and p.email_notifications and p.user_id is distinct from auth.uid()
  )
$$;
comment on function private.has_recipients(uuid) is 'Whether anybody but the caller gets the mails of a calendar.';

-- Definer: as event_count.
create function public.has_recipients(calendar public.calendars) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select calendar.id = any ((select private.my_calendars())::uuid[]) and private.has_recipients(calendar.id)
$$;
comment on function public.has_recipients(public.calendars) is 'Computed field: whether anybody but the caller gets its mails, for members; false for anybody else.';
grant execute on function public.has_recipients(public.calendars) to authenticated;

-- Definer: as event_count.
create function public.mail_count(calendar public.calendars) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select case when calendar.id = any ((select private.my_calendars())::uuid[]) then private.mail_count(calendar.id) else 0 end
$$;
comment on function public.mail_count(public.calendars) is 'Computed field: how many mailboxes get its mails, for members.';
grant execute on function public.mail_count(public.calendars) to authenticated;

-- Definer: as get_my_calendars.
create function public.get_next_mailings()
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
  join private.live_calendars c on c.id = mine.calendar_id
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
grant execute on function public.get_next_mailings() to authenticated;

-- Definer: as get_my_calendars; 0 for anybody who is not a member.
create function public.event_count(calendar public.calendars) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select count(*)
  from public.events e
  join public.calendars c on c.id = e.calendar_id
  where e.calendar_id = calendar.id
    and e.calendar_id = any ((select private.my_calendars())::uuid[])
    and e.start_time >= date_trunc('month', now() at time zone c.time_zone) at time zone c.time_zone
    and e.start_time < (date_trunc('month', now() at time zone c.time_zone) + interval '1 month') at time zone c.time_zone
$$;
comment on function public.event_count(public.calendars) is 'Computed field: events of this month, in the calendar''s zone.';
grant execute on function public.event_count(public.calendars) to authenticated;

-- Definer: as event_count.
create function public.email_count(calendar public.calendars) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select count(*) - case when count(*) > 0 then private.unsubscribed_count(calendar.id) else 0 end
  from public.calendar_contacts k
  where k.calendar_id = calendar.id and k.contact_type = 'email'
    and k.calendar_id = any ((select private.my_calendars())::uuid[])
$$;
comment on function public.email_count(public.calendars) is 'Computed field: how many email contacts that have not unsubscribed, for members.';
grant execute on function public.email_count(public.calendars) to authenticated;

-- Definer: as event_count.
create function public.phone_count(calendar public.calendars) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select count(*)
  from public.calendar_contacts k
  where k.calendar_id = calendar.id and k.contact_type = 'phone'
    and k.calendar_id = any ((select private.my_calendars())::uuid[])
$$;
comment on function public.phone_count(public.calendars) is 'Computed field: how many phone contacts, for members.';
grant execute on function public.phone_count(public.calendars) to authenticated;

-- Definer: as event_count.
create function public.user_role(calendar public.calendars) returns text
language sql stable security definer
set search_path = ''
as $$
  select m.role from public.calendar_members m
  where m.calendar_id = calendar.id and m.user_id = (select auth.uid())
    and m.calendar_id = any ((select private.my_calendars())::uuid[])
$$;
comment on function public.user_role(public.calendars) is 'Computed field: the caller''s role in the calendar, or null.';
grant execute on function public.user_role(public.calendars) to authenticated;

-- Definer: as event_count.
create function public.member_count(calendar public.calendars) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select count(*)
  from public.calendar_members m
  join public.calendars c on c.id = m.calendar_id
  where m.calendar_id = calendar.id
    and (not c.disabled or m.calendar_id = any ((select private.my_calendars())::uuid[]))
$$;
comment on function public.member_count(public.calendars) is 'Computed field: how many belong to it. Guests ask public_member_count: a computed field needs every column of the row.';
grant execute on function public.member_count(public.calendars) to authenticated;
