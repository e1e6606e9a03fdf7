-- Whether anything is sent at all, for everybody and for one calendar, and how fast. Read by the worker just before each
-- message leaves, so that "stop" means the next message, not the next mailing.

create table private.sending (
  only_row boolean primary key default true,
  database_identity text,
  is_demo boolean not null default false,
  has_trials boolean not null default true,
  scheduled_at timestamptz,
  planned_at timestamptz,
  reported_at timestamptz,

  constraint sending_only_row_check check (only_row)
);

comment on table private.sending is 'One row for the whole site: how far the schedule has come, and facts about the installation.';
comment on column private.sending.scheduled_at is 'The minute whose jobs were queued last.';
comment on column private.sending.planned_at is 'When the planner last looked for what is due.';
comment on column private.sending.reported_at is 'When `townbell bounce` last read a report about a mail of ours. The doctor warns when none comes.';
comment on column private.sending.is_demo is 'Whether `townbell demo` filled this database with invented people. Nothing that others can reach starts on it.';
comment on column private.sending.has_trials is 'The setting TRIAL: whether accounts on trial are limited to 1 calendar and 10 contacts.';
comment on column private.sending.database_identity is 'Cluster and database this row was written in. In a restored or copied database it differs, and sending holds.';

alter table private.sending enable row level security;
create policy all_service on private.sending for all to service_role using (true) with check (true);
comment on policy all_service on private.sending is 'The worker holds sending, an operator releases it.';

grant select, insert, update, delete on private.sending to service_role;

insert into private.sending default values;

-- One row for each kind of reason, so that none hides behind another: an operator's own hold may be in the backup that is restored.
create table private.holds (
  kind text primary key,
  held_at timestamptz not null default now(),
  reason text not null,

  constraint holds_kind_check check (kind in ('operator', 'restore', 'clock')),
  constraint holds_reason_check check (char_length(reason) <= 500)
);

comment on table private.holds is 'Why nothing is sent, on the whole site. Without a row mailings leave.';
comment on column private.holds.kind is 'operator: somebody said so. restore: the database is older than what was sent from it, or another than before. clock: it jumped ahead; released by a worker.';

alter table private.holds enable row level security;
create policy all_service on private.holds for all to service_role using (true) with check (true);
comment on policy all_service on private.holds is 'The worker holds sending, an operator releases it.';

grant select, insert, update, delete on private.holds to service_role;

-- Rises before each batch is sent and is also written to a file outside the database. A database whose number is behind the
-- file has forgotten messages that went out.
create sequence private.send_position as bigint;
comment on sequence private.send_position is 'High-water mark of sending; compared with the data folder''s at start.';
-- Each process that sends holds the advisory lock of its number while its connection lives. If the lock is free,
-- the process is dead; one that is only stopped (SIGSTOP, a frozen machine) still holds it.
create sequence private.sender_numbers as integer cycle;
comment on sequence private.sender_numbers is 'A number for each process that sends; the key of its advisory lock.';
grant usage, select on sequence private.send_position, private.sender_numbers to service_role;

create table private.send_paces (
  channel text primary key,
  next_at timestamptz not null,

  constraint send_paces_channel_check check (channel in ('email', 'sms', 'push'))
);

comment on table private.send_paces is 'One row per channel whose carrier takes only so many a second; all workers share it.';
comment on column private.send_paces.next_at is 'When the next message may leave.';

alter table private.send_paces enable row level security;
create policy all_service on private.send_paces for all to service_role using (true) with check (true);
comment on policy all_service on private.send_paces is 'Workers reserve their turns.';

grant select, insert, update, delete on private.send_paces to service_role;

-- Turns are reserved a batch at a time; the row's lock makes workers reserve one after another.
create function private.reserve_turns(p_channel text, p_count integer, p_per_second double precision)
returns double precision
language sql volatile
set search_path = ''
as $$
  insert into private.send_paces as p (channel, next_at)
  values (p_channel, clock_timestamp() + make_interval(secs => p_count / p_per_second))
  on conflict (channel) do update set
    next_at = greatest(p.next_at, clock_timestamp()) + make_interval(secs => p_count / p_per_second)
  returning greatest(0, extract(epoch from next_at - clock_timestamp()) - p_count / p_per_second)::double precision
$$;
comment on function private.reserve_turns(text, integer, double precision) is 'Reserves turns; returns in how many seconds the first of them comes.';
grant execute on function private.reserve_turns(text, integer, double precision) to service_role;

-- The earliest moment from p_at on at which a text may reach a phone in the zone: between 08:00 and 21:00 on its clock.
create function private.text_time(p_at timestamptz, p_zone text) returns timestamptz
language sql stable
return (
  select case
    when here::time < time '08:00' then (here::date + time '08:00') at time zone p_zone
    when here::time >= time '21:00' then (here::date + 1 + time '08:00') at time zone p_zone
    else p_at
  end
  from (select p_at at time zone p_zone as here) as clock
);
comment on function private.text_time(timestamptz, text) is 'When a text may go: now, or when quiet hours end there.';
grant execute on function private.text_time(timestamptz, text) to service_role;

-- Definer: admins who are not the owner may not update calendars; this is the one thing they may change. They lift only what an
-- admin paused. A pause of the review is the owner's: it concerns all their calendars, and they lift it once. After that, and after
-- an operator's pause, an operator decides.
create function public.pause_sending(p_calendar_id uuid, p_paused boolean default true) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  owner uuid;
  paused_by text;
begin
  if not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can pause or resume sending.';
  end if;
  select c.owner_id, c.sending_paused_by into owner, paused_by
  from public.calendars c where c.id = p_calendar_id for no key update;
  if p_paused then
    update public.calendars set
      sending_paused_at = now(), sending_paused_by = 'admin', sending_paused_reason = 'Paused by an admin of the calendar.'
    where id = p_calendar_id and sending_paused_at is null;
  elsif paused_by = 'admin' then
    update public.calendars set sending_paused_at = null, sending_paused_by = null, sending_paused_reason = null
    where id = p_calendar_id;
  elsif paused_by = 'review' and owner = auth.uid() then
    perform private.note_sender(owner);
    update private.senders set review_lifted_at = now() where owner_id = owner and review_lifted_at is null;
    if not found then
      raise exception using errcode = 'TB040',
        message = 'You resumed sending once already after too many bounces or spam reports. Please write to support.';
    end if;
    perform private.lift_review(owner);
  elsif paused_by = 'review' then
    raise exception using errcode = 'TB040', message = 'Only the owner can resume sending after too many bounces or spam reports.';
  elsif paused_by is not null then
    raise exception using errcode = 'TB040', message = 'An operator paused sending for this calendar. Please write to support.';
  end if;
  return p_paused;
end
$$;
comment on function public.pause_sending(uuid, boolean) is 'Pauses what a calendar sends, or resumes it if the caller may. For its admins.';
grant execute on function public.pause_sending(uuid, boolean) to authenticated;

-- Definer: senders is closed to clients.
create function public.can_resume(calendar public.calendars) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select coalesce((
    select case c.sending_paused_by
      when 'admin' then true
      when 'review' then c.owner_id = auth.uid() and not exists (
        select from private.senders s where s.owner_id = c.owner_id and s.review_lifted_at is not null
      )
      else false
    end
    from public.calendars c
    where c.id = calendar.id and c.id = any ((select private.my_admin_calendars())::uuid[])
  ), false)
$$;
comment on function public.can_resume(public.calendars) is 'Computed field: whether the caller may resume sending, for admins; false for anybody else.';
grant execute on function public.can_resume(public.calendars) to authenticated;

-- Bounces and complaints of all the owner's calendars count anew from here.
create function private.lift_review(p_owner uuid) returns void
language sql volatile
set search_path = ''
as $$
  update public.calendars set
    sending_paused_at = case when sending_paused_by = 'review' then null else sending_paused_at end,
    sending_paused_reason = case when sending_paused_by = 'review' then null else sending_paused_reason end,
    sending_paused_by = nullif(sending_paused_by, 'review'),
    sending_resumed_at = now()
  where owner_id = p_owner
$$;
comment on function private.lift_review(uuid) is 'Ends the pause of an owner''s calendars after a review.';
grant execute on function private.lift_review(uuid) to service_role;

create function private.require_sending(p_calendar_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  why text;
begin
  select c.sending_paused_reason into why from public.calendars c
  where c.id = p_calendar_id and c.sending_paused_by in ('operator', 'suspension');
  if found then
    raise exception using errcode = 'TB040', message = why;
  end if;
end
$$;
comment on function private.require_sending(uuid) is 'Raises TB040 when an operator has paused the calendar or suspended its owner.';
grant execute on function private.require_sending(uuid) to service_role;

-- What may leave although its calendar is paused by the review, or its mailing waits for one. People who confirmed have asked for
-- it: a review does not stop what they get, and a pause by the review lets alerts through to them. Members have joined, and browsers
-- are theirs. `p_contact` is the contact or the member.
create function private.is_released(p_contact uuid, p_channel text, p_kind text, p_paused_by text) returns boolean
language sql stable
set search_path = ''
as $$
  select (p_paused_by is null or p_paused_by = 'review' and p_kind = 'alert') and (
    p_channel = 'push'
    or exists (select from public.calendar_contacts k where k.id = p_contact and k.confirmed_at is not null)
    or exists (select from auth.users u where u.id = p_contact and u.email_confirmed_at is not null)
  )
$$;
comment on function private.is_released(uuid, text, text, text) is 'Whether a message may leave although something waits for a human. Asked only when something does.';
grant execute on function private.is_released(uuid, text, text, text) to service_role;

-- Too many bounces or complaints harm everybody's mail: the owner's calendars wait for a human. Of the last 30 days, since they were
-- last resumed, over all calendars of the owner, deleted ones too. One person who complains, or forges a complaint, silences nobody:
-- three different mailboxes must have. Their share counts from the first mail on, that of bounces from 200.
create function private.review_sending(p_calendar uuid) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  owner uuid := (select c.owner_id from public.calendars c where c.id = p_calendar);
  sent bigint;
  bounced bigint;
  complained bigint;
  why text;
begin
  select count(*), count(*) filter (where d.state = 'bounced'),
    count(distinct case when d.complained_at is not null then private.mailbox_hash(d.address) end)
  into sent, bounced, complained
  from public.calendars c
  join public.deliveries d on d.calendar_id = c.id
  where c.owner_id = owner and d.channel = 'email' and d.state in ('sent', 'delivered', 'bounced')
    and d.created_at > greatest(now() - interval '30 days', c.sending_resumed_at);
  why := case
    when complained >= 3 and complained >= sent * 0.003 then 'Too many people reported mail of this calendar, or of another one of its owner, as spam.'
    when sent >= 200 and bounced >= sent * 0.04 then 'Too many addresses of this calendar, or of another one of its owner, do not exist.'
  end;
  if why is not null then
    update public.calendars set
      sending_paused_at = coalesce(sending_paused_at, now()), sending_paused_by = 'review', sending_paused_reason = why
    where owner_id = owner and coalesce(sending_paused_by, 'admin') = 'admin';
  end if;
  return why;
end
$$;
comment on function private.review_sending(uuid) is 'Pauses an owner''s calendars when 3 people and 0.3 % complain, or at 4 % bounces; returns why, or null.';
grant execute on function private.review_sending(uuid) to service_role;
