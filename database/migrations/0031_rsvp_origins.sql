-- One network or mail domain gets a share of limited places.
alter table public.rsvp_answers add column origins text[],
  add constraint rsvp_answers_origins_check check (cardinality(origins) <= 2 and octet_length(array_to_string(origins, '')) <= 100);
comment on column public.rsvp_answers.origins is 'Keyed hashes of the network and the mail domain that asked: one origin gets a share of limited places. Null: a member or follower, or an admin placed it.';

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

create or replace function private.promote_waiting(p_event_id uuid, p_now timestamptz) returns void
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

create or replace function private.place_answer(
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
