-- Ten seconds to think. An alert that a person sends at the screen is held before anything of it exists: no event, no mailing, no
-- history. So taking it back leaves nothing behind, and nobody has seen it. The worker sends it, whether or not the screen is still open.

create table public.held_alerts (
  id uuid primary key,
  calendar_id uuid not null references public.calendars on delete cascade,
  event_id uuid references public.events on delete cascade,
  kind text not null,
  headline text,
  message text,
  place text,
  until timestamptz,
  emergency boolean not null,
  people integer not null,
  created_by uuid not null references auth.users on delete cascade,
  created_at timestamptz not null,
  due_at timestamptz not null,
  state text not null default 'waiting',
  mailing_id uuid references public.mailings on delete set null,
  problem text,

  constraint held_alerts_kind_check check (kind in ('alert', 'update', 'all_clear')),
  constraint held_alerts_state_check check (state in ('waiting', 'sent', 'withdrawn', 'refused')),
  constraint held_alerts_headline_check check (char_length(headline) <= 200 and private.is_one_line(headline)),
  constraint held_alerts_message_check check (char_length(message) <= 5000 and private.is_several_lines(message)),
  constraint held_alerts_place_check check (char_length(place) <= 200 and private.is_one_line(place)),
  constraint held_alerts_problem_check check (char_length(problem) <= 500)
);

comment on table public.held_alerts is 'One row per alert or follow-up that somebody sent at the screen. The sweep deletes it a day later.';
comment on column public.held_alerts.id is 'Chosen by the client, so that a request that is repeated holds nothing twice; the key of what is sent.';
comment on column public.held_alerts.event_id is 'The alert that exists already, or is followed up. Null: a new one, until it is sent.';
comment on column public.held_alerts.until is 'When the alert ends. Null: as before.';
comment on column public.held_alerts.people is 'How many people it would reach, as the sender read it.';
comment on column public.held_alerts.state is 'waiting: can be taken back or sent. refused: it could not be sent when its time came.';
comment on column public.held_alerts.problem is 'Why it was refused.';

create index held_alerts_calendar_id_idx on public.held_alerts (calendar_id, created_at);
comment on index public.held_alerts_calendar_id_idx is 'What a calendar is about to send; the foreign key.';
create index held_alerts_due_idx on public.held_alerts (due_at) where state = 'waiting';
comment on index public.held_alerts_due_idx is 'The worker: what has waited long enough.';
create index held_alerts_event_id_idx on public.held_alerts (event_id);
comment on index public.held_alerts_event_id_idx is 'The foreign key, when an event goes.';
create index held_alerts_mailing_id_idx on public.held_alerts (mailing_id);
comment on index public.held_alerts_mailing_id_idx is 'The foreign key, when a mailing goes.';
create index held_alerts_created_by_idx on public.held_alerts (created_by);
comment on index public.held_alerts_created_by_idx is 'The foreign key, when an account goes.';

alter table public.held_alerts enable row level security;
create policy select_admin on public.held_alerts for select to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.held_alerts is 'Admins see what their calendars are about to send.';
create policy all_service on public.held_alerts for all to service_role using (true) with check (true);
comment on policy all_service on public.held_alerts is 'The worker sends what is due.';

grant select on public.held_alerts to authenticated;
grant select, insert, update, delete on public.held_alerts to service_role;

create function public.milliseconds_left(held public.held_alerts) returns integer
language sql stable
return greatest(0, extract(epoch from held.due_at - now()) * 1000)::integer;
comment on function public.milliseconds_left(public.held_alerts) is 'Computed field: how long it can still be taken back, by the database''s clock and not the reader''s.';
grant execute on function public.milliseconds_left(public.held_alerts) to authenticated;

-- Definer: clients may not write what is held. The row goes in before anything is tried; hold_alert, which tries it, is the caller's own.
create function public.store_held_alert(p_held public.held_alerts) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  at timestamptz := private.program_time();
begin
  perform from public.calendars c
  where c.id = p_held.calendar_id and c.id = any (private.my_admin_calendars())
  for no key update;
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can send an alert.';
  elsif exists (select from public.held_alerts h where h.id = p_held.id and h.calendar_id = p_held.calendar_id) then
    return false;
  elsif p_held.event_id is not null and not exists (
    select from public.events e where e.id = p_held.event_id and e.calendar_id = p_held.calendar_id
  ) then
    raise exception using errcode = 'TB022', message = 'The calendar has no such alert.';
  elsif (
    select count(*) from public.held_alerts h where h.calendar_id = p_held.calendar_id and h.created_at > at - interval '1 day'
  ) >= private.alert_limit(true) then
    raise exception using errcode = 'TB042', message = 'Too many alerts in one day. Please write to support.';
  end if;
  insert into public.held_alerts (
    id, calendar_id, event_id, kind, headline, message, place, until, emergency, people, created_by, created_at, due_at
  )
  values (
    p_held.id, p_held.calendar_id, p_held.event_id, p_held.kind, p_held.headline, p_held.message, p_held.place, p_held.until,
    coalesce(p_held.emergency, false), coalesce(p_held.people, 0), auth.uid(), at, at + interval '10 seconds'
  );
  perform graphile_worker.add_job(
    'send-held-alerts', json_build_object('id', p_held.id), run_at => now() + interval '10 seconds',
    job_key => 'send-held-alerts:' || p_held.id
  );
  return true;
end
$$;
comment on function public.store_held_alert(public.held_alerts) is 'Lets an alert or a follow-up wait; false if its key is known. Called by hold_alert. For admins.';
grant execute on function public.store_held_alert(public.held_alerts) to authenticated;

-- Called by definers. The calendar is locked first, as by every write of an event; of those who come at once, one finds it waiting.
create function private.take_held_alert(p_id uuid, p_state text) returns public.held_alerts
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.held_alerts;
begin
  perform from public.calendars c
  where c.id = (select h.calendar_id from public.held_alerts h where h.id = p_id) and c.id = any (private.my_admin_calendars())
  for no key update;
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can send an alert or take it back.';
  end if;
  update public.held_alerts h set state = p_state where h.id = p_id and h.state = 'waiting' returning h.* into held;
  if not found then
    raise exception using errcode = 'TB023', message = 'The alert was sent or taken back already.';
  end if;
  return held;
end
$$;
comment on function private.take_held_alert(uuid, text) is 'Ends the wait of an alert; raises when it has ended.';

-- Definer: as store_held_alert. It looks up what was sent, so that nobody calls an alert sent that was not.
create function public.finish_held_alert(p_id uuid) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  held public.held_alerts := private.take_held_alert(p_id, 'sent');
  mailing uuid;
begin
  update public.held_alerts h set event_id = sent.event_id, mailing_id = sent.mailing_id
  from (
    select u.event_id, u.mailing_id from public.alert_updates u where u.id = held.id
    union all
    select about.event_id, about.mailing_id
    from public.events e join public.mailing_events about on about.event_id = e.id and about.kind = 'alert'
    where held.kind = 'alert' and e.calendar_id = held.calendar_id and (e.id = held.event_id or e.uid = held.id::text)
  ) as sent
  where h.id = held.id
  returning h.mailing_id into mailing;
  if mailing is null then
    raise exception using errcode = 'TB022', message = 'The alert was not sent.';
  end if;
  return mailing;
end
$$;
comment on function public.finish_held_alert(uuid) is 'Notes that a held alert was sent; the id of its mailing. Called by send_held_alert. For admins.';
grant execute on function public.finish_held_alert(uuid) to authenticated;

-- Runs as the caller: the policies and triggers of events decide, as for an alert that does not wait. What was taken back meanwhile is
-- found at the end, and nothing of it stays. The worker calls it as the person who wrote the alert, so it is refused when they are no
-- admin any more.
create function public.send_held_alert(p_id uuid) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.held_alerts;
begin
  select h.* into held from public.held_alerts h where h.id = p_id;
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can send an alert or take it back.';
  elsif held.state <> 'waiting' then
    raise exception using errcode = 'TB023', message = 'The alert was sent or taken back already.';
  elsif held.kind <> 'alert' then
    perform public.follow_up_alert(held.id, held.event_id, held.kind, held.message, held.until, held.emergency, held.people);
  elsif held.event_id is not null then
    perform public.send_alert(held.event_id, held.emergency, held.people);
  else
    perform public.send_new_alert(
      held.id, held.calendar_id, held.headline, held.message, held.until, held.place, held.emergency, held.people
    );
  end if;
  return public.finish_held_alert(p_id);
end
$$;
comment on function public.send_held_alert(uuid) is 'Sends an alert before its ten seconds are over; the id of its mailing. For admins.';
grant execute on function public.send_held_alert(uuid) to authenticated;

-- Runs as the caller, as send_held_alert. It is sent and undone once, so that whatever would refuse it refuses it at the press, and not
-- ten seconds later when nobody looks.
create function public.hold_alert(
  p_key uuid, p_calendar_id uuid, p_kind text, p_event_id uuid default null, p_headline text default null, p_message text default null,
  p_place text default null, p_until timestamptz default null, p_emergency boolean default false, p_people integer default 0
)
returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  held public.held_alerts;
begin
  held.id := p_key;
  held.calendar_id := p_calendar_id;
  held.event_id := p_event_id;
  held.kind := p_kind;
  held.headline := p_headline;
  held.message := p_message;
  held.place := p_place;
  held.until := p_until;
  held.emergency := p_emergency;
  held.people := p_people;
  if public.store_held_alert(held) then
    begin
      perform public.send_held_alert(p_key);
      raise exception using errcode = 'HELD0';
    exception when sqlstate 'HELD0' then
      null;
    end;
  end if;
  return p_key;
end
$$;
comment on function public.hold_alert(uuid, uuid, text, uuid, text, text, text, timestamptz, boolean, integer) is 'Sends an alert or a follow-up in ten seconds, unless it is taken back. Called again with the same key, it holds nothing. For admins.';
grant execute on function public.hold_alert(uuid, uuid, text, uuid, text, text, text, timestamptz, boolean, integer) to authenticated;

-- Definer: as store_held_alert.
create function public.withdraw_alert(p_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.take_held_alert(p_id, 'withdrawn');
end
$$;
comment on function public.withdraw_alert(uuid) is 'Takes back an alert in its ten seconds: nobody gets anything. For admins.';
grant execute on function public.withdraw_alert(uuid) to authenticated;
