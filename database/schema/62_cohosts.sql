-- Events that several calendars host together. The admins of one calendar, the event's home, invite another by its number. Once its admins
-- accept, it has an event of its own, so that months, feeds, mails, history and permissions need not know of this; cohost_id links the two.
-- What they share (title, text, link, place, picture, time, status) is edited in either calendar, by the rules of that calendar, and the
-- others follow in the same transaction. Answers, lists, category and mailer stay with each calendar.
--
-- Locks. An edit holds its own event and calendar. One in another calendar than the home waits for the home and then for all calendars in the
-- order of their ids; one at home never waits for others, and leaves what is locked to a job. So no two edits wait for each other.

create table private.cohost_offers (
  event_id uuid not null references public.events on delete cascade,
  calendar_id uuid not null references public.calendars on delete cascade,
  state text not null default 'offered',
  offered_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),

  primary key (event_id, calendar_id),
  constraint cohost_offers_state_check check (state in ('offered', 'declined'))
);

comment on table private.cohost_offers is 'One row per event that a calendar is invited to host, and has not accepted.';
comment on column private.cohost_offers.event_id is 'The home.';
comment on column private.cohost_offers.calendar_id is 'The calendar that is invited.';
comment on column private.cohost_offers.state is 'declined: also by deleting its event. The row stays, so that nobody is asked twice; its admins can still accept.';

create index cohost_offers_calendar_id_idx on private.cohost_offers (calendar_id);
comment on index private.cohost_offers_calendar_id_idx is 'What waits in a calendar; the foreign key, when it goes.';
create index cohost_offers_offered_by_idx on private.cohost_offers (offered_by) where offered_by is not null;
comment on index private.cohost_offers_offered_by_idx is 'The foreign key, when an account goes.';

alter table private.cohost_offers enable row level security;
create policy all_service on private.cohost_offers for all to service_role using (true) with check (true);
comment on policy all_service on private.cohost_offers is 'Clients go through the functions below.';

grant select, insert, update, delete on private.cohost_offers to service_role;

-- What a person changes leads; what a trigger changes because of that follows, and does not answer.
create function private.is_following() returns boolean
language sql stable
return pg_trigger_depth() > 1;
comment on function private.is_following() is 'Whether an event is being changed because its co-host or its calendar was.';

create function private.shared_of(p_event public.events) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_object_agg(c.key, c.value) from jsonb_each(to_jsonb(p_event)) as c where private.shared_columns() ? c.key
$$;
comment on function private.shared_of(public.events) is 'What an event has in common with those it is hosted together with.';

create function private.is_shared_change(before public.events, after public.events) returns boolean
language sql stable
set search_path = ''
as $$
  select private.shared_of(before) <> private.shared_of(after)
$$;
comment on function private.is_shared_change(public.events, public.events) is 'Whether something changed that co-hosted events have in common.';

-- A whole day is the same day in another zone, and so another moment.
create function private.in_zone_of(p_event public.events, p_calendar_id uuid) returns public.events
language plpgsql stable
set search_path = ''
as $$
declare
  here constant text := (select c.time_zone from public.calendars c where c.id = p_event.calendar_id);
  there constant text := (select c.time_zone from public.calendars c where c.id = p_calendar_id);
begin
  if p_event.all_day and here <> there then
    p_event.start_time := (p_event.start_time at time zone here) at time zone there;
    p_event.end_time := (p_event.end_time at time zone here) at time zone there;
  end if;
  return p_event;
end
$$;
comment on function private.in_zone_of(public.events, uuid) is 'An event with the times that it has in another calendar.';

create function private.copy_image(p_event public.events, p_calendar_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  insert into private.event_images (calendar_id, name, bytes)
  select p_calendar_id, i.name, i.bytes from private.event_images i
  where i.calendar_id = p_event.calendar_id and i.name = p_event.image
  on conflict do nothing
$$;
comment on function private.copy_image(public.events, uuid) is 'Gives another calendar the picture of an event.';

create function private.lock_cohosts(p_home uuid, p_calendar_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform from public.events e where e.id = p_home for no key update;
  perform from public.calendars c
  where c.id = p_calendar_id or c.id in (select e.calendar_id from public.events e where e.cohost_id = p_home or e.id = p_home)
  order by c.id
  for no key update;
end
$$;
comment on function private.lock_cohosts(uuid, uuid) is 'Locks the home, then every calendar that hosts it, in one order.';

-- Their pages name one another.
create function private.raise_cohost_versions(p_home uuid, p_except uuid) returns void
language sql volatile
set search_path = ''
as $$
  update public.calendars c set version = c.version + 1, updated_at = now()
  where c.id <> p_except and c.id in (select e.calendar_id from public.events e where e.cohost_id = p_home)
$$;
comment on function private.raise_cohost_versions(uuid, uuid) is 'The other calendars that host an event have changed, too.';

create function private.follow_event(p_source public.events, p_target uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  its_calendar constant uuid := (select e.calendar_id from public.events e where e.id = p_target);
  s constant public.events := private.in_zone_of(p_source, its_calendar);
begin
  perform private.copy_image(p_source, its_calendar);
  execute format(
    'update public.events e set (%1$s) = (select %1$s from jsonb_populate_record(e, private.shared_of($1))) '
    'where e.id = $2 and private.is_shared_change(e, $1)',
    (select string_agg(quote_ident(name), ', ') from jsonb_object_keys(private.shared_columns()) as name)
  ) using s, p_target;
end
$$;
comment on function private.follow_event(public.events, uuid) is 'Gives an event what it shares with another.';

-- The home is read after the event is locked: if somebody changes it now, they find the event locked and queue this again.
create function private.follow_home(p_event_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  home public.events;
begin
  perform from public.events e where e.id = p_event_id for no key update;
  select h.* into home from public.events e join public.events h on h.id = e.cohost_id and h.id <> e.id where e.id = p_event_id;
  if found then
    perform private.follow_event(home, p_event_id);
  end if;
end
$$;
comment on function private.follow_home(uuid) is 'Gives a co-hosted event what its home has, where that was not possible at once.';
grant execute on function private.follow_home(uuid) to service_role;

create function private.share_event(p_source public.events) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  target uuid;
begin
  if not exists (select from public.events h where h.id = p_source.cohost_id) then
    return; -- The home is deleted: each calendar has its own event now.
  end if;
  for target in
    select e.id from public.events e where e.cohost_id = p_source.cohost_id and e.id <> p_source.id order by e.id
  loop
    perform from public.events e join public.calendars c on c.id = e.calendar_id
    where e.id = target
    for no key update of e, c skip locked;
    if found then
      perform private.follow_event(p_source, target);
    else
      perform graphile_worker.add_job(
        'follow-home', json_build_object('event', target), max_attempts := 12, job_key := 'follow-home:' || target
      );
    end if;
  end loop;
end
$$;
comment on function private.share_event(public.events) is 'Lets the other events that are hosted together follow this one, now or by a job.';

create function private.leave_cohosts(p_event public.events) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform private.lock_cohosts(p_event.cohost_id, p_event.calendar_id);
  perform private.raise_cohost_versions(p_event.cohost_id, p_event.calendar_id);
  insert into private.cohost_offers (event_id, calendar_id, state)
  select h.id, p_event.calendar_id, 'declined' from public.events h
  where h.id = p_event.cohost_id and h.id <> p_event.id
    and exists (select from private.live_calendars c where c.id = p_event.calendar_id)
  on conflict do nothing;
end
$$;
comment on function private.leave_cohosts(public.events) is 'A deleted event is hosted by its calendar no longer; who deleted it is not asked again.';

-- Two who edit at once change what they changed: what this edit left as it was is taken from the home, which may be newer by now.
-- A feed or file that has the event, too, changes nothing: it would undo what the others edit, and they what it says.
create function private.merge_cohosted(before public.events, after public.events) returns public.events
language plpgsql volatile
set search_path = ''
as $$
declare
  home public.events;
begin
  if before.cohost_id = before.id or private.is_following() or not private.is_shared_change(before, after) then
    return after;
  end if;
  if private.is_importing() then
    home := before;
  else
    perform private.lock_cohosts(before.cohost_id, before.calendar_id);
    select h.* into home from public.events h where h.id = before.cohost_id;
    if not found then
      return after;
    end if;
    home := private.in_zone_of(home, before.calendar_id);
  end if;
  after := jsonb_populate_record(after, coalesce((
    select jsonb_object_agg(c.key, private.shared_of(home) -> c.key)
    from jsonb_each_text(private.shared_columns()) as c (key, part)
    where private.is_importing() or not exists (
      select from jsonb_each_text(private.shared_columns()) as o (key, part)
      where o.part = c.part and private.shared_of(before) -> o.key <> private.shared_of(after) -> o.key
    )
  ), '{}'));
  if after.image is distinct from before.image and after.image = home.image then
    perform private.copy_image(home, before.calendar_id);
  end if;
  return after;
end
$$;
comment on function private.merge_cohosted(public.events, public.events) is 'Locks what is hosted together before it is changed, and merges an edit with one that came first.';

-- The home is as it was, and another event as its home is now.
create function private.rejoin_cohosts(p_event public.events) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  delete from private.cohost_offers f where f.event_id = p_event.cohost_id and f.calendar_id = p_event.calendar_id;
  if p_event.cohost_id = p_event.id then
    perform private.share_event(p_event);
  else
    perform private.follow_home(p_event.id);
  end if;
end
$$;
comment on function private.rejoin_cohosts(public.events) is 'A restored event is hosted together again.';

create function private.follow_cohost_calendar(p_calendar_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  update public.calendars c set version = c.version + 1, updated_at = now()
  where c.id <> p_calendar_id and c.id in (
    select other.calendar_id from public.events mine join public.events other on other.cohost_id = mine.cohost_id
    where mine.calendar_id = p_calendar_id and mine.cohost_id is not null
  )
$$;
comment on function private.follow_cohost_calendar(uuid) is 'Pages that name a calendar as a co-host are made anew when its name or who may see it changes.';

-- A calendar that is locked is being changed, and has a new version anyway: skipping it keeps the order of locks.
-- Definer: whoever asks who comes may not write calendars of others.
create function private.follow_cohost_lists() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.calendars c set version = c.version + 1, updated_at = now()
  where c.id in (
    select k.id from public.events mine
    join public.events other on other.cohost_id = mine.cohost_id and other.id <> mine.id
    join public.calendars k on k.id = other.calendar_id
    where mine.id = coalesce(new.event_id, old.event_id)
    for no key update of k skip locked
  );
  return null;
end
$$;
comment on function private.follow_cohost_lists() is 'Pages of co-hosts say whether an event asks who comes or helps.';

create function private.cohost_limit() returns integer
language sql immutable parallel safe
return 10;
comment on function private.cohost_limit() is 'How many other calendars can host an event or be invited to: EVENT_COHOSTS_MAX.';

create function private.cohost_offer_limit() returns integer
language sql immutable parallel safe
return 50;
comment on function private.cohost_offer_limit() is 'How many invitations can wait in a calendar: COHOST_OFFERS_MAX.';

-- The caller has locked the home and checked who asks.
create function private.start_cohosting(p_home public.events, p_calendar_id uuid) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  made uuid;
  s public.events;
begin
  perform private.lock_cohosts(p_home.id, p_calendar_id);
  delete from private.cohost_offers f where f.event_id = p_home.id and f.calendar_id = p_calendar_id;
  if p_home.cohost_id is distinct from p_home.id then
    update public.events e set cohost_id = e.id where e.id = p_home.id;
  else
    perform private.log_change(p_home.calendar_id, 'cohost_id', p_home.id);
  end if;
  s := private.in_zone_of(p_home, p_calendar_id);
  -- Imported there already. A UID is public and anybody can copy it, so it alone does not make another event this one.
  update public.events e set cohost_id = p_home.id
  where e.calendar_id = p_calendar_id and e.uid = p_home.uid and e.series_id is null and e.cohost_id is null
    and (e.title, e.start_time) = (s.title, s.start_time)
  returning e.id into made;
  if made is not null then
    perform private.follow_home(made);
    perform private.raise_cohost_versions(p_home.id, p_calendar_id);
    return made;
  end if;
  if private.event_room(p_calendar_id) < 1 then
    raise exception using errcode = 'TB027', message = 'A calendar can hold at most 20,000 events.',
      detail = 'Deleted events that can be restored count too, once there are 20,000 of them.';
  end if;
  perform private.copy_image(p_home, p_calendar_id);
  made := gen_random_uuid();
  -- An Alert is for a calendar's own admins to send.
  perform private.insert_kept('public.events', private.shared_of(s) || jsonb_build_object(
    'id', made, 'calendar_id', p_calendar_id, 'cohost_id', s.id, 'previous_start_time', s.previous_start_time,
    'uid', case
      when exists (select from public.events e where e.calendar_id = p_calendar_id and e.uid = s.uid and e.series_id is null) then made::text
      else s.uid
    end,
    'category', case s.category when 'Alert' then 'Event' else s.category end, 'include_in_mailer', s.include_in_mailer,
    'created_by', auth.uid()
  ));
  return made;
end
$$;
comment on function private.start_cohosting(public.events, uuid) is 'Adds an event to another calendar, which hosts it from now on, and returns its id there.';

-- Definer: looks up a calendar that the caller may be no member of, and writes a closed table.
create function public.offer_cohost(p_event_id uuid, p_number bigint) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  home public.events;
  found_id uuid;
  its_owner constant uuid := (
    select c.owner_id from public.events e join public.calendars c on c.id = e.calendar_id where e.id = p_event_id
  );
begin
  select e.* into home from public.events e
  where e.id = p_event_id and e.calendar_id = any (private.my_admin_calendars()) for no key update;
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can invite other calendars.';
  elsif private.is_suspended(auth.uid()) or private.is_suspended(its_owner) then
    raise exception using errcode = 'TB041', message = 'This account is suspended. Please write to support.';
  elsif exists (select from public.events h where h.id = home.cohost_id and h.id <> home.id) then
    raise exception using errcode = 'TB090', message = 'Only the calendar that the event comes from can invite others.';
  elsif home.end_time <= now() then
    raise exception using errcode = 'TB005', message = 'Past event cannot be edited',
      detail = 'Only events dated today or in the future can be edited.';
  end if;
  select c.id into found_id from public.calendars c
  where c.identifier = p_number and c.id <> home.calendar_id and (
    not c.disabled and c.allow_guest_users or c.id = any (private.my_calendars())
  );
  if not found then
    raise exception using errcode = 'TB089', message = 'There is no other public calendar with this number.';
  elsif exists (select from public.events e where e.cohost_id = home.id and e.calendar_id = found_id) then
    raise exception using errcode = 'TB090', message = 'This calendar hosts the event already.';
  elsif found_id = any (private.my_admin_calendars()) then
    perform private.start_cohosting(home, found_id);
    return 'accepted';
  end if;
  case (select f.state from private.cohost_offers f where f.event_id = home.id and f.calendar_id = found_id)
    when 'declined' then
      raise exception using errcode = 'TB090', message = 'This calendar has declined to host the event.';
    when 'offered' then
      return 'offered';
    else null;
  end case;
  if private.cohost_limit() <= (
    select count(*) from public.events e where e.cohost_id = home.id and e.id <> home.id
  ) + (
    select count(*) from private.cohost_offers f where f.event_id = home.id and f.state = 'offered'
  ) then
    raise exception using errcode = 'TB091', message = 'An event can have 10 co-hosts.';
  elsif private.cohost_offer_limit() <= (
    select count(*) from private.cohost_offers f where f.calendar_id = found_id and f.state = 'offered'
  ) then
    raise exception using errcode = 'TB091', message = 'Too many invitations wait for this calendar.';
  end if;
  perform private.require_limit('cohosts:' || its_owner, 20, interval '1 day', 'You can invite 20 calendars a day.');
  insert into private.cohost_offers (event_id, calendar_id, offered_by) values (home.id, found_id, auth.uid());
  perform graphile_worker.add_job(
    'notify-suggestions', json_build_object('calendar', found_id), max_attempts := 12,
    job_key := 'notify-suggestions:' || found_id, job_key_mode := 'preserve_run_at'
  );
  return 'offered';
end
$$;
comment on function public.offer_cohost(uuid, bigint) is 'Invites another calendar to host an event, by its number. Returns offered, or accepted where the caller is an admin of both.';
grant execute on function public.offer_cohost(uuid, bigint) to authenticated;

-- Definer: as offer_cohost. Of two admins the second finds it decided.
create function public.answer_cohost_offer(p_event_id uuid, p_calendar_id uuid, p_accepted boolean) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  home public.events;
begin
  if not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can decide about invitations.';
  end if;
  select e.* into home from public.events e where e.id = p_event_id for no key update;
  if not found or not exists (
    select from private.cohost_offers f join private.live_calendars c on c.id = home.calendar_id
    where f.event_id = p_event_id and f.calendar_id = p_calendar_id
  ) then
    raise exception using errcode = 'TB090', message = 'This invitation is no longer open.';
  end if;
  if p_accepted then
    return private.start_cohosting(home, p_calendar_id);
  end if;
  update private.cohost_offers f set state = 'declined' where f.event_id = p_event_id and f.calendar_id = p_calendar_id;
  return null;
end
$$;
comment on function public.answer_cohost_offer(uuid, uuid, boolean) is 'Accepts an invitation to host an event, and returns the new event; or declines it for good. For admins of the calendar that is invited.';
grant execute on function public.answer_cohost_offer(uuid, uuid, boolean) to authenticated;

-- Definer: as offer_cohost. Nothing is deleted: the other calendar keeps its event, as its own.
create function public.end_cohosting(p_event_id uuid, p_calendar_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  home public.events;
begin
  select e.* into home from public.events e
  where e.id = p_event_id and array[e.calendar_id, p_calendar_id] && private.my_admin_calendars() for no key update;
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can end this.';
  end if;
  delete from private.cohost_offers f
  where f.event_id = p_event_id and f.calendar_id = p_calendar_id and f.state = 'offered'
    and home.calendar_id = any (private.my_admin_calendars());
  if found then
    return;
  end if;
  perform private.lock_cohosts(p_event_id, p_calendar_id);
  perform private.raise_cohost_versions(p_event_id, p_calendar_id);
  update public.events e set cohost_id = null
  where e.cohost_id = p_event_id and e.calendar_id = p_calendar_id and e.id <> p_event_id;
  if not found then
    raise exception using errcode = 'TB090', message = 'This calendar does not host the event any more.';
  end if;
  perform private.log_change(home.calendar_id, 'cohost_id', home.id);
  if not (home.calendar_id = any (private.my_admin_calendars())) then
    insert into private.cohost_offers (event_id, calendar_id, state) values (p_event_id, p_calendar_id, 'declined');
  end if;
end
$$;
comment on function public.end_cohosting(uuid, uuid) is 'Takes back an invitation, or ends that a calendar hosts an event: it keeps its own. For admins of either.';
grant execute on function public.end_cohosting(uuid, uuid) to authenticated;

-- Definer: names calendars that the caller is no member of: public ones, and to admins those they host an event with.
create function public.get_cohosts(p_event_id uuid)
returns table (calendar_id uuid, calendar_name text, event_id uuid, is_home boolean, is_listed boolean, asks boolean, state text)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  shown public.events;
  mine constant uuid[] := private.my_calendars();
  is_admin boolean;
begin
  select e.* into shown from public.events e where e.id = p_event_id and (e.is_public or e.calendar_id = any (mine));
  if not found then
    return;
  end if;
  is_admin := shown.calendar_id = any (private.my_admin_calendars());
  return query
    select c.id, c.name, e.id, e.id = e.cohost_id, not c.disabled and c.allow_guest_users,
      exists (select from public.event_rsvps r where r.event_id = e.id and r.is_open)
        or exists (select from public.event_slots s where s.event_id = e.id),
      'accepted'
    from public.events e join private.live_calendars c on c.id = e.calendar_id
    where e.cohost_id = shown.cohost_id and e.id <> shown.id
      and exists (select from public.events h where h.id = shown.cohost_id)
      and (not c.disabled and c.allow_guest_users or c.id = any (mine) or is_admin)
    order by e.id <> e.cohost_id, c.name, c.id;
  return query
    select c.id, case when not c.disabled and c.allow_guest_users or c.id = any (mine) then c.name end, null::uuid, false,
      not c.disabled and c.allow_guest_users, false, f.state
    from private.cohost_offers f join private.live_calendars c on c.id = f.calendar_id
    where f.event_id = shown.id and is_admin
    order by f.created_at, c.id;
end
$$;
comment on function public.get_cohosts(uuid) is 'The other calendars that host an event, the home first, and whether they ask who comes or helps; for its admins also those that are invited or have declined.';
grant execute on function public.get_cohosts(uuid) to anon, authenticated;

-- Definer: shows an event of a calendar that the caller may not see; its admins have offered it.
create function public.get_cohost_offers(p_calendar_id uuid)
returns table (
  event_id uuid, calendar_name text, state text, title text, description text, location_name text, location text, link_url text,
  start_time timestamptz, end_time timestamptz, all_day boolean
)
language sql stable security definer
set search_path = ''
as $$
  select s.id, c.name, f.state, s.title, s.description, s.location_name, s.location, s.link_url, s.start_time, s.end_time, s.all_day
  from private.cohost_offers f
  join public.events e on e.id = f.event_id and e.end_time > now()
  join private.live_calendars c on c.id = e.calendar_id
  cross join lateral private.in_zone_of(e, p_calendar_id) s
  where f.calendar_id = p_calendar_id and p_calendar_id = any (private.my_admin_calendars())
  order by f.state = 'declined', f.created_at, s.id
  limit 100
$$;
comment on function public.get_cohost_offers(uuid) is 'Events that a calendar is invited to host, and those it has declined. For its admins.';
grant execute on function public.get_cohost_offers(uuid) to authenticated;

create function private.cohost_offer_count(p_calendar_id uuid) returns bigint
language sql stable
set search_path = ''
as $$
  select count(*)
  from private.cohost_offers f
  join public.events e on e.id = f.event_id and e.end_time > now()
  join private.live_calendars c on c.id = e.calendar_id
  where f.calendar_id = p_calendar_id and f.state = 'offered'
$$;
comment on function private.cohost_offer_count(uuid) is 'How many invitations to host an event wait in a calendar.';
grant execute on function private.cohost_offer_count(uuid) to service_role;

-- after all tables

create trigger follow_cohost after insert or update of is_open on public.event_rsvps
for each row execute function private.follow_cohost_lists();
create trigger follow_cohost after insert or delete on public.event_slots
for each row execute function private.follow_cohost_lists();
