-- What happens in town. An event belongs to one calendar and one day there; members read it, and visitors do when the
-- calendar is public. Admins write; members edit and delete the events they created.

-- Rows of a series or an import are written together by a function that has checked all of them.
create function private.is_series_at_work() returns boolean
language sql stable
return coalesce(private.write_option('as') in ('series', 'import'), false);
comment on function private.is_series_at_work() is 'Whether a series or an import is being written as a whole: its rows are then no separate changes.';
grant execute on function private.is_series_at_work() to authenticated, service_role;

create function private.is_importing() returns boolean
language sql stable
return coalesce(private.write_option('as') = 'import', false);
comment on function private.is_importing() is 'Whether events are being imported: the past may then be written.';
grant execute on function private.is_importing() to authenticated, service_role;

create table public.events (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references public.calendars on delete cascade,
  uid text not null default gen_random_uuid()::text,
  sequence integer not null default 0,
  series_id uuid,
  series_day date,
  title text not null,
  description text,
  location text,
  location_name text,
  link_url text,
  latitude double precision,
  longitude double precision,
  image text,
  image_alt text,
  start_time timestamptz not null,
  end_time timestamptz not null,
  all_day boolean not null default false,
  event_date date not null,
  end_date date not null,
  event_date_for_reporting timestamptz not null,
  category text not null,
  status text not null default 'scheduled',
  status_reason text,
  previous_start_time timestamptz,
  include_in_mailer boolean not null default true,
  mail_tags text[] not null default '{}',
  include_sms boolean not null default false,
  is_public boolean not null default false,
  cohost_id uuid,
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint events_title_check check (
    char_length(title) between 1 and 200 and private.is_one_line(title) and private.is_visible(title)
  ),
  constraint events_description_check check (char_length(description) <= 5000 and private.is_several_lines(description)),
  constraint events_location_check check (char_length(location) <= 500 and private.is_one_line(location)),
  constraint events_location_name_check check (char_length(location_name) <= 200 and private.is_one_line(location_name)),
  -- Shown to strangers as a link: no scripts, no files, no password inside, nothing that hides where it leads.
  constraint events_link_url_check check (
    char_length(link_url) <= 2048 and private.is_one_line(link_url) and link_url ~* '^https?://[^\s\\/?#@]+([/?#][^\s\\]*)?$'
  ),
  constraint events_status_reason_check check (char_length(status_reason) <= 200 and private.is_one_line(status_reason)),
  constraint events_position_check check (
    (latitude is null) = (longitude is null) and latitude between -90 and 90 and longitude between -180 and 180
  ),
  -- An hour more than 31 days, for the autumn change.
  constraint events_times_check check (end_time > start_time and end_time - start_time <= interval '31 days 1 hour'),
  constraint events_years_check check (start_time >= '1970-01-01 00:00Z' and start_time < '2200-01-01 00:00Z'),
  constraint events_category_check check (category in ('Event', 'Alert', 'Notice', 'FYI')),
  constraint events_include_sms_check check (not include_sms),
  constraint events_status_check check (status in ('scheduled', 'cancelled', 'postponed', 'moved')),
  constraint events_uid_check check (char_length(uid) between 1 and 255 and uid !~ '[[:cntrl:]]'),
  constraint events_end_date_check check (end_date >= event_date),
  constraint events_series_check check ((series_id is null) = (series_day is null)),
  constraint events_image_check check ((image is null) = (image_alt is null)),
  constraint events_image_alt_check check (
    char_length(image_alt) between 1 and 300 and private.is_one_line(image_alt) and private.is_visible(image_alt)
  )
);

comment on table public.events is 'One row per event.';
comment on column public.events.uid is 'UID of feeds, or of the file it was imported from. A repeated event goes by its series'' instead.';
comment on column public.events.sequence is 'How often time, place or status changed: SEQUENCE of feeds.';
comment on column public.events.series_id is 'The series it is an occurrence of; null: it happens once.';
comment on column public.events.series_day is 'The day on which the rule put it, in the series'' zone, wherever it was moved to. RECURRENCE-ID of feeds is that day at the series'' starts_at.';
comment on column public.events.location is 'The address.';
comment on column public.events.link_url is 'Its website, or where it is met online.';
comment on column public.events.image is 'The name of its picture among its calendar''s, at /event-images/{calendar_id}/{image}.';
comment on column public.events.image_alt is 'What the picture shows, for those who do not see it.';
comment on column public.events.all_day is 'Whole days: start_time and end_time become midnights in the calendar''s time zone.';
comment on column public.events.event_date is 'The day of the start in the calendar''s time zone. It is computed; another day needs the status moved.';
comment on column public.events.end_date is 'The last day it touches, in the calendar''s time zone. It is computed. Ending at midnight, it does not touch the next.';
comment on column public.events.event_date_for_reporting is 'event_date at midnight UTC.';
comment on column public.events.status is 'moved: to another time or place than was announced; only then can its day be changed.';
comment on column public.events.status_reason is 'Why it is cancelled, postponed or moved, in a few words.';
comment on column public.events.previous_start_time is 'Of an event that was moved: when it was first to start.';
comment on column public.events.include_in_mailer is 'Goes out on its day, to every contact of the calendar, also by text to phones.';
comment on column public.events.mail_tags is 'If any: only contacts with one of these tags are notified. Guests do not see it.';
comment on column public.events.include_sms is 'Always false; exists because clients send it.';
comment on column public.events.cohost_id is 'The first of the events that calendars host together: its own id there, the id of the first in other calendars. Null: one calendar hosts it. The first may have been deleted.';
comment on column public.events.is_public is 'Whether the calendar is public.';

create index events_event_date_idx on public.events (calendar_id, event_date) where include_in_mailer;
comment on index public.events_event_date_idx is 'Planning the day-of mail: a calendar''s events of today.';
create index events_created_by_idx on public.events (created_by);
comment on index public.events_created_by_idx is 'The foreign key, when an account goes.';
create index events_mailer_day_idx on public.events (event_date) where include_in_mailer;
comment on index public.events_mailer_day_idx is 'Planning: events of yesterday to tomorrow in UTC, which hold every zone''s today.';
-- No event is longer than 31 days, so one that overlaps a month starts at most so long before it: the month is one range of
-- this index, and what ended before it is skipped without reading the table.
create index events_start_time_idx on public.events (calendar_id, start_time, end_time);
comment on index public.events_start_time_idx is 'The month of a calendar: start_time from 32 days before it, end_time after its begin; the dashboard''s count of this month.';
-- Created after the other indexes: where several cost the same, as in a table that was empty when a plan was cached,
-- PostgreSQL takes the youngest, and this one finds a single row.
alter table public.events add constraint events_series_day_key unique (series_id, calendar_id, series_day);
create unique index events_uid_key on public.events (calendar_id, uid) where series_id is null;
comment on index public.events_uid_key is 'Importing a file again: the event a UID means.';
create index events_sitemap_idx on public.events (start_time, id) where is_public;
comment on index public.events_sitemap_idx is 'The sitemap: what is coming on public calendars, soonest first, page by page.';
create index events_cohost_idx on public.events (cohost_id, calendar_id) where cohost_id is not null;
comment on index public.events_cohost_idx is 'The events that follow one another, in each calendar that hosts them.';
create index events_cohosting_idx on public.events (calendar_id) where cohost_id is not null;
comment on index public.events_cohosting_idx is 'With whom a calendar hosts events, when its name or who sees it changes.';
create index events_image_idx on public.events (calendar_id, image) where image is not null;
comment on index public.events_image_idx is 'Who may see a picture; the foreign key, when one is deleted.';

alter table public.events enable row level security;
create policy select_public on public.events for select to anon
  using (
    is_public
    and coalesce(calendar_id = (select private.named_calendar()), exists (select from public.calendars c where c.id = calendar_id))
  );
comment on policy select_public on public.events is 'Visitors see the events of the calendar they name without looking it up, or of those that are listed; the grant says which columns.';
create policy select_member on public.events for select to authenticated
  using (calendar_id = any ((select private.my_calendars())::uuid[]));
comment on policy select_member on public.events is 'Members see the events of their calendars.';
create policy insert_admin on public.events for insert to authenticated
  with check (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy insert_admin on public.events is 'Admins add events to their own calendars only.';
create policy update_admin on public.events for update to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]))
  with check (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy update_admin on public.events is 'Admins edit any event of their calendars.';
create policy update_creator on public.events for update to authenticated
  using (created_by = (select auth.uid()) and calendar_id = any ((select private.my_calendars())::uuid[]))
  with check (created_by = (select auth.uid()) and calendar_id = any ((select private.my_calendars())::uuid[]));
comment on policy update_creator on public.events is 'Members edit what they created, while they are members.';
create policy delete_admin on public.events for delete to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy delete_admin on public.events is 'Admins delete any event of their calendars.';
create policy delete_creator on public.events for delete to authenticated
  using (created_by = (select auth.uid()) and calendar_id = any ((select private.my_calendars())::uuid[]));
comment on policy delete_creator on public.events is 'Members delete what they created, while they are members.';
create policy all_service on public.events for all to service_role using (true) with check (true);
comment on policy all_service on public.events is 'The worker reads what is due.';

grant select (
  id, calendar_id, uid, sequence, series_id, series_day, title, description, location, location_name, link_url,
  latitude, longitude, image, image_alt, start_time, end_time, all_day, event_date, end_date,
  event_date_for_reporting, category, status, status_reason, previous_start_time, is_public, created_at, updated_at
) on public.events to anon;
grant select, delete on public.events to authenticated;
grant insert (
  calendar_id, uid, series_id, series_day, title, description, location, location_name, link_url, latitude, longitude,
  image, image_alt, start_time, end_time, all_day, event_date, event_date_for_reporting, category, status,
  status_reason, include_in_mailer, mail_tags, include_sms, created_by
) on public.events to authenticated;
grant update (
  series_id, series_day, title, description, location, location_name, link_url, latitude, longitude, image, image_alt,
  start_time, end_time, all_day, event_date, event_date_for_reporting, category, status, status_reason,
  include_in_mailer, mail_tags, include_sms
) on public.events to authenticated;
grant select, insert, update, delete on public.events to service_role;

-- Both lists are compared with domain/event-columns.ts by a test; what follows from these columns takes them from here.
create function private.detail_columns() returns text[]
language sql immutable parallel safe
return array[
  'title', 'description', 'location_name', 'location', 'link_url', 'latitude', 'longitude', 'category', 'status', 'status_reason',
  'include_in_mailer', 'mail_tags', 'image', 'image_alt'
];
comment on function private.detail_columns() is 'What people fill in, also for series.';
grant execute on function private.detail_columns() to service_role;

create function private.shared_columns() returns jsonb
language sql immutable parallel safe
return '{
  "title": "title", "description": "description", "link_url": "link",
  "location": "place", "location_name": "place", "latitude": "place", "longitude": "place",
  "image": "picture", "image_alt": "picture",
  "start_time": "time", "end_time": "time", "all_day": "time", "status": "time", "status_reason": "time"
}'::jsonb;
comment on function private.shared_columns() is 'The columns that co-hosted events have in common, and the group in which each is changed. A status that was changed has its time: moved to another day, it must not get the old day back.';

-- Empty columns are left out, so that a column that is added later changes no fingerprint of an event that does not use it.
create function private.details_of(p_row jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_object_agg(name, p_row -> name)) from unnest(private.detail_columns()) as name
$$;
comment on function private.details_of(jsonb) is 'The details of an event or series, of its row as JSON.';
grant execute on function private.details_of(jsonb) to service_role;

create function private.is_material_change(before public.events, after public.events) returns boolean
language sql immutable
return (before.start_time, before.end_time, before.all_day, before.location, before.location_name, before.status)
  is distinct from (after.start_time, after.end_time, after.all_day, after.location, after.location_name, after.status);
comment on function private.is_material_change(public.events, public.events) is 'Whether somebody who plans to come must know: another time, place or status.';

-- Called with 'client' or 'trusted': the worker, operators and imports may write about the past, clients may not.
-- Definer: reads and locks the calendar, and events of co-hosts, whatever the writer may see. Nothing of them is returned. The lock keeps is_public true to the calendar.
create function private.prepare_event() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  by_client boolean := tg_argv[0] = 'client';
  importing boolean := private.is_importing();
  zone text;
  hidden boolean;
  today date;
  day date;
begin
  new.title := private.trimmed(new.title);
  new.description := private.trimmed_or_null(new.description);
  new.location := private.trimmed_or_null(new.location);
  new.location_name := private.trimmed_or_null(new.location_name);
  new.image_alt := private.trimmed_or_null(new.image_alt);
  new.status_reason := case when new.status <> 'scheduled' then private.trimmed_or_null(new.status_reason) end;
  new.include_sms := false;
  new.updated_at := now();
  if by_client and tg_op = 'INSERT' then
    if not exists (
      select from public.calendar_members m join private.live_calendars c on c.id = m.calendar_id
      where m.calendar_id = new.calendar_id and m.user_id = auth.uid() and m.role = 'admin'
    ) then
      return new; -- The policy refuses it, before any check. Going on would show a stranger something of the calendar.
    end if;
    new.created_by := auth.uid();
  end if;
  if by_client then
    if tg_op = 'INSERT' and new.mail_tags <> '{}' or tg_op = 'UPDATE' and new.mail_tags <> old.mail_tags then
      new.mail_tags := private.admitted_tags(new.calendar_id, new.mail_tags);
    end if;
    -- Deleting an occurrence adds its day to the exceptions of its series. A member who may edit an event they once created must not
    -- make it an occurrence first.
    if tg_op = 'UPDATE' and (new.series_id, new.series_day) is distinct from (old.series_id, old.series_day)
      and not (old.calendar_id = any (private.my_admin_calendars()))
    then
      raise exception using errcode = 'insufficient_privilege',
        message = 'Only admins can add an event to a repeated event, or take it out of one.';
    end if;
  end if;
  if tg_op = 'UPDATE' and old.cohost_id is not null then
    new := private.merge_cohosted(old, new);
  elsif tg_op = 'INSERT' and new.cohost_id is not null then
    perform private.lock_cohosts(new.cohost_id, new.calendar_id);
    perform private.raise_cohost_versions(new.cohost_id, new.calendar_id);
  end if;
  if not (new.start_time >= '1970-01-01 00:00Z' and new.start_time < '2200-01-01 00:00Z') then
    -- The column's check refuses it, once the columns that cannot be derived from it are filled.
    new.event_date := coalesce(new.event_date, current_date);
    new.end_date := new.event_date;
    new.event_date_for_reporting := coalesce(new.event_date_for_reporting, now());
    return new;
  end if;

  select c.time_zone, c.disabled into zone, hidden
  from public.calendars c where c.id = new.calendar_id for no key update;
  today := (now() at time zone zone)::date;
  day := (new.start_time at time zone zone)::date;
  new.end_date := greatest(day, ((new.end_time - interval '1 microsecond') at time zone zone)::date);
  if new.all_day and zone is not null then
    new.start_time := day::timestamp at time zone zone;
    new.end_time := (new.end_date + 1)::timestamp at time zone zone;
  end if;

  if by_client and not importing then
    -- A series that is cut in two takes rows along that were moved into the past, as they are.
    if tg_op = 'UPDATE' and old.end_date < today and not private.is_series_at_work() then
      raise exception using errcode = 'TB005', message = 'Past event cannot be edited',
        detail = 'Only events dated today or in the future can be edited.';
    elsif tg_op = 'UPDATE' and day <> old.event_date and new.status <> 'moved' and not private.is_series_at_work() then
      raise exception using errcode = 'TB010', message = 'The event date cannot be changed.',
        detail = 'An event whose status is moved can be given another day.';
    elsif day < today and (tg_op = 'INSERT' or day <> old.event_date) then
      raise exception using errcode = 'TB005', message = 'Past event not allowed',
        detail = 'Please choose today or a later date.';
    -- Clients compute the day in UTC from the day selected, so one day of difference is theirs, not a mistake.
    elsif (tg_op = 'INSERT' or new.event_date <> old.event_date) and abs(new.event_date - day) > 1 then
      raise exception using errcode = 'invalid_parameter_value', message = 'event_date is not the day of start_time.';
    elsif tg_op = 'INSERT' and not private.has_recipients(new.calendar_id) then
      raise exception using errcode = 'TB006', detail = 'No recipients defined',
        message = 'Please add email recipients to your contact list before creating events.';
    end if;
  end if;

  if tg_op = 'UPDATE' then
    -- Planning ahead is no news: moved is what somebody must hear who knows the old time.
    if new.status = 'moved' and new.start_time <> old.start_time and old.previous_start_time is null and not importing
      and private.told_in(old.id) is null and not private.is_awaited(old.id)
    then
      new.status := 'scheduled';
    end if;
    if private.is_material_change(old, new) and not importing then
      new.sequence := old.sequence + 1;
    end if;
    if new.status <> 'moved' then
      new.previous_start_time := null;
    elsif new.start_time <> old.start_time then
      new.previous_start_time := coalesce(old.previous_start_time, old.start_time);
    end if;
  end if;

  new.event_date := coalesce(day, new.event_date);
  new.end_date := coalesce(new.end_date, new.event_date);
  new.event_date_for_reporting := new.event_date::timestamp at time zone 'UTC';
  new.is_public := not coalesce(hidden, true);
  return new;
end
$$;
comment on function private.prepare_event() is 'Trims, admits tags, merges with co-hosts, derives the days in the calendar''s zone, counts what changed, and keeps clients out of the past.';

-- Before the delete, because the row takes along which mailings named it, and its co-hosts are locked in their order.
-- Definer: writes notices and calendars that the caller may not.
create function private.before_event_deleted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.is_notifying() then
    perform private.gather_change(old);
  end if;
  if old.cohost_id is not null then
    perform private.leave_cohosts(old);
  end if;
  return old;
end
$$;
comment on function private.before_event_deleted() is 'Notifies those who know the event, and takes its calendar out of those that host it.';

create function private.calendar_event_limit() returns integer
language sql immutable parallel safe
return 20000;
comment on function private.calendar_event_limit() is 'How many events a calendar holds. Deleted ones that can be restored count once there are as many again.';

-- calendars.stored_events is counted in the statement that raises the version, under the lock that this takes (63_after_event_changes.sql).
-- Few events are deleted, so those are counted, up to the limit. Definer: a person who adds an event may not see them.
create function private.event_room(p_calendar_id uuid) returns integer
language sql stable security definer
set search_path = ''
as $$
  select least(stored.most - stored.events, 2 * stored.most - stored.events - stored.deleted)
  from (
    select
      private.calendar_event_limit() as most,
      c.stored_events as events,
      (
        select count(*)::integer
        from (select from public.deleted_events d where d.calendar_id = p_calendar_id limit 2 * private.calendar_event_limit() + 1) d
      ) as deleted
    from public.calendars c
    where c.id = p_calendar_id
  ) as stored
$$;
comment on function private.event_room(uuid) is 'How many events a calendar can still take: calendar_event_limit(), and twice that together with deleted ones that can be restored.';
grant execute on function private.event_room(uuid) to service_role;

-- Nobody fills the disk by adding events. Definer: as event_room.
create function private.limit_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (
    -- `offset 0` keeps the planner from counting once per event instead of once per calendar.
    select from (select distinct changed.calendar_id from changed offset 0) as c where private.event_room(c.calendar_id) < 0
  ) then
    raise exception using errcode = 'TB027', message = 'A calendar can hold at most 20,000 events.',
      detail = 'Deleted events that can be restored count too, once there are 20,000 of them.';
  end if;
  return null;
end
$$;
comment on function private.limit_events() is 'Refuses events that their calendar has no room for.';

-- Reaches all events of the calendar, also those the owner could not edit any more.
create function private.follow_calendar(p_old public.calendars, p_new public.calendars) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if p_new.disabled <> p_old.disabled then
    update public.events set is_public = not p_new.disabled where calendar_id = p_new.id;
  end if;
  if p_new.time_zone <> p_old.time_zone then
    -- The town moved, the event did not: nine o'clock stays nine o'clock, and the day stays the day. What repeats in a
    -- zone of its own, imported from elsewhere, stays the moment it is, and so does what another calendar is the home of.
    update public.events e set
      start_time = (e.start_time at time zone p_old.time_zone) at time zone p_new.time_zone,
      end_time = case
        when e.all_day then (e.end_time at time zone p_old.time_zone) at time zone p_new.time_zone
        else ((e.start_time at time zone p_old.time_zone) at time zone p_new.time_zone) + (e.end_time - e.start_time)
      end,
      previous_start_time = (e.previous_start_time at time zone p_old.time_zone) at time zone p_new.time_zone
    where e.calendar_id = p_new.id and (e.cohost_id is null or e.cohost_id = e.id) and not exists (
      select from public.event_series s where s.id = e.series_id and s.time_zone is not null
    );
    -- An update without a change: the trigger computes their day again.
    update public.events e set end_time = e.end_time
    where e.calendar_id = p_new.id and (e.cohost_id <> e.id or exists (
      select from public.event_series s where s.id = e.series_id and s.time_zone is not null
    ));
    perform private.share_event(e) from public.events e where e.calendar_id = p_new.id and e.cohost_id = e.id;
    perform private.follow_home(e.id) from public.events e where e.calendar_id = p_new.id and e.cohost_id <> e.id;
  end if;
end
$$;
comment on function private.follow_calendar(public.calendars, public.calendars) is 'Carries a calendar''s disabled and time_zone over to its events.';

-- after all tables

alter table public.events add constraint events_mail_tags_check check (mail_tags = '{}' or private.are_tags(mail_tags));

alter table public.events add constraint events_series_fkey foreign key (series_id, calendar_id)
    references public.event_series (id, calendar_id) on delete cascade;

alter table public.events add constraint events_image_fkey foreign key (calendar_id, image) references private.event_images on delete no action;

-- Every trigger of events, in the order in which they run. What follows a change is called from the three _600: 63_after_event_changes.sql.
create trigger _100_prepare before insert or update on public.events
for each row when (current_user in ('anon', 'authenticated'))
execute function private.prepare_event('client');
create trigger _100_prepare_trusted before insert or update on public.events
for each row when (current_user not in ('anon', 'authenticated'))
execute function private.prepare_event('trusted');
create trigger _200_before_delete before delete on public.events
for each row when (old.cohost_id is not null or private.is_notifying())
execute function private.before_event_deleted();
create trigger _300_keep_deleted before delete on public.events
for each row execute function private.keep_deleted('event');
create trigger _400_audit after update or delete on public.events
for each row when (not private.is_series_at_work()) execute function private.write_audit('event');
create trigger _600_after_insert after insert on public.events referencing new table as added
for each statement execute function private.after_events_added();
create trigger _600_after_update after update on public.events referencing old table as before new table as changed
for each statement execute function private.after_events_changed();
create trigger _600_after_delete after delete on public.events referencing old table as deleted
for each statement execute function private.after_events_deleted();
-- Once they are counted. The worker, which adds dates to series, too; operators and restored backups are not limited.
create trigger _700_limit after insert on public.events referencing new table as changed
for each statement when (current_user in ('anon', 'authenticated') or private.is_series_at_work())
execute function private.limit_events();
