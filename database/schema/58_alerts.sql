-- Alerts: an event of the category Alert that is sent at once, and what follows it. Updates and the all clear belong to the first
-- alert: they are shown under it, and mails about them are replies to the first. The all clear ends the alert.

create table public.alert_updates (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events on delete cascade,
  kind text not null,
  message text not null,
  mailing_id uuid references public.mailings on delete set null,
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),

  constraint alert_updates_kind_check check (kind in ('update', 'all_clear')),
  constraint alert_updates_message_check check (
    char_length(message) between 1 and 1000 and private.is_several_lines(message) and private.is_visible(message)
  )
);

comment on table public.alert_updates is 'One row per follow-up to an alert.';
comment on column public.alert_updates.id is 'Chosen by the client, so that a request that is repeated sends nothing twice.';
comment on column public.alert_updates.mailing_id is 'The mailing that sends it.';

create index alert_updates_event_id_idx on public.alert_updates (event_id, created_at);
comment on index public.alert_updates_event_id_idx is 'The follow-ups of an alert, in their order; the foreign key.';
create unique index alert_updates_all_clear_key on public.alert_updates (event_id) where kind = 'all_clear';
comment on index public.alert_updates_all_clear_key is 'An alert ends once.';
create index alert_updates_mailing_id_idx on public.alert_updates (mailing_id);
comment on index public.alert_updates_mailing_id_idx is 'What a mailing says; the foreign key.';
create index alert_updates_created_by_idx on public.alert_updates (created_by);
comment on index public.alert_updates_created_by_idx is 'The foreign key, when an account goes.';

alter table public.alert_updates enable row level security;
create policy select_public on public.alert_updates for select to anon
  using (exists (select from public.events e where e.id = event_id));
comment on policy select_public on public.alert_updates is 'Visitors who see the alert, by its own policy, see what followed.';
create policy select_member on public.alert_updates for select to authenticated
  using (exists (select from public.events e where e.id = event_id));
comment on policy select_member on public.alert_updates is 'Members who see the alert, by its own policy, see what followed.';
create policy all_service on public.alert_updates for all to service_role using (true) with check (true);
comment on policy all_service on public.alert_updates is 'The worker reads what it sends.';

grant select (id, event_id, kind, message, created_at) on public.alert_updates to anon, authenticated;
grant select, insert, update, delete on public.alert_updates to service_role;

-- Whom an alert would reach now, by the same rules as the planner in worker/sending. A person who gave an address together with a
-- number counts once.
create function private.alert_audience(p_calendar_id uuid)
returns table (emails bigint, texts bigint, pushes bigint, people bigint, unconfirmed bigint, unsubscribed bigint)
language sql stable
set search_path = ''
as $$
  select
    count(*) filter (where r.is_reached and r.channel = 'email'),
    count(*) filter (where r.is_reached and r.channel = 'sms'),
    (
      select count(*) from public.notification_preferences p join public.push_subscriptions s on s.user_id = p.user_id
      where p.calendar_id = p_calendar_id and p.push_notifications
    ),
    count(distinct r.person) filter (where r.is_reached),
    count(*) filter (where not r.is_confirmed),
    count(*) filter (where r.is_confirmed and r.is_unwanted)
  from (
    select k.channel, coalesce(companion.email, k.address) as person, confirmed.is_confirmed, unwanted.is_unwanted,
      confirmed.is_confirmed and not unwanted.is_unwanted and k.is_on and (k.categories is null or 'Alert' = any (k.categories))
        and (k.paused_until is null or k.paused_until <= (private.program_time() at time zone c.time_zone)::date) as is_reached
    from public.calendars c
    join private.contact_choices k on k.calendar_id = c.id
    left join private.phone_companions companion on companion.contact_id = k.contact_id
    cross join lateral (select k.channel = 'email' or k.confirmed_at is not null as is_confirmed) as confirmed
    cross join lateral (
      select exists (select from private.stops(c.id, k.channel, k.address)) as is_unwanted
    ) as unwanted
    where c.id = p_calendar_id
  ) as r
$$;
comment on function private.alert_audience(uuid) is 'How many messages an alert would be by channel, to how many people, and how many are left out.';

-- Definer: preferences, opt-outs and senders are closed to clients.
create function public.get_alert_audience(p_calendar_id uuid)
returns table (
  emails bigint, texts bigint, pushes bigint, people bigint, unconfirmed bigint, unsubscribed bigint, is_public_body boolean
)
language sql stable security definer
set search_path = ''
as $$
  select a.emails, a.texts, a.pushes, a.people, a.unconfirmed, a.unsubscribed, private.is_public_body(c.owner_id)
  from public.calendars c cross join lateral private.alert_audience(c.id) as a
  where c.id = p_calendar_id and c.id = any ((select private.my_admin_calendars())::uuid[])
$$;
comment on function public.get_alert_audience(uuid) is 'How many people an alert would reach now, by channel, and whether it may be texted at night. For admins; nothing for others.';
grant execute on function public.get_alert_audience(uuid) to authenticated;

-- How many people may get an alert before somebody has to type their number, and how many alerts an owner may send in a day:
-- ALERT_CONFIRM_FROM in domain/limits.ts.
create function private.alert_confirm_from() returns integer
language sql immutable parallel safe
return 500;
comment on function private.alert_confirm_from() is 'An alert to more people than this names their number.';

create function private.alert_limit(p_known boolean) returns integer
language sql immutable parallel safe
return case when p_known then 300 else 30 end;
comment on function private.alert_limit(boolean) is 'Alerts and follow-ups in 24 hours of all calendars of an owner; more for one whom an operator knows.';

-- Called by definers that have checked who calls. The lock of the calendar makes two calls go one after another.
create function private.start_alert(p_alert public.events, p_kind text, p_expires_at timestamptz, p_emergency boolean, p_people integer)
returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  at timestamptz := private.program_time();
  today date;
  owner uuid;
  reached bigint;
  mailing uuid;
begin
  select (at at time zone c.time_zone)::date, c.owner_id into today, owner
  from public.calendars c where c.id = p_alert.calendar_id for no key update;
  if p_emergency and not private.is_public_body(owner) then
    raise exception using errcode = 'insufficient_privilege',
      message = 'Only calendars of a public body can send texts at night. Ask support to mark your account as one.';
  end if;
  if (
    select count(*) from public.mailings m join public.calendars c on c.id = m.calendar_id
    where c.owner_id = owner and m.kind = 'alert' and m.created_at > at - interval '1 day'
  ) >= private.alert_limit(exists (
    select from private.senders s where s.owner_id = owner and (s.approved_at is not null or s.public_body_at is not null)
  )) then
    raise exception using errcode = 'TB042', message = 'Too many alerts in one day. Please write to support.';
  end if;
  select a.people into reached from private.alert_audience(p_alert.calendar_id) a;
  -- A tenth more: somebody may follow between reading the number and typing it.
  if reached > private.alert_confirm_from() and (p_people is null or reached > p_people * 1.1) then
    raise exception using errcode = 'TB043', message = format('This goes to %s people. Please confirm their number.', reached);
  end if;

  insert into public.mailings (calendar_id, day, kind, sequence, state, created_at, due_at, expires_at, emergency)
  values (p_alert.calendar_id, today, 'alert', 1 + coalesce((
    select max(o.sequence) from public.mailings o where o.calendar_id = p_alert.calendar_id and o.kind = 'alert' and o.day = today
  ), 0), 'waiting', at, at, p_expires_at, p_emergency)
  returning id into mailing;
  insert into public.mailing_events (mailing_id, event_id, kind, day) values (mailing, p_alert.id, p_kind, today);
  insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata)
  select (select u.id from auth.users u where u.id = auth.uid()), c.id, 'event', p_alert.id, 'send',
    jsonb_build_object('calendar_id', c.id, 'calendar_name', c.name, 'kind', p_kind, 'emergency', p_emergency)
  from public.calendars c where c.id = p_alert.calendar_id;
  perform graphile_worker.add_job('plan-notices', job_key => 'plan-notices');
  return mailing;
end
$$;
comment on function private.start_alert(public.events, text, timestamptz, boolean, integer) is 'Writes the mailing of an alert or a follow-up, with its line in the history, and queues it.';

-- Definer: clients may not write mailings.
create function public.send_alert(p_event_id uuid, p_emergency boolean default false, p_people integer default null) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  at timestamptz := private.program_time();
  alert public.events;
begin
  select e.* into alert from public.events e where e.id = p_event_id and e.calendar_id = any (private.my_admin_calendars());
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can send an alert.';
  end if;
  perform private.require_sending(alert.calendar_id);
  perform from public.calendars c where c.id = alert.calendar_id for no key update;
  if alert.category <> 'Alert' or alert.status = 'cancelled' then
    raise exception using errcode = 'TB022', message = 'Only an Alert that is not cancelled can be sent now.';
  elsif alert.end_time <= at then
    raise exception using errcode = 'TB022', message = 'This alert is over.';
  elsif exists (
    select from public.mailing_events sent
    where sent.event_id = p_event_id and (sent.kind = 'alert' or sent.kind = 'day_of' and sent.day = alert.event_date)
  ) then
    raise exception using errcode = 'TB022', message = 'Everybody has been notified of this alert.';
  end if;
  return private.start_alert(alert, 'alert', alert.end_time, coalesce(p_emergency, false), p_people);
end
$$;
comment on function public.send_alert(uuid, boolean, integer) is 'Sends an Alert to everybody now, once; the id of its mailing. For admins.';
grant execute on function public.send_alert(uuid, boolean, integer) to authenticated;

-- Runs as the caller: the policies and triggers of events decide. The key becomes the event's UID, so that a request that is repeated
-- finds the alert that it has sent. It is in no mail of the day: who should know is notified now.
create function public.send_new_alert(
  p_key uuid, p_calendar_id uuid, p_headline text, p_message text, p_until timestamptz, p_place text default null,
  p_emergency boolean default false, p_people integer default null
)
returns table (event_id uuid, mailing_id uuid)
language plpgsql volatile
set search_path = ''
as $$
declare
  -- private.program_time(), whose schema clients cannot reach.
  at timestamptz := coalesce((nullif(current_setting('townbell.write', true), '')::jsonb ->> 'now')::timestamptz, now());
  alert uuid;
  mailing uuid;
begin
  if p_key is null then
    raise exception using errcode = 'invalid_parameter_value', message = 'p_key is missing.';
  elsif p_until is null or p_until <= at then
    raise exception using errcode = 'TB022', message = 'The alert has to end later than now.';
  end if;
  insert into public.events as e (
    calendar_id, uid, title, description, location_name, start_time, end_time, category, include_in_mailer, event_date
  )
  values (
    p_calendar_id, p_key::text, p_headline, p_message, p_place, date_trunc('minute', at), p_until, 'Alert', false, at::date
  )
  on conflict (calendar_id, uid) where series_id is null do nothing
  returning e.id into alert;
  if alert is not null then
    mailing := public.send_alert(alert, p_emergency, p_people);
  else
    select e.id, about.mailing_id into alert, mailing
    from public.events e join public.mailing_events about on about.event_id = e.id and about.kind = 'alert'
    where e.calendar_id = p_calendar_id and e.uid = p_key::text;
  end if;
  return query select alert, mailing;
end
$$;
comment on function public.send_new_alert(uuid, uuid, text, text, timestamptz, text, boolean, integer) is 'Adds an alert that is valid from now on and sends it to everybody at once. Called again with the same key, it sends nothing. For admins.';
grant execute on function public.send_new_alert(uuid, uuid, text, text, timestamptz, text, boolean, integer) to authenticated;

-- Definer: as send_alert.
create function public.follow_up_alert(
  p_key uuid, p_event_id uuid, p_kind text, p_message text, p_until timestamptz default null, p_emergency boolean default false,
  p_people integer default null
)
returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  at timestamptz := private.program_time();
  alert public.events;
  earlier public.alert_updates;
  mailing uuid;
begin
  perform from public.calendars c
  where c.id = (select e.calendar_id from public.events e where e.id = p_event_id) and c.id = any (private.my_admin_calendars())
  for no key update;
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can send an alert.';
  end if;
  select e.* into alert from public.events e where e.id = p_event_id;
  perform private.require_sending(alert.calendar_id);
  select u.* into earlier from public.alert_updates u where u.id = p_key;
  if found then
    return case when earlier.event_id = p_event_id then earlier.mailing_id end;
  end if;
  if p_kind is null or p_kind not in ('update', 'all_clear') then
    raise exception using errcode = 'invalid_parameter_value', message = 'p_kind must be update or all_clear.';
  elsif alert.category <> 'Alert' or alert.status = 'cancelled' or not exists (
    select from public.mailing_events told where told.event_id = p_event_id and told.kind <> 'test'
  ) then
    raise exception using errcode = 'TB022', message = 'Only an alert that was sent can be followed up.';
  elsif exists (select from public.alert_updates u where u.event_id = p_event_id and u.kind = 'all_clear') then
    raise exception using errcode = 'TB022', message = 'The all clear of this alert was sent.';
  elsif p_kind = 'update' and coalesce(p_until, alert.end_time) <= at or alert.end_time <= at - interval '1 day' then
    raise exception using errcode = 'TB022', message = 'This alert is over.';
  end if;

  -- Touched in any case, so that pages are made anew.
  update public.events e set end_time = case
    when p_kind = 'update' then coalesce(p_until, e.end_time)
    else greatest(least(e.end_time, at), e.start_time + interval '1 minute')
  end
  where e.id = p_event_id
  returning * into alert;
  if p_kind = 'all_clear' then
    -- What still waits of the alert, such as texts at night, is no longer true. Workers look at the time before they claim.
    update public.deliveries d set expires_at = least(d.expires_at, at)
    from public.mailing_events about
    where about.event_id = p_event_id and about.kind in ('alert', 'update') and d.mailing_id = about.mailing_id
      and d.calendar_id = alert.calendar_id and d.state in ('planned', 'claimed');
  end if;
  mailing := private.start_alert(
    alert, p_kind, case when p_kind = 'update' then alert.end_time else at + interval '14 hours' end, coalesce(p_emergency, false), p_people
  );
  insert into public.alert_updates (id, event_id, kind, message, mailing_id, created_by, created_at)
  values (coalesce(p_key, gen_random_uuid()), p_event_id, p_kind, private.trimmed(p_message), mailing, auth.uid(), at);
  return mailing;
end
$$;
comment on function public.follow_up_alert(uuid, uuid, text, text, timestamptz, boolean, integer) is 'Sends an update to an alert, or the all clear, which ends it; the id of its mailing. Called again with the same key, it sends nothing. For admins.';
grant execute on function public.follow_up_alert(uuid, uuid, text, text, timestamptz, boolean, integer) to authenticated;
