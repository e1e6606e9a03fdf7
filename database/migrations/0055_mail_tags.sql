-- An event or an alert may go to some tags only.

alter table public.events add column if not exists mail_tags text[] not null default '{}';
alter table public.events drop constraint if exists events_mail_tags_check, add constraint events_mail_tags_check
  check (mail_tags = '{}' or private.are_tags(mail_tags));
comment on column public.events.mail_tags is 'If any: only contacts with one of these tags are notified. Guests do not see it.';
grant insert (mail_tags), update (mail_tags) on public.events to authenticated;

alter table public.event_series add column if not exists mail_tags text[] not null default '{}';
alter table public.event_series drop constraint if exists event_series_mail_tags_check, add constraint event_series_mail_tags_check
  check (mail_tags = '{}' or private.are_tags(mail_tags));
comment on column public.event_series.mail_tags is 'Same as in events.';
grant insert (mail_tags), update (mail_tags) on public.event_series to authenticated;

drop trigger if exists audit on public.event_series;
create trigger audit after insert or delete or update of
  title, description, location, location_name, link_url, latitude, longitude, image, image_alt, category, include_in_mailer, mail_tags, status,
  status_reason, all_day, starts_on, starts_at, ends_at, end_days, time_zone, rrule, rdates, exdates
on public.event_series
for each row when (not private.is_importing())
execute function private.write_audit('series');

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
    or o.mail_tags <> e.mail_tags
  )
  having count(*) > 0;
  return null;
end
$$;
comment on function private.delay_changed_events() is 'An event that is put into the mailer, takes place after all, gets another day, category or other tags, or now starts within the hour, waits before it is sent.';
revoke execute on function private.delay_changed_events() from public;

-- How many a mail to some tags reaches. Members learn the number, as of a mail to everybody.
-- Definer: contacts, opt-outs and preferences are closed to others.
create or replace function public.count_tagged(p_calendar_id uuid, p_tags text[]) returns table (emails bigint, texts bigint)
language sql stable security definer
set search_path = ''
as $$
  select
    count(*) filter (
      where k.contact_type = 'email' and not private.is_opted_out(p_calendar_id, 'email', k.normalised)
        and not exists (
          select from auth.users u join public.notification_preferences p on p.user_id = u.id
          where u.email = k.normalised and u.email_confirmed_at is not null
            and p.calendar_id = p_calendar_id and not p.email_notifications
        )
    ),
    count(*) filter (where k.contact_type = 'phone' and k.confirmed_at is not null)
  from public.calendar_contacts k
  where k.calendar_id = p_calendar_id and k.tags && p_tags and p_calendar_id = any ((select private.my_calendars())::uuid[])
$$;
comment on function public.count_tagged(uuid, text[]) is 'How many emails and texts an event or alert makes that goes to contacts with one of these tags only. For members; zero for others.';
revoke execute on function public.count_tagged(uuid, text[]) from public;
grant execute on function public.count_tagged(uuid, text[]) to authenticated;

-- A tag that nobody has would notify nobody. One that lost its last contact later stays, until the event gets others.
-- Definer: reads contacts whatever the writer may see.
create or replace function private.admit_mail_tags() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  unknown text;
begin
  if tg_op = 'UPDATE' and new.mail_tags = old.mail_tags then
    return new;
  end if;
  if not (new.calendar_id = any (private.my_admin_calendars())) then
    if tg_op = 'INSERT' then
      return new; -- The policy refuses it. Going on would show a stranger which tags there are.
    end if;
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins choose who is notified.';
  end if;
  new.mail_tags := array(select distinct tag from unnest(new.mail_tags) as tag order by tag);
  select tag into unknown from unnest(new.mail_tags) as tag
  where not exists (select from public.calendar_contacts k where k.calendar_id = new.calendar_id and tag = any (k.tags))
  order by tag limit 1;
  if found then
    raise exception using errcode = 'TB015', message = format('No recipient of this calendar has the tag “%s”.', left(unknown, 40));
  end if;
  return new;
end
$$;
comment on function private.admit_mail_tags() is 'Admins choose the tags that are notified, among those that recipients have.';
revoke execute on function private.admit_mail_tags() from public;

create or replace trigger admit_mail_tags before insert or update of mail_tags on public.events
for each row when (current_user in ('anon', 'authenticated'))
execute function private.admit_mail_tags();
create or replace trigger admit_mail_tags before insert or update of mail_tags on public.event_series
for each row when (current_user in ('anon', 'authenticated'))
execute function private.admit_mail_tags();
