-- A full free calendar says so, and has a waiting list.

alter table public.calendars add column if not exists is_full boolean not null default false;
comment on column public.calendars.is_full is 'Whether the owner is on trial and the list has trial_contact_limit() contacts. Kept by note_full, so that a cached page can say so.';
grant select (is_full) on public.calendars to anon;

-- Definer: callers may not write this column, and a profile is closed to everybody but its person.
create or replace function private.note_full(p_calendars uuid[]) returns void
language sql volatile security definer
set search_path = ''
as $$
  update public.calendars c set is_full = found.is_full
  from (
    select t.id, coalesce(p.trial, true) and (
        select count(*) from public.calendar_contacts k where k.calendar_id = t.id
      ) >= private.trial_contact_limit() as is_full
    from public.calendars t left join public.profiles p on p.user_id = t.owner_id
    where t.id = any (p_calendars) and (t.is_full or coalesce(p.trial, true))
  ) as found
  where c.id = found.id and c.is_full <> found.is_full
$$;
comment on function private.note_full(uuid[]) is 'Notes which calendars have no place for another contact. Raises the version only of those for which that changed.';
revoke execute on function private.note_full(uuid[]) from public;

-- Called with what the statement changed. Definer: as note_full.
create or replace function private.note_full_lists() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.note_full(array(select distinct changed.calendar_id from changed));
  return null;
end
$$;
comment on function private.note_full_lists() is 'A list that grew or shrank may be full, or no longer.';
revoke execute on function private.note_full_lists() from public;

-- Definer: as note_full.
create or replace function private.note_full_plan() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.note_full(array(select c.id from public.calendars c where c.owner_id = new.user_id));
  return null;
end
$$;
comment on function private.note_full_plan() is 'Another plan of the owner makes places, or takes them.';
revoke execute on function private.note_full_plan() from public;

-- Definer: as note_full.
create or replace function private.note_full_owner() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.note_full(array[new.id]);
  return null;
end
$$;
comment on function private.note_full_owner() is 'Another owner has another plan.';
revoke execute on function private.note_full_owner() from public;

create or replace trigger note_full_added after insert on public.calendar_contacts referencing new table as changed
for each statement execute function private.note_full_lists();
create or replace trigger note_full_removed after delete on public.calendar_contacts referencing old table as changed
for each statement execute function private.note_full_lists();
create or replace trigger note_full after update of trial on public.profiles
for each row when (new.trial <> old.trial) execute function private.note_full_plan();
create or replace trigger note_full after update of owner_id on public.calendars
for each row when (new.owner_id <> old.owner_id) execute function private.note_full_owner();


select private.note_full(array(select id from public.calendars));

alter table public.pending_contact_confirmations
  add column if not exists waiting_since timestamptz, add column if not exists asked_at timestamptz;
alter table public.pending_contact_confirmations
  drop constraint if exists pending_contact_confirmations_asked_check,
  add constraint pending_contact_confirmations_asked_check check (asked_at is null or waiting_since is not null);
comment on column public.pending_contact_confirmations.waiting_since is 'When it came to a calendar without a free place. Nothing is mailed before asked_at.';
comment on column public.pending_contact_confirmations.asked_at is 'When a place became free and the mail was sent. The place is held for them for a day.';
create index if not exists pending_contact_confirmations_waiting_idx
  on public.pending_contact_confirmations (calendar_id, waiting_since) where waiting_since is not null and used_at is null;
comment on index public.pending_contact_confirmations_waiting_idx is 'The waiting list of a calendar, in order; and which calendars have one.';

-- A place that somebody was asked to take is theirs for a day; then the next is asked too, and whoever confirms first has it.
create or replace function private.free_places(p_calendar_id uuid, p_now timestamptz) returns bigint
language sql stable
set search_path = ''
as $$
  select case when coalesce(p.trial, true) then greatest(0, private.trial_contact_limit()
    - (select count(*) from public.calendar_contacts k where k.calendar_id = c.id)
    - (
      select count(*) from public.pending_contact_confirmations w
      where w.calendar_id = c.id and w.used_at is null and w.asked_at > p_now - interval '1 day' and w.expires_at > p_now
    )) end
  from public.calendars c left join public.profiles p on p.user_id = c.owner_id
  where c.id = p_calendar_id
$$;
comment on function private.free_places(uuid, timestamptz) is 'How many more can follow a calendar by email, less the places held for people who were asked; null: any number.';
revoke execute on function private.free_places(uuid, timestamptz) from public;
grant execute on function private.free_places(uuid, timestamptz) to service_role;

create or replace function private.waiting_count(p_calendar_id uuid, p_now timestamptz) returns bigint
language sql stable
set search_path = ''
as $$
  select count(*) from public.pending_contact_confirmations w
  where w.calendar_id = p_calendar_id and w.waiting_since is not null and w.asked_at is null and w.used_at is null and w.expires_at > p_now
$$;
comment on function private.waiting_count(uuid, timestamptz) is 'How many wait for a place and have not been asked.';
revoke execute on function private.waiting_count(uuid, timestamptz) from public;
grant execute on function private.waiting_count(uuid, timestamptz) to service_role;

-- Definer: the table is closed. Admins learn how many wait, not who: the addresses are not confirmed.
create or replace function public.get_waiting_count(p_calendar_id uuid) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select private.waiting_count(p_calendar_id, now()) where p_calendar_id = any ((select private.my_admin_calendars())::uuid[])
$$;
comment on function public.get_waiting_count(uuid) is 'How many wait for a place on a full calendar; null for anybody who is no admin.';
revoke execute on function public.get_waiting_count(uuid) from public;
grant execute on function public.get_waiting_count(uuid) to authenticated;

-- The calendar is locked before counting: two that ask at once, and people who are added meanwhile, count one another.
create or replace function private.ask_waiting(p_calendar_id uuid, p_now timestamptz, p_until timestamptz) returns bigint
language plpgsql volatile
set search_path = ''
as $$
declare
  asked bigint;
begin
  perform from public.calendars c where c.id = p_calendar_id for no key update;
  -- An admin has added them meanwhile.
  delete from public.pending_contact_confirmations w
  where w.calendar_id = p_calendar_id and w.waiting_since is not null and w.asked_at is null and w.used_at is null and w.phone is null
    and exists (
      select from public.calendar_contacts k
      where k.calendar_id = w.calendar_id and k.contact_type = 'email' and k.normalised = w.email
    );
  with next as (
    select w.id
    from public.pending_contact_confirmations w join public.calendars c on c.id = w.calendar_id
    where w.calendar_id = p_calendar_id and w.waiting_since is not null and w.asked_at is null and w.used_at is null
      and w.expires_at > p_now and not c.disabled and c.allow_guest_users and c.sending_paused_by is distinct from 'suspension'
      and not exists (select from public.suppressions s where s.channel = 'email' and s.address = w.email)
    order by w.waiting_since, w.id
    limit private.free_places(p_calendar_id, p_now)
  ), changed as (
    update public.pending_contact_confirmations w set asked_at = p_now, expires_at = p_until
    from next where w.id = next.id
    returning w.id
  )
  select count(graphile_worker.add_job(
    'send-confirmation-mail', json_build_object('confirmation', changed.id), max_attempts := 12
  )) into asked from changed;
  return asked;
end
$$;
comment on function private.ask_waiting(uuid, timestamptz, timestamptz) is 'Asks the first of the waiting list to confirm, as many as there are free places; how many.';
revoke execute on function private.ask_waiting(uuid, timestamptz, timestamptz) from public;
grant execute on function private.ask_waiting(uuid, timestamptz, timestamptz) to service_role;
