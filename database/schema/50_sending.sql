-- Whether anything is sent at all, for everybody and for one calendar, and how fast. Read by the worker just before each
-- message leaves, so that "stop" means the next message, not the next mailing.

create table private.sending (
  only_row boolean primary key default true,
  held_at timestamptz,
  held_reason text,
  database_identity text,

  constraint sending_only_row_check check (only_row),
  constraint sending_held_check check ((held_at is null) = (held_reason is null) and char_length(held_reason) <= 500)
);

comment on table private.sending is 'One row: whether an operator must release sending.';
comment on column private.sending.held_at is 'Since when nothing is sent: the database is older than what was sent from it, or an operator holds it.';
comment on column private.sending.database_identity is 'Cluster and database this row was written in. In a restored or copied database it differs, and sending holds.';

alter table private.sending enable row level security;
create policy all_service on private.sending for all to service_role using (true) with check (true);
comment on policy all_service on private.sending is 'The worker holds sending, an operator releases it.';

grant select, insert, update, delete on private.sending to service_role;

insert into private.sending default values;

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
set search_path = ''
as $$
  select case
    when here::time < time '08:00' then (here::date + time '08:00') at time zone p_zone
    when here::time >= time '21:00' then (here::date + 1 + time '08:00') at time zone p_zone
    else p_at
  end
  from (select p_at at time zone p_zone as here) as clock
$$;
comment on function private.text_time(timestamptz, text) is 'When a text may go: now, or when quiet hours end there.';
grant execute on function private.text_time(timestamptz, text) to service_role;

-- Definer: admins who are not the owner may not update calendars; this is the one thing they may change.
create function public.pause_sending(p_calendar_id uuid, p_paused boolean default true) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can pause or resume sending.';
  end if;
  update public.calendars set
    sending_paused_at = case when p_paused then coalesce(sending_paused_at, now()) end,
    sending_paused_reason = case when p_paused then coalesce(sending_paused_reason, 'Paused by an admin of the calendar.') end,
    sending_resumed_at = case when p_paused then sending_resumed_at else now() end
  where id = p_calendar_id;
  return p_paused;
end
$$;
comment on function public.pause_sending(uuid, boolean) is 'Pauses or resumes what a calendar sends. For its admins.';
grant execute on function public.pause_sending(uuid, boolean) to authenticated;

-- Too many bounces or complaints harm everybody's mail: the calendar waits for a human. Of the last 30 days, from 200 sent,
-- since an admin last resumed it. A complaint counts once, for the mail it was about.
create function private.review_sending(p_calendar uuid) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  sent bigint;
  bounced bigint;
  complained bigint;
  why text;
begin
  select count(*), count(*) filter (where d.state = 'bounced'), count(d.complained_at)
  into sent, bounced, complained
  from public.calendars c
  join public.deliveries d on d.calendar_id = c.id
  where c.id = p_calendar and d.channel = 'email' and d.state in ('sent', 'delivered', 'bounced')
    and d.created_at > greatest(now() - interval '30 days', c.sending_resumed_at);
  why := case
    when sent < 200 then null
    when complained > 0 and complained >= sent * 0.001 then 'Paused: too many people reported its mail as spam.'
    when bounced >= sent * 0.04 then 'Paused: too many of its addresses do not exist.'
  end;
  if why is not null then
    update public.calendars set sending_paused_at = now(), sending_paused_reason = why
    where id = p_calendar and sending_paused_at is null;
  end if;
  return why;
end
$$;
comment on function private.review_sending(uuid) is 'Pauses a calendar at 0.1 % complaints or 4 % bounces; returns why, or null.';
grant execute on function private.review_sending(uuid) to service_role;
