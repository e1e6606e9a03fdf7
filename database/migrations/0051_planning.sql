-- What the day-of plan needs: to find today's events over all calendars, to tell an event once, and to be woken when an
-- event of today is added or changed.

create index events_mailer_day_idx on public.events (event_date) where include_in_mailer;
comment on index public.events_mailer_day_idx is 'Planning: events of yesterday to tomorrow in UTC, which hold every zone''s today.';

alter table public.mailing_events
  add column kind text not null default 'day_of',
  add constraint mailing_events_kind_check check (kind in ('day_of', 'test'));
comment on column public.mailing_events.kind is 'The mailing''s. Here too, so that an index can keep an event from being told twice.';
create unique index mailing_events_once_key on public.mailing_events (event_id) where kind = 'day_of';
comment on index public.mailing_events_once_key is 'An event is told once, whoever plans at the same time.';

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

-- Once a statement and calendar. The key keeps one waiting job a calendar; one that runs already is followed by another.
-- current_date only saves jobs for far days: the planner itself looks every minute and asks its own clock.
-- Definer: clients may not add jobs.
create function private.plan_changed_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform graphile_worker.add_job(
    'plan-day-of', json_build_object('calendar_id', today.calendar_id), job_key => 'plan-day-of:' || today.calendar_id
  )
  from (
    select distinct changed.calendar_id from changed
    where changed.include_in_mailer and changed.event_date between current_date - 1 and current_date + 1
  ) as today;
  return null;
end
$$;
comment on function private.plan_changed_events() is 'An event of today that is added or put into the mailer goes out now, not at the next minute.';

create trigger plan_insert after insert on public.events referencing new table as changed
for each statement execute function private.plan_changed_events();
create trigger plan_update after update on public.events referencing new table as changed
for each statement execute function private.plan_changed_events();
