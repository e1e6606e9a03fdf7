-- Answers to "Will you be there?". An organizer asks (event_rsvps), and people answer without an account, by a link that was mailed to them, or as
-- members. Places are given under the lock of the calendar and the event's row, so that there are never more people than places. Somebody who finds
-- none waits, and moves up when a place is free. Names are for admins only; everybody else sees at most a number.

-- Survives the event, without a foreign key: an event that is deleted can be restored, and those who answered are notified of its end.
create table public.event_rsvps (
  event_id uuid primary key,
  calendar_id uuid not null references public.calendars on delete cascade,
  is_open boolean not null default true,
  capacity integer,
  closes_hours integer not null default 0,
  question text,
  shows_count boolean not null default false,
  repeats boolean not null default false,
  taken integer not null default 0,
  is_full boolean not null generated always as (capacity is not null and taken >= capacity) stored,
  shown_count integer generated always as (case when shows_count then taken end) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint event_rsvps_capacity_check check (capacity between 1 and 10000),
  constraint event_rsvps_closes_hours_check check (closes_hours between 0 and 720),
  constraint event_rsvps_question_check check (
    char_length(question) <= 200 and private.is_one_line(question) and private.is_visible(question)
  ),
  constraint event_rsvps_taken_check check (taken >= 0)
);

comment on table public.event_rsvps is 'One row per event, or date of a series, that asks or asked who comes.';
comment on column public.event_rsvps.is_open is 'Whether it asks. The answers stay when it no longer does.';
comment on column public.event_rsvps.capacity is 'How many people can come; null: any number.';
comment on column public.event_rsvps.closes_hours is 'How long before the start the last answer is taken: it moves with the event, and fits every date of a series.';
comment on column public.event_rsvps.question is 'What people are asked besides; null: nothing.';
comment on column public.event_rsvps.shows_count is 'Whether visitors see how many come.';
comment on column public.event_rsvps.repeats is 'Of a date of a series: dates that are added later ask the same.';
comment on column public.event_rsvps.taken is 'People who come, with those they bring. Nobody reads it but the service; admins have get_rsvp_counts.';
comment on column public.event_rsvps.is_full is 'No place is left for one more.';
comment on column public.event_rsvps.shown_count is 'How many come, if visitors may know.';

create index event_rsvps_calendar_id_idx on public.event_rsvps (calendar_id);
comment on index public.event_rsvps_calendar_id_idx is 'The foreign key, when a calendar goes; the members'' policy.';

create index event_rsvps_repeats_idx on public.event_rsvps (calendar_id) where repeats;
comment on index public.event_rsvps_repeats_idx is 'What dates that are added to a series ask.';

alter table public.event_rsvps enable row level security;
create policy select_public on public.event_rsvps for select to anon
  using (is_open and exists (select from public.events e where e.id = event_id));
comment on policy select_public on public.event_rsvps is 'Visitors see what is asked at the events they see, by that table''s own policy.';
create policy select_member on public.event_rsvps for select to authenticated
  using (calendar_id = any ((select private.my_calendars())::uuid[]));
comment on policy select_member on public.event_rsvps is 'Members see what is asked in their calendars.';
create policy all_service on public.event_rsvps for all to service_role using (true) with check (true);
comment on policy all_service on public.event_rsvps is 'Answers by signed link.';

grant select (
  event_id, calendar_id, is_open, capacity, closes_hours, question, shows_count, repeats, is_full, shown_count
) on public.event_rsvps to anon, authenticated;
grant select, insert, update, delete on public.event_rsvps to service_role;

create table public.rsvp_answers (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.event_rsvps on delete cascade,
  calendar_id uuid not null references public.calendars on delete cascade,
  user_id uuid references auth.users on delete cascade,
  email text,
  name text not null,
  answer text not null,
  party integer not null default 1,
  reply text,
  language text not null default 'en',
  confirmed_at timestamptz,
  waiting_since timestamptz,
  promoted_at timestamptz,
  reminded_at timestamptz,
  invited_at timestamptz,
  mailed_state text,
  checked_in_at timestamptz,
  recorded_by uuid references auth.users on delete set null,
  origins text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint rsvp_answers_email_key unique (event_id, email),
  constraint rsvp_answers_email_check check (private.is_email(email)),
  constraint rsvp_answers_name_check check (
    char_length(name) between 1 and 100 and private.is_one_line(name) and private.is_visible(name)
  ),
  constraint rsvp_answers_answer_check check (answer in ('going', 'maybe', 'no')),
  constraint rsvp_answers_party_check check (party between 1 and 20),
  constraint rsvp_answers_reply_check check (char_length(reply) <= 500 and private.is_several_lines(reply)),
  constraint rsvp_answers_language_check check (language in ('en', 'es')),
  constraint rsvp_answers_mailed_state_check check (mailed_state in ('going', 'maybe', 'no', 'waiting')),
  constraint rsvp_answers_origins_check check (cardinality(origins) <= 2 and octet_length(array_to_string(origins, '')) <= 100),
  constraint rsvp_answers_waiting_check check (waiting_since is null or answer = 'going' and confirmed_at is not null)
);

comment on table public.rsvp_answers is 'One row per person who answered. Deleted 90 days after the event.';
comment on column public.rsvp_answers.user_id is 'Who answered signed in; null: by a link, or an admin wrote it down.';
comment on column public.rsvp_answers.email is 'Lower case. Null: an admin wrote the answer down, and nothing is mailed.';
comment on column public.rsvp_answers.party is 'How many people it is for, the person included.';
comment on column public.rsvp_answers.reply is 'The answer to the organizer''s question.';
comment on column public.rsvp_answers.language is 'Of the page on which it was given.';
comment on column public.rsvp_answers.confirmed_at is 'When the link was used. Null: anybody may have typed the address; it counts for nothing and nobody sees it.';
comment on column public.rsvp_answers.waiting_since is 'Since when it waits for places. Null: it has them, or needs none.';
comment on column public.rsvp_answers.promoted_at is 'When it got places after waiting.';
comment on column public.rsvp_answers.reminded_at is 'When the reminder of the day was planned. Null also for people who get the calendar''s own mail.';
comment on column public.rsvp_answers.invited_at is 'When a mail with an invitation for calendar programs was sent last; changes are sent the same way.';
comment on column public.rsvp_answers.mailed_state is 'What became of the answer, as the person was mailed last: the same is not mailed twice.';
comment on column public.rsvp_answers.recorded_by is 'The admin who wrote it down.';
comment on column public.rsvp_answers.origins is 'Keyed hashes of the network and the mail domain that asked: one origin gets a share of limited places. Null: a member or follower, or an admin placed it.';

create index rsvp_answers_calendar_id_idx on public.rsvp_answers (calendar_id);
comment on index public.rsvp_answers_calendar_id_idx is 'The foreign key, when a calendar goes; the admins'' policy.';
create index rsvp_answers_user_id_idx on public.rsvp_answers (user_id) where user_id is not null;
comment on index public.rsvp_answers_user_id_idx is 'One''s own answers; the foreign key, when an account goes.';
create index rsvp_answers_recorded_by_idx on public.rsvp_answers (recorded_by) where recorded_by is not null;
comment on index public.rsvp_answers_recorded_by_idx is 'The foreign key, when an account goes.';
create index rsvp_answers_email_idx on public.rsvp_answers (email) where email is not null;
comment on index public.rsvp_answers_email_idx is 'What an address answered, when its account goes.';
create index rsvp_answers_waiting_idx on public.rsvp_answers (event_id, waiting_since) where waiting_since is not null;
comment on index public.rsvp_answers_waiting_idx is 'Who is next.';

alter table public.rsvp_answers enable row level security;
create policy select_admin on public.rsvp_answers for select to authenticated
  using (confirmed_at is not null and calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.rsvp_answers is 'Admins see who comes, once the person has confirmed.';
create policy select_own on public.rsvp_answers for select to authenticated
  using (user_id = (select auth.uid()) and coalesce(calendar_id = any ((select private.token_calendars())::uuid[]), true));
comment on policy select_own on public.rsvp_answers is 'Everybody sees their own answers.';
create policy all_service on public.rsvp_answers for all to service_role using (true) with check (true);
comment on policy all_service on public.rsvp_answers is 'Answers by signed link.';

grant select on public.rsvp_answers to authenticated;
grant select, insert, update, delete on public.rsvp_answers to service_role;

-- The calendar first, as everything that writes events does, so that nothing deadlocks.
create function private.lock_rsvp(p_event_id uuid) returns public.event_rsvps
language plpgsql volatile
set search_path = ''
as $$
declare
  locked public.event_rsvps;
begin
  perform from public.calendars c
  where c.id = (select r.calendar_id from public.event_rsvps r where r.event_id = p_event_id)
  for no key update;
  select r.* into locked from public.event_rsvps r where r.event_id = p_event_id for no key update;
  return locked;
end
$$;
comment on function private.lock_rsvp(uuid) is 'Locks what an event asks: answers are placed one after another.';
grant execute on function private.lock_rsvp(uuid) to service_role;

-- Five mails of one domain, or one rented machine, must not take every place of an event.
create function private.exceeds_share(p_given public.rsvp_answers, p_party integer, p_capacity integer) returns boolean
language sql stable
set search_path = ''
as $$
  select p_capacity is not null and p_given.origins is not null and p_party + coalesce((
    select sum(a.party) from public.rsvp_answers a
    where a.event_id = p_given.event_id and a.id <> p_given.id and a.origins && p_given.origins
      and a.answer = 'going' and a.confirmed_at is not null and a.waiting_since is null
  ), 0) > greatest(10, p_capacity / 5)
$$;
comment on function private.exceeds_share(public.rsvp_answers, integer, integer) is 'Whether one network or mail domain would have more than a fifth of the places, and more than ten: it waits until an admin places it.';
grant execute on function private.exceeds_share(public.rsvp_answers, integer, integer) to service_role;

-- Under the lock of lock_rsvp. Counts anew, so that no sum can drift; the first who fits moves up. Those whose event is over or off wait on.
create function private.promote_waiting(p_event_id uuid, p_now timestamptz) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  places integer;
  used integer;
  next public.rsvp_answers;
begin
  select r.capacity, coalesce((
    select sum(a.party) from public.rsvp_answers a
    where a.event_id = r.event_id and a.answer = 'going' and a.confirmed_at is not null and a.waiting_since is null
  ), 0) into places, used
  from public.event_rsvps r where r.event_id = p_event_id;
  if exists (
    select from public.events e
    where e.id = p_event_id and e.start_time > p_now and e.status not in ('cancelled', 'postponed')
  ) then
    for next in
      select a.* from public.rsvp_answers a
      where a.event_id = p_event_id and a.waiting_since is not null
      order by a.waiting_since, a.id
    loop
      if places is null or used + next.party <= places and not private.exceeds_share(next, next.party, places) then
        update public.rsvp_answers a set waiting_since = null, promoted_at = p_now, mailed_state = 'going', updated_at = p_now where a.id = next.id;
        used := used + next.party;
        if next.email is not null then
          perform private.send_letter('rsvps/promoted', json_build_object('answer', next.id));
        end if;
      end if;
    end loop;
  end if;
  update public.event_rsvps r set taken = used, updated_at = p_now where r.event_id = p_event_id and r.taken <> used;
end
$$;
comment on function private.promote_waiting(uuid, timestamptz) is 'Counts who comes, and gives places that are free to the first who fit, each notified by one mail.';
grant execute on function private.promote_waiting(uuid, timestamptz) to service_role;

-- The caller has shown that the answer is the person's, or is an admin. People who have places keep them: growing beyond what is free is
-- refused, not sent to the end of the list.
create function private.place_answer(
  p_id uuid, p_answer text, p_party integer, p_name text, p_reply text, p_now timestamptz, p_by_admin boolean default false
) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  given public.rsvp_answers;
  asked public.event_rsvps;
  event public.events;
  others integer;
  holds boolean;
  fits boolean := true;
begin
  asked := private.lock_rsvp((select a.event_id from public.rsvp_answers a where a.id = p_id));
  select a.* into given from public.rsvp_answers a where a.id = p_id for update;
  if not found then
    raise exception using errcode = 'no_data_found', message = 'There is no such answer any more.';
  end if;
  select e.* into event from public.events e where e.id = given.event_id;
  if not p_by_admin and (event.id is null or p_now >= event.end_time or p_answer <> 'no' and (
    not asked.is_open or event.status in ('cancelled', 'postponed')
    or p_now >= event.start_time - make_interval(hours => asked.closes_hours)
  )) then
    raise exception using errcode = 'TB050', message = 'This event no longer takes answers.';
  end if;
  holds := given.confirmed_at is not null and given.answer = 'going' and given.waiting_since is null;
  if p_answer = 'going' and asked.capacity is not null then
    select coalesce(sum(a.party), 0) into others from public.rsvp_answers a
    where a.event_id = given.event_id and a.id <> p_id and a.answer = 'going' and a.confirmed_at is not null and a.waiting_since is null;
    fits := others + p_party <= asked.capacity and (p_by_admin or not private.exceeds_share(given, p_party, asked.capacity));
    if not fits and (p_party > asked.capacity or holds and p_party > given.party) then
      raise exception using errcode = 'TB051', message = 'There are not so many places left.',
        detail = greatest(0, asked.capacity - others)::text;
    end if;
  end if;
  update public.rsvp_answers a set
    answer = p_answer, party = p_party, name = private.trimmed(p_name), reply = private.trimmed_or_null(p_reply),
    confirmed_at = coalesce(given.confirmed_at, p_now),
    waiting_since = case when p_answer = 'going' and not fits and not holds then coalesce(given.waiting_since, p_now) end,
    checked_in_at = case when p_answer = 'going' then a.checked_in_at end,
    origins = case when not p_by_admin then a.origins end,
    updated_at = p_now
  where a.id = p_id
  returning * into given;
  perform private.promote_waiting(given.event_id, p_now);
  return case when given.waiting_since is not null then 'waiting' else given.answer end;
end
$$;
comment on function private.place_answer(uuid, text, integer, text, text, timestamptz, boolean) is 'Gives an answer, with places or on the waiting list; going, waiting, maybe or no.';
grant execute on function private.place_answer(uuid, text, integer, text, text, timestamptz, boolean) to service_role;

-- Only what changed since the last mail, and a few times a day.
create function private.mail_answer(p_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  state text;
begin
  select case when a.waiting_since is null then a.answer else 'waiting' end into state
  from public.rsvp_answers a where a.id = p_id and a.email is not null and a.confirmed_at is not null;
  update public.rsvp_answers a set mailed_state = state where a.id = p_id and a.mailed_state is distinct from state;
  if not found or state = 'no' or not private.may_mail_change(p_id) then
    return;
  elsif state = 'waiting' then
    perform private.send_letter('rsvps/waiting', json_build_object('answer', p_id));
  else
    perform private.send_letter('rsvps/confirmed', json_build_object('answer', p_id));
  end if;
end
$$;
comment on function private.mail_answer(uuid) is 'Mails somebody what they answered, with the event for their calendar, if it changed.';
grant execute on function private.mail_answer(uuid) to service_role;

-- An answer that is deleted, also with its account, frees its places. Definer: whoever deletes an account may not write answers.
create function private.free_places_of_deleted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  gone uuid;
begin
  for gone in
    select distinct d.event_id from deleted d join public.events e on e.id = d.event_id
    where d.answer = 'going' and d.confirmed_at is not null and e.start_time > private.program_time()
    order by d.event_id
  loop
    perform private.lock_rsvp(gone);
    perform private.promote_waiting(gone, private.program_time());
  end loop;
  return null;
end
$$;
comment on function private.free_places_of_deleted() is 'Gives the places of deleted answers to those who wait; of past events the number stays.';

create trigger free_places after delete on public.rsvp_answers referencing old table as deleted
for each statement execute function private.free_places_of_deleted();

create trigger raise_version after insert on public.event_rsvps
for each row execute function private.raise_calendar_version();
create trigger raise_version_update after update on public.event_rsvps
for each row when (
  (old.is_open, old.capacity, old.closes_hours, old.question, old.is_full, old.shown_count)
  is distinct from (new.is_open, new.capacity, new.closes_hours, new.question, new.is_full, new.shown_count)
) execute function private.raise_calendar_version();

create function private.copy_rsvps(p_added public.events[]) returns void
language sql volatile
set search_path = ''
as $$
  insert into public.event_rsvps (event_id, calendar_id, is_open, capacity, closes_hours, question, shows_count, repeats)
  select n.id, n.calendar_id, model.is_open, model.capacity, model.closes_hours, model.question, model.shows_count, true
  from unnest(p_added) as n
  join (
    select distinct on (e.series_id) e.series_id, r.*
    from public.event_rsvps r join public.events e on e.id = r.event_id
    where r.repeats and r.calendar_id in (select n.calendar_id from unnest(p_added) as n)
    order by e.series_id, e.start_time desc
  ) as model on model.series_id = n.series_id
  on conflict (event_id) do nothing
$$;
comment on function private.copy_rsvps(public.events[]) is 'A date that is added to a series asks what its last date asks, if that repeats.';

-- Definer: writes rows and history that are closed to clients. For those who may edit the event: admins, and the member who created it.
create function public.set_rsvp(
  p_event_id uuid, p_is_open boolean, p_capacity integer default null, p_closes_hours integer default 0,
  p_question text default null, p_shows_count boolean default false, p_repeats boolean default false
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  event public.events;
  asking uuid;
begin
  select e.* into event from public.events e
  where e.id = p_event_id and private.can_edit_event(e);
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can ask who comes.';
  end if;
  perform from public.calendars c where c.id = event.calendar_id for no key update;
  for asking in
    select e.id from public.events e
    where e.id = event.id or p_repeats and e.series_id = event.series_id and e.start_time > event.start_time
    order by e.id
  loop
    insert into public.event_rsvps as r (event_id, calendar_id, is_open, capacity, closes_hours, question, shows_count, repeats)
    values (
      asking, event.calendar_id, p_is_open, p_capacity, p_closes_hours, private.trimmed_or_null(p_question), p_shows_count,
      p_repeats and event.series_id is not null
    )
    on conflict (event_id) do update set
      is_open = excluded.is_open, capacity = excluded.capacity, closes_hours = excluded.closes_hours, question = excluded.question,
      shows_count = excluded.shows_count, repeats = excluded.repeats, updated_at = now();
    perform private.promote_waiting(asking, private.program_time());
  end loop;
  perform private.log_change(event.calendar_id, 'rsvp', event.id);
end
$$;
comment on function public.set_rsvp(uuid, boolean, integer, integer, text, boolean, boolean) is 'Lets an event ask who comes, or no longer; with p_repeats also the later dates of its series.';
grant execute on function public.set_rsvp(uuid, boolean, integer, integer, text, boolean, boolean) to authenticated;

-- Definer: answers are closed to clients. The confirmed address of the account is proof enough, so nothing is mailed.
create function public.answer_rsvp(p_event_id uuid, p_answer text, p_party integer default 1, p_reply text default null) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  person private.answering_member := private.require_answering_member(p_event_id);
  its_id uuid;
  state text;
begin
  if (private.lock_rsvp(p_event_id)).event_id is null then
    raise exception using errcode = 'TB050', message = 'This event no longer takes answers.';
  end if;
  insert into public.rsvp_answers as a (event_id, calendar_id, user_id, email, name, answer)
  select e.id, e.calendar_id, person.id, person.email, person.display_name, 'no' from public.events e where e.id = p_event_id
  on conflict (event_id, email) do update set user_id = excluded.user_id
  returning a.id into its_id;
  state := private.place_answer(its_id, p_answer, p_party, person.display_name, p_reply, private.program_time());
  perform private.mail_answer(its_id);
  return state;
end
$$;
comment on function public.answer_rsvp(uuid, text, integer, text) is 'Gives or changes the answer of a member with a confirmed address; going, waiting, maybe or no.';
grant execute on function public.answer_rsvp(uuid, text, integer, text) to authenticated;

-- Somebody phoned. Definer: as answer_rsvp.
create function public.record_rsvp(
  p_event_id uuid, p_name text, p_answer text, p_party integer default 1, p_reply text default null, p_answer_id uuid default null
) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  asked public.event_rsvps;
  its_id uuid := p_answer_id;
begin
  if not exists (
    select from public.event_rsvps r where r.event_id = p_event_id and r.calendar_id = any (private.my_admin_calendars())
  ) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can write down answers.';
  end if;
  asked := private.lock_rsvp(p_event_id);
  if its_id is null then
    if (select count(*) from public.rsvp_answers a where a.event_id = p_event_id) >= private.answer_limit() then
      raise exception using errcode = 'TB052', message = 'This event has as many answers as it can have.';
    end if;
    insert into public.rsvp_answers (event_id, calendar_id, name, answer, recorded_by)
    values (p_event_id, asked.calendar_id, private.trimmed(p_name), 'no', auth.uid())
    returning id into its_id;
  elsif not exists (
    select from public.rsvp_answers a where a.id = its_id and a.event_id = p_event_id and a.confirmed_at is not null
  ) then
    raise exception using errcode = 'no_data_found', message = 'There is no such answer any more.';
  end if;
  perform private.log_change(asked.calendar_id, 'rsvp_answers', p_event_id);
  return private.place_answer(its_id, p_answer, p_party, p_name, p_reply, private.program_time(), true);
end
$$;
comment on function public.record_rsvp(uuid, text, text, integer, text, uuid) is 'Writes down or changes somebody''s answer. For admins.';
grant execute on function public.record_rsvp(uuid, text, text, integer, text, uuid) to authenticated;

-- Definer: as answer_rsvp.
create function public.check_in_rsvp(p_answer_id uuid, p_is_here boolean default true) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  answer public.rsvp_answers;
begin
  update public.rsvp_answers a set
    checked_in_at = case when p_is_here then coalesce(a.checked_in_at, private.program_time()) end
  where a.id = p_answer_id and a.confirmed_at is not null and a.calendar_id = any (private.my_admin_calendars())
  returning * into answer;
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can check people in.';
  end if;
  -- One line where it begins: a door checks in hundreds.
  if p_is_here and not exists (
    select from public.rsvp_answers other
    where other.event_id = answer.event_id and other.id <> answer.id and other.checked_in_at is not null
  ) then
    perform private.log_change(answer.calendar_id, 'check_ins', answer.event_id);
  end if;
  return p_is_here;
end
$$;
comment on function public.check_in_rsvp(uuid, boolean) is 'Notes that somebody has come, or has not. For admins.';
grant execute on function public.check_in_rsvp(uuid, boolean) to authenticated;

-- By hand, before others who wait. Where no place is free the event gets one more for each who comes, so that there are never more people
-- than places. Definer: as answer_rsvp.
create function public.move_up_rsvp(p_answer_id uuid) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  asked public.event_rsvps;
  given public.rsvp_answers;
  at timestamptz := private.program_time();
begin
  select a.* into given from public.rsvp_answers a
  where a.id = p_answer_id and a.calendar_id = any (private.my_admin_calendars());
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can move people up.';
  end if;
  asked := private.lock_rsvp(given.event_id);
  if not exists (
    select from public.events e where e.id = given.event_id and e.end_time > at and e.status not in ('cancelled', 'postponed')
  ) then
    raise exception using errcode = 'TB050', message = 'This event no longer takes answers.';
  end if;
  update public.rsvp_answers a set waiting_since = null, promoted_at = at, mailed_state = 'going', origins = null, updated_at = at
  where a.id = given.id and a.waiting_since is not null;
  if not found then
    raise exception using errcode = 'no_data_found', message = 'This person does not wait any more.';
  end if;
  update public.event_rsvps r set capacity = greatest(r.capacity, (
    select sum(a.party) from public.rsvp_answers a
    where a.event_id = r.event_id and a.answer = 'going' and a.confirmed_at is not null and a.waiting_since is null
  )), updated_at = at
  where r.event_id = given.event_id and r.capacity is not null
  returning r.capacity into asked.capacity;
  perform private.promote_waiting(given.event_id, at);
  if given.email is not null then
    perform private.send_letter('rsvps/promoted', json_build_object('answer', given.id));
  end if;
  perform private.log_change(given.calendar_id, 'rsvp_answers', given.event_id);
  return asked.capacity;
end
$$;
comment on function public.move_up_rsvp(uuid) is 'Gives a place to somebody who waits, before others; returns how many places there are now, null for any number. For admins.';
grant execute on function public.move_up_rsvp(uuid) to authenticated;

-- Definer: as answer_rsvp.
create function public.remove_rsvp(p_answer_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  gone public.rsvp_answers;
begin
  delete from public.rsvp_answers a
  where a.id = p_answer_id and a.confirmed_at is not null and a.calendar_id = any (private.my_admin_calendars())
  returning a.* into gone;
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can remove answers.';
  end if;
  perform private.log_change(gone.calendar_id, 'rsvp_answers', gone.event_id);
end
$$;
comment on function public.remove_rsvp(uuid) is 'Deletes somebody''s answer; who waits moves up. For admins.';
grant execute on function public.remove_rsvp(uuid) to authenticated;

-- Definer: by the policies members would count themselves.
create function public.get_rsvp_counts(p_event_id uuid)
returns table (going bigint, waiting bigint, maybe bigint, no bigint, here bigint)
language sql stable security definer
set search_path = ''
as $$
  select coalesce(sum(a.party) filter (where a.answer = 'going' and a.waiting_since is null), 0),
    coalesce(sum(a.party) filter (where a.waiting_since is not null), 0),
    coalesce(sum(a.party) filter (where a.answer = 'maybe'), 0),
    count(*) filter (where a.answer = 'no'),
    coalesce(sum(a.party) filter (where a.checked_in_at is not null), 0)
  from public.rsvp_answers a
  where a.event_id = p_event_id and a.confirmed_at is not null
    and a.calendar_id = any ((select private.my_admin_calendars())::uuid[])
$$;
comment on function public.get_rsvp_counts(uuid) is 'How many people come, wait, may come, do not come and are there. For admins; zeros for others.';
grant execute on function public.get_rsvp_counts(uuid) to authenticated;
