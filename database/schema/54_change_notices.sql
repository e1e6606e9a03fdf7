-- Notices to those who were notified of an event before. When the editor asks for it, a new time, place or status, or the
-- deletion of the event, becomes a notice; for ten minutes further changes of the calendar join the same mailing, and it can be
-- taken back.

-- Set by the function that saves an event, for its transaction.
create function private.is_notifying() returns boolean
language sql stable
return coalesce(private.write_option('notify') = 'true', false);
comment on function private.is_notifying() is 'Whether the editor wants those notified who know the event.';
grant execute on function private.is_notifying() to authenticated, service_role;

create table public.change_notices (
  id uuid primary key default gen_random_uuid(),
  mailing_id uuid not null,
  calendar_id uuid not null,
  event_id uuid references public.events on delete set null,
  before jsonb not null,
  told_in uuid[] not null,
  changed_at timestamptz not null,
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),

  constraint change_notices_event_key unique (mailing_id, event_id),
  constraint change_notices_mailing_fkey foreign key (mailing_id, calendar_id)
    references public.mailings (id, calendar_id) on delete cascade
);

comment on table public.change_notices is 'One row per changed event and mailing.';
comment on column public.change_notices.event_id is 'Null once the event is deleted: the notice then says cancelled.';
comment on column public.change_notices.before is 'The event as people know it: id, title, start_time, end_time, all_day, location, location_name, status. With confirmed, a few words or none, it also says that the event is still on.';
comment on column public.change_notices.told_in is 'The mailings that named it. They outlive the event''s own rows.';
comment on column public.change_notices.changed_at is 'The last change. Recipients who were notified later know it.';

create index change_notices_mailing_idx on public.change_notices (mailing_id, calendar_id);
comment on index public.change_notices_mailing_idx is 'The notices of a mailing; the foreign key.';
create index change_notices_calendar_id_idx on public.change_notices (calendar_id, created_at);
comment on index public.change_notices_calendar_id_idx is 'The admins'' policy; what waits in a calendar.';
create index change_notices_event_id_idx on public.change_notices (event_id);
comment on index public.change_notices_event_id_idx is 'The foreign key, when an event goes.';
create index change_notices_created_by_idx on public.change_notices (created_by);
comment on index public.change_notices_created_by_idx is 'The foreign key, when an account goes.';

alter table public.change_notices enable row level security;
create policy select_admin on public.change_notices for select to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.change_notices is 'Admins see the notices of their calendars.';
create policy select_creator on public.change_notices for select to authenticated
  using (created_by = (select auth.uid()) and calendar_id = any ((select private.my_calendars())::uuid[]));
comment on policy select_creator on public.change_notices is 'Editors see the notices they caused, while they are members.';
create policy all_service on public.change_notices for all to service_role using (true) with check (true);
comment on policy all_service on public.change_notices is 'The worker plans and sends.';

grant select (
  id, mailing_id, calendar_id, event_id, before, changed_at, created_by, created_at
) on public.change_notices to authenticated;
grant select, insert, update, delete on public.change_notices to service_role;

-- Called once per row, inside the lock of its calendar that every write of an event takes.
-- Definer: clients may not write mailings.
create function private.gather_change(p_before public.events) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  at timestamptz := private.program_time();
  told uuid[] := private.told_in(p_before.id);
  mailing uuid;
begin
  if told is null and not private.is_awaited(p_before.id) or p_before.end_time <= at then
    return;
  end if;
  insert into public.mailings as m (calendar_id, day, kind, sequence, state, created_at, due_at)
  select c.id, (at at time zone c.time_zone)::date, 'change', 1 + coalesce((
    select max(o.sequence) from public.mailings o
    where o.calendar_id = c.id and o.kind = 'change' and o.day = (at at time zone c.time_zone)::date
  ), 0), 'waiting', at, at + interval '10 minutes'
  from public.calendars c where c.id = p_before.calendar_id
  -- The last change can be taken back for two minutes, and no notice waits longer than half an hour.
  on conflict (calendar_id) where kind = 'change' and state = 'waiting' do update set
    due_at = least(greatest(m.due_at, at + interval '2 minutes'), m.created_at + interval '30 minutes')
  returning m.id into mailing;

  insert into public.change_notices as n (mailing_id, calendar_id, event_id, before, told_in, changed_at, created_by)
  values (
    mailing, p_before.calendar_id, p_before.id,
    jsonb_build_object(
      'id', p_before.id, 'title', p_before.title, 'start_time', p_before.start_time, 'end_time', p_before.end_time,
      'all_day', p_before.all_day, 'location', p_before.location, 'location_name', p_before.location_name,
      'status', p_before.status, 'uid', p_before.uid, 'sequence', p_before.sequence
    ),
    coalesce(told, '{}'), at, (select u.id from auth.users u where u.id = auth.uid())
  )
  on conflict (mailing_id, event_id) do update set changed_at = excluded.changed_at, told_in = excluded.told_in;
end
$$;
comment on function private.gather_change(public.events) is 'Adds a notice for those who know the event as it was, from us or because they answered, if anybody does.';

-- Definer: clients may not write mailings. For admins and the editor who made the change.
create function public.withdraw_notice(p_notice_id uuid, p_restore boolean default false) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  notice public.change_notices;
begin
  select n.* into notice from public.change_notices n
  where n.id = p_notice_id
    and (n.calendar_id = any (private.my_admin_calendars())
      or n.created_by = auth.uid() and n.calendar_id = any (private.my_calendars()));
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can take back a notice.';
  end if;
  -- The planner takes the same lock: either it finds the notice gone, or we find it planned.
  perform from public.mailings m where m.id = notice.mailing_id and m.state = 'waiting' for update;
  if not found then
    raise exception using errcode = 'TB023', message = 'The notice has gone out already.';
  end if;
  delete from public.change_notices n where n.id = p_notice_id;
  delete from public.mailings m
  where m.id = notice.mailing_id and not exists (select from public.change_notices n where n.mailing_id = m.id);
  if p_restore then
    update public.events e set
      start_time = b.start_time, end_time = b.end_time, all_day = b.all_day, location = b.location,
      location_name = b.location_name, status = b.status
    from jsonb_to_record(notice.before) as b (
      start_time timestamptz, end_time timestamptz, all_day boolean, location text, location_name text, status text
    )
    where e.id = notice.event_id;
    return found;
  end if;
  return true;
end
$$;
comment on function public.withdraw_notice(uuid, boolean) is 'Takes back a notice that waits; with p_restore the event is changed back. Returns whether that was possible.';
grant execute on function public.withdraw_notice(uuid, boolean) to authenticated;

-- "Still on": events that people know and that have not changed, on a day when everybody asks. They join the calendar's waiting mailing as a
-- change does, and can be taken back like one.
-- Definer: clients may not write mailings.
create function public.confirm_events(p_calendar_id uuid, p_event_ids uuid[], p_note text default null) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  confirmed public.events;
begin
  if not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can confirm events.';
  elsif char_length(p_note) > 200 or not private.is_one_line(p_note) then
    raise exception using errcode = 'invalid_parameter_value', message = 'The note must be one line of at most 200 characters.';
  end if;
  perform private.require_sending(p_calendar_id);
  for confirmed in
    select e.* from public.events e
    where e.calendar_id = p_calendar_id and e.id = any (p_event_ids) and e.status not in ('cancelled', 'postponed')
    order by e.id
    for update
  loop
    perform private.gather_change(confirmed);
    update public.change_notices n
    set before = n.before || jsonb_build_object('confirmed', coalesce(private.trimmed_or_null(p_note), ''))
    from public.mailings m
    where n.event_id = confirmed.id and m.id = n.mailing_id and m.kind = 'change' and m.state = 'waiting';
  end loop;
end
$$;
comment on function public.confirm_events(uuid, uuid[], text) is 'Notifies those who know these events that they take place, with a few words. For admins.';
grant execute on function public.confirm_events(uuid, uuid[], text) to authenticated;

-- Definer: as withdraw_notice.
create function public.send_notice_now(p_mailing_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_sending(m.calendar_id)
  from public.mailings m where m.id = p_mailing_id and m.calendar_id = any (private.my_admin_calendars());
  update public.mailings m set due_at = m.created_at
  where m.id = p_mailing_id and m.kind in ('change', 'message') and m.state = 'waiting' and m.calendar_id = any (private.my_admin_calendars());
  if not found then
    raise exception using errcode = 'TB023', message = 'The notice has gone out already.';
  end if;
  perform graphile_worker.add_job('plan-notices', job_key => 'plan-notices');
  return true;
end
$$;
comment on function public.send_notice_now(uuid) is 'Lets a notice, or a message to guests, go before its ten minutes are over. For admins.';
grant execute on function public.send_notice_now(uuid) to authenticated;
