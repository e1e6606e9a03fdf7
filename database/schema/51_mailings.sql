-- One sending of a calendar: the day-of mail of a day, one the evening before or for the week, an alert, a notice of changes.
-- Planning it inserts the row; the unique key makes a second plan of the same sending harmless. Admins watch it go out.
-- On the day itself everybody is notified who was not the evening before or for the week, so that a missed evening or week is
-- made up for.

create table public.mailings (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references public.calendars on delete cascade,
  day date not null,
  kind text not null default 'day_of',
  sequence integer not null default 1,
  state text not null default 'planned',
  due_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,

  constraint mailings_sequence_key unique (calendar_id, day, kind, sequence),
  -- For deliveries, whose calendar must be their mailing's.
  constraint mailings_calendar_key unique (id, calendar_id),
  constraint mailings_kind_check check (kind in ('day_of', 'test', 'change', 'alert', 'evening', 'weekly', 'digest')),
  constraint mailings_sequence_check check (sequence >= 1),
  constraint mailings_state_check check (state in ('waiting', 'planned', 'sending', 'finished', 'held', 'cancelled')),
  constraint mailings_times_check check (finished_at >= started_at),
  constraint mailings_due_at_check check (state <> 'waiting' or due_at is not null)
);

comment on table public.mailings is 'One row per sending. Its progress is counted from its deliveries.';
comment on column public.mailings.day is 'The day of its events, in the calendar''s zone; of a change, an alert or a week, the day it was written.';
comment on column public.mailings.sequence is '1 for the planned hour; 2 and on for events added later that day.';
comment on column public.mailings.state is 'waiting: has no deliveries before due_at. held: an operator must release it, for instance after a backup was restored.';
comment on column public.mailings.due_at is 'When a waiting mailing is planned.';
comment on column public.mailings.expires_at is 'When it is worthless. Null: at the end of its day.';

create index mailings_open_idx on public.mailings (day) where state in ('planned', 'sending', 'held');
comment on index public.mailings_open_idx is 'The worker: what is still to be sent.';
create index mailings_due_idx on public.mailings (due_at) where state = 'waiting';
comment on index public.mailings_due_idx is 'Planning: notices and alerts whose time has come.';
create unique index mailings_gathering_key on public.mailings (calendar_id) where kind = 'change' and state = 'waiting';
comment on index public.mailings_gathering_key is 'Changes of a calendar join one waiting mailing.';

alter table public.mailings enable row level security;
create policy select_admin on public.mailings for select to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.mailings is 'Admins see what was sent for their calendars.';
create policy all_service on public.mailings for all to service_role using (true) with check (true);
comment on policy all_service on public.mailings is 'The worker plans and sends.';

grant select on public.mailings to authenticated;
grant select, insert, update, delete on public.mailings to service_role;

create table public.mailing_events (
  mailing_id uuid not null references public.mailings on delete cascade,
  event_id uuid not null references public.events on delete cascade,
  kind text not null default 'day_of',
  day date,

  primary key (mailing_id, event_id),
  constraint mailing_events_kind_check check (kind in ('day_of', 'test', 'alert', 'evening', 'weekly', 'digest'))
);

comment on table public.mailing_events is 'The events of a mailing.';
comment on column public.mailing_events.kind is 'The mailing''s. Here too, so that a unique index can keep an event from being sent twice.';
comment on column public.mailing_events.day is 'The event''s, when it was planned; of an alert, the mailing''s. An event that is moved to another day is sent again on that day.';

create index mailing_events_event_id_idx on public.mailing_events (event_id);
comment on index public.mailing_events_event_id_idx is 'Whether an event has gone out already; the foreign key.';
create unique index mailing_events_once_key on public.mailing_events (event_id, day) nulls not distinct where kind = 'day_of';
comment on index public.mailing_events_once_key is 'An event is sent once per day, also when two workers plan at once.';
create unique index mailing_events_alert_key on public.mailing_events (event_id) where kind = 'alert';
comment on index public.mailing_events_alert_key is 'An alert is sent once.';
create unique index mailing_events_ahead_key on public.mailing_events (event_id, day, kind) where kind in ('evening', 'weekly');
comment on index public.mailing_events_ahead_key is 'An event is sent once per evening and once per week, also when two workers plan at once.';

alter table public.mailing_events enable row level security;
create policy select_admin on public.mailing_events for select to authenticated
  using (exists (select from public.mailings m where m.id = mailing_id));
comment on policy select_admin on public.mailing_events is 'Everybody who sees the mailing, by its own policy, sees its events.';
create policy all_service on public.mailing_events for all to service_role using (true) with check (true);
comment on policy all_service on public.mailing_events is 'The worker plans and sends.';

grant select on public.mailing_events to authenticated;
grant select, insert, update, delete on public.mailing_events to service_role;

-- The planner checks every minute what is due. Events that are due already when they are added or changed get a job of their
-- own, so that they go out now.
create function private.is_due(p_day date, p_zone text, p_notify_at time, p_now timestamptz) returns boolean
language sql immutable parallel safe
return case p_day - (p_now at time zone p_zone)::date
  when 0 then (p_now at time zone p_zone)::time >= p_notify_at
  when 1 then (p_now at time zone p_zone)::time >= time '18:00'
  else false
end;
comment on function private.is_due(date, text, time, timestamptz) is 'Whether an event is due: on its day from notify_at on, or the evening before.';

-- Ordered by id, so that two calls for the same calendars cannot deadlock.
create function private.plan_now(p_calendars uuid[]) returns void
language sql
set search_path = ''
as $$
  select graphile_worker.add_job('plan-day-of', json_build_object('calendar_id', id), job_key => 'plan-day-of:' || id)
  from (select distinct id from unnest(p_calendars) as id order by id) as due
$$;
comment on function private.plan_now(uuid[]) is 'Queues planning of these calendars at once.';

-- Runs once per statement. Definer: callers may not add jobs.
create function private.plan_changed_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.plan_now(array_agg(e.calendar_id))
  from changed e join public.calendars c on c.id = e.calendar_id
  where e.include_in_mailer and private.is_due(e.event_date, c.time_zone, c.notify_at, now())
  having count(*) > 0;
  return null;
end
$$;
comment on function private.plan_changed_events() is 'An event of today that is added or put into the mailer goes out now, not at the next minute.';

-- Mailings of which a message may have left; deliveries has the recipients.
create function private.told_in(p_event_id uuid) returns uuid[]
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
comment on function private.told_in(uuid) is 'The mailings that notified people of an event, or null.';
grant execute on function private.told_in(uuid) to service_role;

-- Definer: members do not see deliveries; the number alone shows an editor whether a change matters.
create function public.told_count(event public.events) returns bigint
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
comment on function public.told_count(public.events) is 'Computed field: how many recipients know of the event from us. 0 for anybody who is not a member.';
grant execute on function public.told_count(public.events) to authenticated;

-- Runs as the caller: the policies of mailings and deliveries decide.
create function public.calendar_mailings(p_calendar_id uuid, p_limit integer default 50)
returns table (
  id uuid, day date, kind text, sequence integer, state text, created_at timestamptz, started_at timestamptz,
  finished_at timestamptz, total bigint, planned bigint, sent bigint, delivered bigint, bounced bigint, failed bigint,
  opted_out bigint, expired bigint, cancelled bigint, uncertain bigint
)
language sql stable
set search_path = ''
as $$
  select m.id, m.day, m.kind, m.sequence, m.state, m.created_at, m.started_at, m.finished_at,
    coalesce(c.total, 0), coalesce(c.planned, 0), coalesce(c.sent, 0), coalesce(c.delivered, 0), coalesce(c.bounced, 0),
    coalesce(c.failed, 0), coalesce(c.opted_out, 0), coalesce(c.expired, 0), coalesce(c.cancelled, 0), coalesce(c.uncertain, 0)
  from (
    select * from public.mailings m
    where m.calendar_id = p_calendar_id
    order by m.day desc, m.created_at desc
    limit least(greatest(p_limit, 1), 500)
  ) as m
  left join lateral (
    select count(*) as total,
      count(*) filter (where d.state in ('planned', 'claimed', 'committing')) as planned,
      count(*) filter (where d.state in ('sent', 'delivered')) as sent,
      count(*) filter (where d.state = 'delivered') as delivered,
      count(*) filter (where d.state = 'bounced') as bounced,
      count(*) filter (where d.state = 'failed') as failed,
      count(*) filter (where d.state = 'opted_out') as opted_out,
      count(*) filter (where d.state = 'expired') as expired,
      count(*) filter (where d.state = 'cancelled') as cancelled,
      count(*) filter (where d.state = 'uncertain') as uncertain
    from public.deliveries d
    where d.mailing_id = m.id and d.calendar_id = m.calendar_id
  ) as c on true
  order by m.day desc, m.created_at desc
$$;
comment on function public.calendar_mailings(uuid, integer) is 'A calendar''s mailings, newest first, with how far each is: planned are still to go, sent includes delivered. For its admins; nothing for others.';
grant execute on function public.calendar_mailings(uuid, integer) to authenticated;
