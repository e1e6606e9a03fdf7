-- Reminders of an hour before.

alter table private.contact_preferences drop constraint if exists contact_preferences_timing_check,
  add constraint contact_preferences_timing_check check (
    timing in ('day_of', 'evening', 'hour') or channel = 'email' and timing in ('weekly', 'digest')
  );
comment on column private.contact_preferences.timing is 'day_of: on the day itself. evening: at 18:00 on the day before. hour: an hour before it starts (private.hour_before). weekly: on Sunday at 18:00 for the seven days to come. digest: on the day, with all other calendars of which the same was chosen. The last two do not fit into a text.';

alter table public.mailings drop constraint if exists mailings_kind_check, add constraint mailings_kind_check
  check (kind in ('day_of', 'test', 'change', 'alert', 'evening', 'hour', 'weekly', 'digest'));
alter table public.mailing_events drop constraint if exists mailing_events_kind_check, add constraint mailing_events_kind_check
  check (kind in ('day_of', 'test', 'alert', 'evening', 'hour', 'weekly', 'digest'));
drop index if exists public.mailing_events_ahead_key;
create unique index mailing_events_ahead_key on public.mailing_events (event_id, day, kind) where kind in ('evening', 'hour', 'weekly');
comment on index public.mailing_events_ahead_key is 'An event is sent once per evening, hour before and week, also when two workers plan at once.';

-- Texts keep quiet from 21:00 to 08:00, and whole days have no hour: then it is the calendar's hour, as for everybody.
create or replace function private.hour_before(p_start timestamptz, p_all_day boolean, p_channel text, p_zone text) returns timestamptz
language sql stable
return case
  when p_all_day then null
  when p_channel = 'sms' and not (
    (p_start - interval '1 hour') at time zone p_zone
  )::time between time '08:00' and time '20:59:59' then null
  else p_start - interval '1 hour'
end;
comment on function private.hour_before(timestamptz, boolean, text, text) is 'When a reminder of an hour before an event is due; null: with the mail of its day.';
grant execute on function private.hour_before(timestamptz, boolean, text, text) to service_role;

-- Runs once per statement. Other changes of an event that is to be sent anyway do not delay it.
-- Definer: callers may not write what waits.
create or replace function private.delay_changed_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.make_wait(array_agg(e.id))
  from changed e join before o on o.id = e.id
  where e.include_in_mailer and (
    not o.include_in_mailer or o.status in ('cancelled', 'postponed') or (o.event_date, o.category) <> (e.event_date, e.category)
    -- So early that its reminder of an hour before would leave right away.
    or e.start_time < o.start_time and e.start_time < private.program_time() + interval '70 minutes'
  )
  having count(*) > 0;
  return null;
end
$$;
comment on function private.delay_changed_events() is 'An event that is put into the mailer, takes place after all, gets another day or category, or now starts within the hour, waits before it is sent.';

-- Definer: preferences are closed to clients; this shows and changes only the caller's own, by the address they have confirmed.
create or replace function public.get_my_reminders() returns table (calendar_id uuid, timing text)
language sql stable security definer
set search_path = ''
as $$
  select p.calendar_id, coalesce(own.timing, every.timing, 'day_of')
  from public.notification_preferences p
  join auth.users u on u.id = p.user_id and u.email_confirmed_at is not null
  left join private.contact_preferences own on own.channel = 'email' and own.address = u.email and own.calendar_id = p.calendar_id
  left join private.contact_preferences every on every.channel = 'email' and every.address = u.email and every.calendar_id is null
  where p.user_id = auth.uid() and p.calendar_id = any ((select private.my_calendars())::uuid[])
$$;
comment on function public.get_my_reminders() is 'When the caller is mailed about the events of each of their calendars.';
grant execute on function public.get_my_reminders() to authenticated;

-- What was chosen for all calendars, or followed with, stays for the rest. Definer: as get_my_reminders.
create or replace function public.set_my_reminder(p_calendar_id uuid, p_timing text) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  mailbox text := (select u.email from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
begin
  if mailbox is null or p_calendar_id is null or not (p_calendar_id = any (private.my_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only members with a confirmed address can choose this.';
  end if;
  if p_timing is null or p_timing not in ('day_of', 'evening', 'hour') then
    raise exception using errcode = 'invalid_parameter_value', message = 'Choose when you want messages.';
  end if;
  insert into private.contact_preferences as p (channel, address, calendar_id, is_on, categories, timing, paused_until, language, updated_at)
  select 'email', mailbox, p_calendar_id, coalesce(k.is_on, true), k.categories, p_timing, k.paused_until, coalesce(k.language, 'en'), now()
  from (select) as one
  left join private.contact_choices k on k.calendar_id = p_calendar_id and k.channel = 'email' and k.address = mailbox
  limit 1
  on conflict (channel, address, calendar_id) do update set timing = excluded.timing, updated_at = excluded.updated_at;
  return p_timing;
end
$$;
comment on function public.set_my_reminder(uuid, text) is 'Chooses when the caller, a member, is mailed about a calendar''s events: day_of, evening or hour.';
grant execute on function public.set_my_reminder(uuid, text) to authenticated;
