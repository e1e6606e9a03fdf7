-- An event that repeats. The series holds the rule and what its occurrences have in common; each occurrence of the coming
-- year and a half is an ordinary row of events, so that the month, the mailer and the counts need not know of rules. The
-- program expands rules (domain/recurrence); here they are only kept from growing too large.
-- An occurrence that differs from its series is an exception, and nothing else marks one.

create function private.are_ordinals(p_list text, p_max integer) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_list ~ '^(-?[1-9][0-9]{0,2}(,(?=[-0-9])|$))+$'
    and (select max(abs(number::integer)) <= p_max from unnest(string_to_array(p_list, ',')) as number)
$$;
comment on function private.are_ordinals(text, integer) is 'Whether the text lists numbers from 1, counted from the begin or, negative, from the end.';
grant execute on function private.are_ordinals(text, integer) to authenticated, service_role;

-- Returns the message, or null for a good rule. domain/recurrence/rule.ts has the same rules, and a test compares the two.
create function private.rrule_problem(p_rule text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  parts constant text[] := string_to_array(p_rule, ';');
  names constant text[] := array(select split_part(part, '=', 1) from unnest(parts) as part);
  frequency constant text := substring(p_rule from '^FREQ=([A-Z]+)');
  part text;
  name text;
  value text;
  is_good boolean;
begin
  if frequency in ('SECONDLY', 'MINUTELY', 'HOURLY') or names && array['BYHOUR', 'BYMINUTE', 'BYSECOND'] then
    return 'An event can repeat once a day at most.';
  elsif names @> array['COUNT', 'UNTIL'] then
    return 'An event repeats until a day or a number of times, not both.';
  elsif char_length(p_rule) > 500 or coalesce(frequency not in ('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'), true)
    or cardinality(names) <> (select count(distinct known) from unnest(names) as known)
    -- Combinations that RFC 5545 forbids.
    or p_rule ~ 'BYDAY=[^;]*[0-9]' and (frequency in ('DAILY', 'WEEKLY') or 'BYWEEKNO' = any (names))
    or frequency = 'WEEKLY' and 'BYMONTHDAY' = any (names)
    or frequency <> 'YEARLY' and names && array['BYYEARDAY', 'BYWEEKNO']
    or 'BYSETPOS' = any (names) and not names && array['BYDAY', 'BYMONTH', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO']
  then
    return 'This repetition cannot be read.';
  end if;
  foreach part in array parts[2:] loop
    name := split_part(part, '=', 1);
    value := substring(part from char_length(name) + 2);
    is_good := case name
      when 'INTERVAL' then value ~ '^[1-9][0-9]{0,2}$'
      when 'COUNT' then value ~ '^[1-9][0-9]{0,8}$'
      when 'UNTIL' then value ~ '^(19[7-9]|20[0-9]|21[0-9])[0-9](0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])$'
      when 'WKST' then value ~ '^(SU|MO|TU|WE|TH|FR|SA)$'
      when 'BYDAY' then value ~ '^((-?([1-9]|[1-4][0-9]|5[0-3]))?(SU|MO|TU|WE|TH|FR|SA)(,(?=[-0-9A-Z])|$))+$'
      when 'BYMONTH' then value ~ '^((1[0-2]|[1-9])(,(?=[0-9])|$))+$'
      when 'BYMONTHDAY' then private.are_ordinals(value, 31)
      when 'BYWEEKNO' then private.are_ordinals(value, 53)
      when 'BYYEARDAY' then private.are_ordinals(value, 366)
      when 'BYSETPOS' then private.are_ordinals(value, 366)
      else false
    end;
    if not is_good then
      return 'This repetition cannot be read.';
    elsif name = 'COUNT' and value::integer > 1000 then
      return 'An event can repeat at most 1000 times.';
    elsif name = 'UNTIL' and substr(value, 7)::integer > extract(
      day from make_date(substr(value, 1, 4)::integer, substr(value, 5, 2)::integer, 1) + interval '1 month' - interval '1 day'
    ) then
      return 'This repetition cannot be read.';
    end if;
  end loop;
  return null;
end
$$;
comment on function private.rrule_problem(text) is 'What is wrong with the value of an RRULE, or null.';
grant execute on function private.rrule_problem(text) to authenticated, service_role;

create function private.are_days(p_days date[]) returns boolean
language sql immutable
return cardinality(p_days) <= 2000 and coalesce(array_ndims(p_days), 1) = 1 and array_position(p_days, null) is null;
comment on function private.are_days(date[]) is 'A plain list of days, not too long.';
grant execute on function private.are_days(date[]) to authenticated, service_role;

create table public.event_series (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references public.calendars on delete cascade,
  uid text not null default gen_random_uuid()::text,
  sequence integer not null default 0,
  title text not null,
  description text,
  location text,
  location_name text,
  link_url text,
  latitude double precision,
  longitude double precision,
  image text,
  image_alt text,
  category text not null,
  include_in_mailer boolean not null default true,
  mail_tags text[] not null default '{}',
  status text not null default 'scheduled',
  status_reason text,
  all_day boolean not null default false,
  starts_on date not null,
  starts_at time not null,
  ends_at time not null,
  end_days integer not null default 0,
  time_zone text,
  rrule text not null,
  rdates date[] not null default '{}',
  exdates date[] not null default '{}',
  filled_until date,
  is_complete boolean not null default false,
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  -- For events, whose calendar must be their series'.
  constraint event_series_calendar_key unique (id, calendar_id),
  constraint event_series_uid_key unique (calendar_id, uid),
  constraint event_series_uid_check check (char_length(uid) between 1 and 255 and uid !~ '[[:cntrl:]]'),
  constraint event_series_title_check check (
    char_length(title) between 1 and 200 and private.is_one_line(title) and private.is_visible(title)
  ),
  constraint event_series_description_check check (char_length(description) <= 5000 and private.is_several_lines(description)),
  constraint event_series_location_check check (char_length(location) <= 500 and private.is_one_line(location)),
  constraint event_series_location_name_check check (char_length(location_name) <= 200 and private.is_one_line(location_name)),
  -- Shown to strangers as a link: no scripts, no files, no password inside, nothing that hides where it leads.
  constraint event_series_link_url_check check (
    char_length(link_url) <= 2048 and private.is_one_line(link_url) and link_url ~* '^https?://[^\s\\/?#@]+([/?#][^\s\\]*)?$'
  ),
  constraint event_series_status_reason_check check (char_length(status_reason) <= 200 and private.is_one_line(status_reason)),
  constraint event_series_position_check check (
    (latitude is null) = (longitude is null) and latitude between -90 and 90 and longitude between -180 and 180
  ),
  constraint event_series_category_check check (category in ('Event', 'Alert', 'Notice', 'FYI')),
  constraint event_series_status_check check (status in ('scheduled', 'cancelled', 'postponed', 'moved')),
  constraint event_series_days_check check (starts_on between '1970-01-01' and '2199-12-31'),
  constraint event_series_times_check check (
    make_interval(days => end_days) + (ends_at - starts_at) between interval '1 second' and interval '31 days'
    and end_days between 0 and 31
    and (not all_day or (starts_at, ends_at) = (time '00:00', time '00:00'))
  ),
  constraint event_series_rrule_check check (private.rrule_problem(rrule) is null),
  constraint event_series_rdates_check check (private.are_days(rdates)),
  constraint event_series_exdates_check check (private.are_days(exdates)),
  constraint event_series_image_check check ((image is null) = (image_alt is null)),
  constraint event_series_image_alt_check check (
    char_length(image_alt) between 1 and 300 and private.is_one_line(image_alt) and private.is_visible(image_alt)
  )
);

comment on table public.event_series is 'One row per repeated event.';
comment on column public.event_series.uid is 'UID of feeds, for all its occurrences.';
comment on column public.event_series.sequence is 'How often its time or rule changed: SEQUENCE of feeds.';
comment on column public.event_series.title is 'This and the columns up to status are copied into each occurrence.';
comment on column public.event_series.link_url is 'Same as in events.';
comment on column public.event_series.mail_tags is 'Same as in events.';
comment on column public.event_series.status_reason is 'Same as in events.';
comment on column public.event_series.image is 'Same as in events.';
comment on column public.event_series.image_alt is 'Same as in events.';
comment on column public.event_series.starts_on is 'The day of the first occurrence by the rule: DTSTART''s.';
comment on column public.event_series.starts_at is 'On the clock of its zone, summer and winter.';
comment on column public.event_series.ends_at is 'On the same clock, end_days after the day of the start. All day: 00:00, of the day after the last.';
comment on column public.event_series.time_zone is 'Null: the calendar''s. Another only for what was imported from there.';
comment on column public.event_series.rrule is 'Value of an RRULE, upper case, FREQ first; UNTIL is a day of the zone, inclusive.';
comment on column public.event_series.rdates is 'Days on which it happens besides, at the same time.';
comment on column public.event_series.exdates is 'Days on which it does not happen; deleting an occurrence adds its day.';
comment on column public.event_series.filled_until is 'Up to this day its occurrences are rows of events. Null: none yet.';
comment on column public.event_series.is_complete is 'No occurrence follows filled_until.';

create index event_series_filling_idx on public.event_series (filled_until nulls first) where not is_complete;
comment on index public.event_series_filling_idx is 'The nightly job: series whose rows run out soonest.';
create index event_series_created_by_idx on public.event_series (created_by);
comment on index public.event_series_created_by_idx is 'The foreign key, when an account goes.';
create index event_series_image_idx on public.event_series (calendar_id, image) where image is not null;
comment on index public.event_series_image_idx is 'The foreign key, when a picture is deleted.';

alter table public.event_series enable row level security;
create policy select_public on public.event_series for select to anon
  using (exists (select from public.calendars c where c.id = calendar_id));
comment on policy select_public on public.event_series is 'Visitors see the series of calendars they see, by that table''s own policy.';
create policy select_member on public.event_series for select to authenticated
  using (calendar_id = any ((select private.my_calendars())::uuid[]));
comment on policy select_member on public.event_series is 'Members see the series of their calendars.';
create policy insert_admin on public.event_series for insert to authenticated
  with check (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy insert_admin on public.event_series is 'Admins add series to their own calendars only.';
create policy update_admin on public.event_series for update to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]))
  with check (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy update_admin on public.event_series is 'Admins edit any series of their calendars.';
create policy delete_admin on public.event_series for delete to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy delete_admin on public.event_series is 'Admins delete a series with all its occurrences.';
create policy all_service on public.event_series for all to service_role using (true) with check (true);
comment on policy all_service on public.event_series is 'The worker adds occurrences as time goes on.';

grant select (
  id, calendar_id, uid, sequence, title, description, location, location_name, link_url, latitude, longitude, image,
  image_alt, category, status, status_reason, all_day, starts_on, starts_at, ends_at, end_days, time_zone, rrule, rdates, exdates,
  filled_until, is_complete, created_at, updated_at
) on public.event_series to anon;
grant select, delete on public.event_series to authenticated;
grant insert (
  calendar_id, uid, title, description, location, location_name, link_url, latitude, longitude, image, image_alt,
  category, include_in_mailer, mail_tags, status, status_reason, all_day, starts_on, starts_at, ends_at, end_days, time_zone, rrule, rdates,
  exdates, filled_until, is_complete
) on public.event_series to authenticated;
grant update (
  title, description, location, location_name, link_url, latitude, longitude, image, image_alt, category,
  include_in_mailer, mail_tags, status, status_reason, all_day, starts_on, starts_at, ends_at, end_days, time_zone, rrule, rdates, exdates,
  filled_until, is_complete
) on public.event_series to authenticated;
grant select, insert, update, delete on public.event_series to service_role;

-- Called with 'client' or 'trusted', as for events. Definer: reads and locks the calendar whatever the writer may see.
create function private.prepare_series() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  by_client boolean := tg_argv[0] = 'client';
  problem text := private.rrule_problem(new.rrule);
begin
  new.title := private.trimmed(new.title);
  new.description := private.trimmed_or_null(new.description);
  new.location := private.trimmed_or_null(new.location);
  new.location_name := private.trimmed_or_null(new.location_name);
  new.status_reason := case when new.status <> 'scheduled' then private.trimmed_or_null(new.status_reason) end;
  new.updated_at := now();
  if by_client and not (new.calendar_id = any (private.my_admin_calendars())) then
    return new; -- The policy refuses it.
  end if;
  if by_client and (tg_op = 'INSERT' and new.mail_tags <> '{}' or tg_op = 'UPDATE' and new.mail_tags <> old.mail_tags) then
    new.mail_tags := private.admitted_tags(new.calendar_id, new.mail_tags);
  end if;
  if by_client and tg_op = 'INSERT' then
    new.created_by := auth.uid();
  end if;
  if problem is not null then
    raise exception using errcode = 'TB020', message = problem;
  elsif new.time_zone is not null and not private.is_time_zone(new.time_zone) then
    raise exception using errcode = 'invalid_parameter_value', message = format('%L is not a time zone.', left(new.time_zone, 100));
  end if;
  if by_client and tg_op = 'INSERT' then
    perform from public.calendars c where c.id = new.calendar_id for no key update;
    if (select count(*) from public.event_series s where s.calendar_id = new.calendar_id) >= 1000 then
      raise exception using errcode = 'TB021', message = 'A calendar can have at most 1000 repeated events.';
    end if;
  end if;
  if tg_op = 'UPDATE' and not private.is_importing() and (
    new.all_day, new.starts_on, new.starts_at, new.ends_at, new.end_days, new.time_zone, new.rrule, new.rdates, new.exdates
  ) is distinct from (
    old.all_day, old.starts_on, old.starts_at, old.ends_at, old.end_days, old.time_zone, old.rrule, old.rdates, old.exdates
  ) then
    new.sequence := old.sequence + 1;
  end if;
  return new;
end
$$;
comment on function private.prepare_series() is 'Trims, refuses bad rules, and raises sequence on a change.';

-- Runs once per statement, so that an import of a year of events is one new version.
-- Definer: editors who are not the owner may not update calendars.
create function private.raise_version() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.raise_versions(array(select distinct changed.calendar_id from changed));
  return null;
end
$$;
comment on function private.raise_version() is 'A changed series is a changed calendar: feeds have the rule itself.';

-- An occurrence that somebody deleted must not come back when the series is expanded again; one that is put back may.
create function private.except_days(p_deleted public.events[]) returns void
language sql volatile
set search_path = ''
as $$
  update public.event_series s set exdates = array(select distinct day from unnest(s.exdates || gone.days) as day order by day)
  from (select d.series_id, array_agg(d.series_day) as days from unnest(p_deleted) as d where d.series_id is not null group by 1) as gone
  where s.id = gone.series_id
$$;
comment on function private.except_days(public.events[]) is 'The days of deleted occurrences become EXDATEs of their series.';

create function private.unexcept_days(p_added public.events[]) returns void
language sql volatile
set search_path = ''
as $$
  update public.event_series s set exdates = array(select day from unnest(s.exdates) as day where day <> all (back.days))
  from (select a.series_id, array_agg(a.series_day) as days from unnest(p_added) as a where a.series_id is not null group by 1) as back
  where s.id = back.series_id and s.exdates && back.days
$$;
comment on function private.unexcept_days(public.events[]) is 'The days of occurrences that are back are EXDATEs of their series no longer.';

-- after all tables

alter table public.event_series add constraint event_series_mail_tags_check check (mail_tags = '{}' or private.are_tags(mail_tags));

alter table public.event_series add constraint event_series_image_fkey foreign key (calendar_id, image) references private.event_images on delete no action;

create trigger prepare before insert or update on public.event_series
for each row when (current_user in ('anon', 'authenticated'))
execute function private.prepare_series('client');
create trigger prepare_trusted before insert or update on public.event_series
for each row when (current_user not in ('anon', 'authenticated'))
execute function private.prepare_series('trusted');
create trigger raise_version_insert after insert on public.event_series referencing new table as changed
for each statement execute function private.raise_version();
create trigger raise_version_update after update on public.event_series referencing new table as changed
for each statement execute function private.raise_version();
create trigger raise_version_delete after delete on public.event_series referencing old table as changed
for each statement execute function private.raise_version();
create trigger keep before delete on public.event_series for each row execute function private.keep_deleted('series');
create trigger audit after insert or delete or update of
  title, description, location, location_name, link_url, latitude, longitude, image, image_alt, category, include_in_mailer, mail_tags, status,
  status_reason, all_day, starts_on, starts_at, ends_at, end_days, time_zone, rrule, rdates, exdates
on public.event_series
for each row when (not private.is_importing())
execute function private.write_audit('series');
create trigger prepare_image before insert or update on public.event_series
for each row when (new.image_alt is not null) execute function private.prepare_image();
