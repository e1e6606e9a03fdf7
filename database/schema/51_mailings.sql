-- One sending of a calendar: the day-of mail of a day, one the evening before, an hour before or for the week, an alert, a notice of changes.
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
  review text,
  review_reason text,
  emergency boolean not null default false,
  is_fully_planned boolean not null default true,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  recipients_removed_at timestamptz,

  constraint mailings_sequence_key unique (calendar_id, day, kind, sequence),
  -- For deliveries, whose calendar must be their mailing's.
  constraint mailings_calendar_key unique (id, calendar_id),
  constraint mailings_kind_check check (kind in ('day_of', 'test', 'change', 'alert', 'evening', 'hour', 'weekly', 'digest', 'message')),
  constraint mailings_sequence_check check (sequence >= 1),
  constraint mailings_state_check check (state in ('waiting', 'planned', 'sending', 'finished', 'held', 'cancelled')),
  constraint mailings_times_check check (finished_at >= started_at),
  constraint mailings_due_at_check check (state <> 'waiting' or due_at is not null),
  constraint mailings_review_check check (
    review in ('waiting', 'approved', 'refused') and char_length(review_reason) <= 500 and (review is null) = (review_reason is null)
  )
);

comment on table public.mailings is 'One row per sending. Its progress is counted from its deliveries; once it is finished, mailing_totals has the numbers.';
comment on column public.mailings.day is 'The day of its events, in the calendar''s zone; of a change, an alert or a week, the day it was written.';
comment on column public.mailings.sequence is '1 for the planned hour; 2 and on for events added later that day.';
comment on column public.mailings.state is 'waiting: has no deliveries before due_at. held: an operator must release it, for instance after a backup was restored.';
comment on column public.mailings.due_at is 'When a waiting mailing is planned.';
comment on column public.mailings.expires_at is 'When it is worthless. Null: at the end of its day.';
comment on column public.mailings.review is 'waiting: until an operator has looked, only people who confirmed get it. Null: needs no review.';
comment on column public.mailings.review_reason is 'Why it waits or waited, in a sentence for operators and admins.';
comment on column public.mailings.recipients_removed_at is 'When the sweep deleted its deliveries, which were too old. Its numbers stay.';
comment on column public.mailings.emergency is 'Of an alert: its texts do not wait for the morning. Only for owners who are a public body.';
comment on column public.mailings.is_fully_planned is 'False: many were due together, and only its first mail is planned yet.';

create index mailings_open_idx on public.mailings (day) where state in ('planned', 'sending', 'held');
comment on index public.mailings_open_idx is 'The worker: what is still to be sent.';
create index mailings_due_idx on public.mailings (due_at) where state = 'waiting';
comment on index public.mailings_due_idx is 'Planning: notices and alerts whose time has come.';
create index mailings_review_idx on public.mailings (calendar_id) where review = 'waiting';
comment on index public.mailings_review_idx is 'The review queue.';
create index mailings_kept_idx on public.mailings (created_at) where state = 'finished' and recipients_removed_at is null;
comment on index public.mailings_kept_idx is 'The sweep: the oldest mailings whose deliveries are still stored.';
create index mailings_begun_idx on public.mailings (created_at, id) where not is_fully_planned;
comment on index public.mailings_begun_idx is 'Planning: mailings whose other recipients are still to be planned.';
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
  constraint mailing_events_kind_check check (
    kind in ('day_of', 'test', 'alert', 'evening', 'hour', 'weekly', 'digest', 'update', 'all_clear')
  )
);

comment on table public.mailing_events is 'The events of a mailing.';
comment on column public.mailing_events.kind is 'The mailing''s, so that a unique index can keep an event from being sent twice; of a follow-up to an alert, which one it is.';
comment on column public.mailing_events.day is 'The event''s, when it was planned; of an alert, the mailing''s. An event that is moved to another day is sent again on that day.';

create index mailing_events_event_id_idx on public.mailing_events (event_id);
comment on index public.mailing_events_event_id_idx is 'Whether an event has gone out already; the foreign key.';
create unique index mailing_events_once_key on public.mailing_events (event_id, day) nulls not distinct where kind = 'day_of';
comment on index public.mailing_events_once_key is 'An event is sent once per day, also when two workers plan at once.';
create unique index mailing_events_alert_key on public.mailing_events (event_id) where kind = 'alert';
comment on index public.mailing_events_alert_key is 'An alert is sent once.';
create unique index mailing_events_ahead_key on public.mailing_events (event_id, day, kind) where kind in ('evening', 'hour', 'weekly');
comment on index public.mailing_events_ahead_key is 'An event is sent once per evening, hour before and week, also when two workers plan at once.';

alter table public.mailing_events enable row level security;
create policy select_admin on public.mailing_events for select to authenticated
  using (exists (select from public.mailings m where m.id = mailing_id));
comment on policy select_admin on public.mailing_events is 'Everybody who sees the mailing, by its own policy, sees its events.';
create policy all_service on public.mailing_events for all to service_role using (true) with check (true);
comment on policy all_service on public.mailing_events is 'The worker plans and sends.';

grant select on public.mailing_events to authenticated;
grant select, insert, update, delete on public.mailing_events to service_role;

-- No text comes in quiet hours, and whole days have no hour: then it is the calendar's hour, as for everybody.
create function private.hour_before(p_start timestamptz, p_all_day boolean, p_channel text, p_zone text) returns timestamptz
language sql stable
return case
  when p_all_day then null
  when p_channel = 'sms' and private.text_time(p_start - interval '1 hour', p_zone) > p_start - interval '1 hour' then null
  else p_start - interval '1 hour'
end;
comment on function private.hour_before(timestamptz, boolean, text, text) is 'When a reminder of an hour before an event is due; null: with the mail of its day.';
grant execute on function private.hour_before(timestamptz, boolean, text, text) to service_role;

-- Ten minutes to think. An event that joins what is sent today or in the coming week is left out of it at first, so that nothing
-- leaves right after a click: the person can take it back, or send it at once. The database does this, so it holds for every writer.
create table private.waiting_events (
  event_id uuid primary key references public.events on delete cascade,
  due_at timestamptz not null
);

comment on table private.waiting_events is 'Events that were added, or put into the mailer, less than ten minutes ago.';
comment on column private.waiting_events.due_at is 'From then on it may be sent. The planner deletes the row in the transaction that plans the event.';

alter table private.waiting_events enable row level security;
create policy all_service on private.waiting_events for all to service_role using (true) with check (true);
comment on policy all_service on private.waiting_events is 'The worker plans what has waited.';

grant select, insert, update, delete on private.waiting_events to service_role;

-- The week: the mail of a Sunday evening names seven days ahead. Ordered by id, so that two calls cannot deadlock.
create function private.make_wait(p_events uuid[]) returns void
language sql volatile
set search_path = ''
as $$
  insert into private.waiting_events (event_id, due_at)
  select e.id, private.program_time() + interval '10 minutes'
  from public.events e join public.calendars c on c.id = e.calendar_id
  where e.id = any (p_events) and e.include_in_mailer and e.status not in ('cancelled', 'postponed')
    and e.event_date - (private.program_time() at time zone c.time_zone)::date between 0 and 8
  order by e.id
  on conflict (event_id) do update set due_at = excluded.due_at
$$;
comment on function private.make_wait(uuid[]) is 'Makes events that could be sent soon wait for ten minutes.';

create function private.delay_calendar(p_calendar_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  select private.make_wait(array_agg(e.id))
  from public.events e
  where e.calendar_id = p_calendar_id and e.include_in_mailer and e.event_date between current_date - 2 and current_date + 9
    and not private.is_announced(e.id, e.event_date)
  having count(*) > 0
$$;
comment on function private.delay_calendar(uuid) is 'What another hour, time zone or visibility of the calendar makes due waits before it is sent.';

create function private.is_announced(p_event_id uuid, p_day date) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.mailing_events named
    where named.event_id = p_event_id and named.kind in ('day_of', 'alert') and coalesce(named.day, p_day) = p_day
  )
$$;
comment on function private.is_announced(uuid, date) is 'Whether the mailing of its day, or an alert, has named the event already.';

-- Definer: clients reach no function of this schema.
create function private.require_event_editor(p_event_id uuid) returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  calendar uuid;
begin
  select e.calendar_id into calendar from public.events e
  where e.id = p_event_id and (
    e.calendar_id = any (private.my_admin_calendars())
    or e.created_by = auth.uid() and e.calendar_id = any (private.my_calendars())
  );
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins and the person who added the event can decide when it is sent.';
  end if;
  return calendar;
end
$$;
comment on function private.require_event_editor(uuid) is 'The calendar of an event that the caller may edit; raises otherwise.';

-- Definer: what waits is closed to clients. Only what leaves when its ten minutes are over: the rest waits for its hour.
create function private.waiting_in(p_calendar_id uuid)
returns table (event_id uuid, title text, due_at timestamptz, created_by uuid)
language sql stable security definer
set search_path = ''
as $$
  select e.id, e.title, w.due_at, e.created_by
  from private.waiting_events w
  join public.events e on e.id = w.event_id
  join public.calendars c on c.id = e.calendar_id
  cross join lateral (select w.due_at at time zone c.time_zone as here) as clock
  where e.calendar_id = p_calendar_id and e.include_in_mailer and e.status not in ('cancelled', 'postponed')
    and e.event_date = clock.here::date and clock.here::time >= c.notify_at
    and not private.is_announced(e.id, e.event_date)
$$;
comment on function private.waiting_in(uuid) is 'Events of a calendar, of today, that leave when their ten minutes are over.';

-- Definer: as waiting_in.
create function public.get_waiting_events(p_calendar_id uuid)
returns table (event_id uuid, title text, due_at timestamptz)
language sql stable security definer
set search_path = ''
as $$
  select w.event_id, w.title, w.due_at
  from private.waiting_in(p_calendar_id) w
  where p_calendar_id = any ((select private.my_admin_calendars())::uuid[])
    or w.created_by = auth.uid() and p_calendar_id = any ((select private.my_calendars())::uuid[])
  order by w.due_at, w.event_id
$$;
comment on function public.get_waiting_events(uuid) is 'Events of today that leave when their ten minutes are over. For admins and the person who added the event.';
grant execute on function public.get_waiting_events(uuid) to authenticated;

-- Definer: as waiting_in; callers may not add jobs.
create function public.send_event_now(p_event_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  calendar uuid := private.require_event_editor(p_event_id);
begin
  perform private.require_sending(calendar);
  delete from private.waiting_events w where w.event_id = p_event_id;
  if not found then
    return false;
  end if;
  perform graphile_worker.add_job('plan-day-of', json_build_object('calendar_id', calendar), job_key => 'plan-day-of:' || calendar);
  return true;
end
$$;
comment on function public.send_event_now(uuid) is 'Sends an event before its ten minutes are over. Returns whether it waited. For admins and the person who added it.';
grant execute on function public.send_event_now(uuid) to authenticated;

-- The planner takes the same row: either it finds the event out of the mailer, or we find it planned. The calendar is locked first,
-- as by every write of an event. Definer: as waiting_in.
create function public.withdraw_event(p_event_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  calendar uuid := private.require_event_editor(p_event_id);
begin
  perform from public.calendars c where c.id = calendar for no key update;
  delete from private.waiting_events w where w.event_id = p_event_id;
  if not found then
    raise exception using errcode = 'TB023', message = 'The event has gone out already.';
  end if;
  update public.events e set include_in_mailer = false where e.id = p_event_id;
  return true;
end
$$;
comment on function public.withdraw_event(uuid) is 'Takes an event out of the mailer while it waits. For admins and the person who added it.';
grant execute on function public.withdraw_event(uuid) to authenticated;

-- The daily limit of first mails to people who never confirmed, before a review. All owners on trial share another, so that a hundred
-- accounts of one person do not add up. STRANGERS_… in domain/limits.ts.
create function private.stranger_limit(p_trial boolean) returns integer
language sql immutable parallel safe
return case when p_trial then 20 else 500 end;
comment on function private.stranger_limit(boolean) is 'First mails a day to people who never confirmed, of an owner whom no operator has approved.';

create function private.stranger_limit_of_trials() returns integer
language sql immutable parallel safe
return 1000;
comment on function private.stranger_limit_of_trials() is 'The same for all owners on trial together.';

-- Called by the planner, under its lock, once the deliveries are written: so nobody else counts meanwhile. Counted in rate_limits and
-- not from the deliveries, which go with a calendar that is deleted for good and with one that is handed on.
create function private.review_mailings(p_mailings uuid[]) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  mailing record;
  takes jsonb;
begin
  for mailing in
    select m.id, c.owner_id, u.email, coalesce(p.trial, true) as on_trial, count(*)::integer as strangers
    from public.mailings m
    join public.calendars c on c.id = m.calendar_id
    join auth.users u on u.id = c.owner_id
    left join public.profiles p on p.user_id = c.owner_id
    join public.deliveries d on d.mailing_id = m.id and d.calendar_id = m.calendar_id and d.is_waiting and d.channel = 'email'
    join public.calendar_contacts k on k.id = d.contact_id and k.confirmed_at is null
    where m.id = any (p_mailings) and m.review is null
      and not exists (select from private.senders s where s.owner_id = c.owner_id and s.approved_at is not null)
      and not exists (
        select from public.deliveries earlier
        join public.mailings o on o.id = earlier.mailing_id and o.review is distinct from 'waiting'
        where earlier.contact_id = k.id and earlier.mailing_id <> m.id
          and earlier.state in ('planned', 'claimed', 'committing', 'sent', 'delivered', 'uncertain')
      )
    group by m.id, c.owner_id, u.email, p.trial
    order by m.id
  loop
    takes := jsonb_build_object(
      'strangers:' || mailing.owner_id, private.stranger_limit(mailing.on_trial),
      'strangers:' || private.mailbox_hash(mailing.email), private.stranger_limit(mailing.on_trial)
    ) || case
      when mailing.on_trial then jsonb_build_object('strangers:trials', private.stranger_limit_of_trials()) else '{}'
    end;
    if exists (
      select from jsonb_each_text(takes) t
      left join private.rate_limits l on l.key = t.key and l.window_end > clock_timestamp()
      where coalesce(l.taken, 0) + mailing.strangers > t.value::integer
    ) then
      update public.mailings set review = 'waiting', review_reason = format(
        'It is the first mail to %s people who have not confirmed.', mailing.strangers
      )
      where id = mailing.id;
    else
      insert into private.rate_limits as l (key, window_start, window_end, taken)
      select t.key, clock_timestamp(), clock_timestamp() + interval '1 day', mailing.strangers from jsonb_each_text(takes) t
      order by t.key
      on conflict (key) do update set
        taken = case when l.window_end <= excluded.window_start then excluded.taken else l.taken + excluded.taken end,
        window_start = case when l.window_end <= excluded.window_start then excluded.window_start else l.window_start end,
        window_end = case when l.window_end <= excluded.window_start then excluded.window_end else l.window_end end;
    end if;
  end loop;
end
$$;
comment on function private.review_mailings(uuid[]) is 'Makes mailings wait for a review that would write to more strangers than their owner may in a day.';
grant execute on function private.review_mailings(uuid[]) to service_role;

create function private.hold_for_review(p_mailing uuid, p_reason text) returns void
language sql volatile
set search_path = ''
as $$
  update public.mailings set review = 'waiting', review_reason = left(p_reason, 500) where id = p_mailing and review is null
$$;
comment on function private.hold_for_review(uuid, text) is 'Makes a mailing wait that the sender finds suspicious.';
grant execute on function private.hold_for_review(uuid, text) to service_role;

create function private.approve_owner(p_owner uuid) returns bigint
language plpgsql volatile
set search_path = ''
as $$
declare
  released bigint;
begin
  perform private.note_sender(p_owner);
  update private.senders set approved_at = coalesce(approved_at, now()) where owner_id = p_owner;
  update public.mailings m set review = 'approved'
  from public.calendars c
  where c.id = m.calendar_id and c.owner_id = p_owner and m.review = 'waiting';
  get diagnostics released = row_count;
  return released;
end
$$;
comment on function private.approve_owner(uuid) is 'Lets an owner''s mail go, now and from now on; how many mailings waited.';
grant execute on function private.approve_owner(uuid) to service_role;

create function private.refuse_mailings(p_owner uuid) returns bigint
language plpgsql volatile
set search_path = ''
as $$
declare
  refused uuid[];
begin
  with stopped as (
    update public.mailings m set review = 'refused'
    from public.calendars c
    where c.id = m.calendar_id and c.owner_id = p_owner and m.review = 'waiting'
    returning m.id
  )
  select array_agg(id) into refused from stopped;
  update public.deliveries d set state = 'cancelled', last_error = 'refused by an operator'
  where d.mailing_id = any (refused) and d.is_waiting;
  return coalesce(cardinality(refused), 0);
end
$$;
comment on function private.refuse_mailings(uuid) is 'Cancels what waits of an owner''s mail; how many mailings.';
grant execute on function private.refuse_mailings(uuid) to service_role;

-- The first one that waits is mailed five minutes later, together with what came since. Definer: as plan_changed_events.
create function private.notify_reviewers() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.send_letter('sending/review', '{}', p_tries => 25, p_after => interval '5 minutes');
  return null;
end
$$;
comment on function private.notify_reviewers() is 'The operators are mailed when something waits for a review.';

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

create function private.sent_and_forgotten(p_event_id uuid) returns bigint
language sql stable
set search_path = ''
as $$
  select coalesce(sum(t.deliveries), 0)::bigint
  from public.mailing_events told
  join public.mailings m on m.id = told.mailing_id and m.recipients_removed_at is not null
  join private.mailing_totals t on t.mailing_id = m.id and t.state in ('sent', 'delivered', 'uncertain')
  where told.event_id = p_event_id and told.kind not in ('test', 'update', 'all_clear')
    and m.calendar_id = any ((select private.my_calendars())::uuid[])
$$;
comment on function private.sent_and_forgotten(uuid) is 'How many messages about an event of the caller''s calendars left to recipients who are no longer stored.';

-- Definer: members do not see deliveries, only how many.
create function public.sent_count(event public.events) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select (select count(*) from private.sent_people(event.id)) + private.sent_and_forgotten(event.id)
$$;
comment on function public.sent_count(public.events) is 'Computed field: to how many people messages about the event left. 0 for anybody who is not a member.';
grant execute on function public.sent_count(public.events) to authenticated;

-- Definer: as sent_count; the number alone shows an editor whether a change matters.
create function public.told_count(event public.events) returns bigint
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
grant execute on function public.told_count(public.events) to authenticated;

-- after all tables

create trigger notify_reviewers after update of review on public.mailings
for each row when (new.review = 'waiting' and old.review is null)
execute function private.notify_reviewers();
