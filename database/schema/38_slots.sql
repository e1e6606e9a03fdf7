-- What an event needs: people for a task ("Grill 12–2pm, 3 people") and things to bring ("Salads, 5"). An organizer writes the slots, and
-- anybody takes some without an account, by a link that was mailed to them, or as a member. Slots are given under the lock of the
-- calendar, so that nothing is taken twice. Numbers are public, names are for admins only.

-- Survives the event, without a foreign key: an event that is deleted can be restored.
create table public.event_slots (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null,
  calendar_id uuid not null references public.calendars on delete cascade,
  kind text not null,
  title text not null,
  wanted integer not null,
  taken integer not null default 0,
  position integer not null default 0,
  repeats boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint event_slots_kind_check check (kind in ('help', 'bring')),
  constraint event_slots_title_check check (
    char_length(title) between 1 and 100 and private.is_one_line(title) and private.is_visible(title)
  ),
  constraint event_slots_wanted_check check (wanted between 1 and 999),
  constraint event_slots_taken_check check (taken between 0 and wanted)
);

comment on table public.event_slots is 'One row per line of an event''s lists.';
comment on column public.event_slots.kind is 'help: people for a task; bring: things.';
comment on column public.event_slots.wanted is 'How many people or things are needed.';
comment on column public.event_slots.taken is 'How many are promised by people who have confirmed. The check is the last guard against taking one twice.';
comment on column public.event_slots.repeats is 'Of a date of a series: dates that are added later need the same.';

create index event_slots_event_id_idx on public.event_slots (event_id, position);
comment on index public.event_slots_event_id_idx is 'The lists of an event.';
create index event_slots_calendar_id_idx on public.event_slots (calendar_id);
comment on index public.event_slots_calendar_id_idx is 'The foreign key, when a calendar goes; the members'' policy.';

alter table public.event_slots enable row level security;
create policy select_public on public.event_slots for select to anon
  using (exists (select from public.events e where e.id = event_id));
comment on policy select_public on public.event_slots is 'Visitors see what the events need that they see, by that table''s own policy.';
create policy select_member on public.event_slots for select to authenticated
  using (calendar_id = any ((select private.my_calendars())::uuid[]));
comment on policy select_member on public.event_slots is 'Members see what is needed in their calendars.';
create policy all_service on public.event_slots for all to service_role using (true) with check (true);
comment on policy all_service on public.event_slots is 'Sign-ups by signed link.';

grant select (id, event_id, calendar_id, kind, title, wanted, taken, position, repeats) on public.event_slots to anon, authenticated;
grant select, insert, update, delete on public.event_slots to service_role;

create table public.slot_signups (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null,
  calendar_id uuid not null references public.calendars on delete cascade,
  user_id uuid references auth.users on delete cascade,
  email text,
  name text not null,
  language text not null default 'en',
  confirmed_at timestamptz,
  reminder text,
  reminder_day date,
  mailed_amounts jsonb,
  recorded_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint slot_signups_email_key unique (event_id, email),
  constraint slot_signups_email_check check (private.is_email(email)),
  constraint slot_signups_name_check check (
    char_length(name) between 1 and 100 and private.is_one_line(name) and private.is_visible(name)
  ),
  constraint slot_signups_language_check check (language in ('en', 'es')),
  constraint slot_signups_reminder_check check (reminder in ('planned', 'committing', 'sent'))
);

comment on table public.slot_signups is 'One row per person who signed up for slots of an event. Deleted 90 days after the event.';
comment on column public.slot_signups.user_id is 'Who signed up signed in; null: by a link, or an admin wrote it down.';
comment on column public.slot_signups.email is 'Lower case. Null: an admin wrote the name down, and nothing is mailed.';
comment on column public.slot_signups.mailed_amounts is 'What the person takes, as they were mailed last.';
comment on column public.slot_signups.language is 'Of the page on which the person signed up.';
comment on column public.slot_signups.confirmed_at is 'When the link was used. Null: anybody may have typed the address; it takes nothing and nobody sees it.';
comment on column public.slot_signups.reminder is 'The mail of the evening before. committing: handed to the carrier; a worker that dies meanwhile does not send it twice.';
comment on column public.slot_signups.reminder_day is 'The day of the event when the reminder was planned; an event that moves gets another one.';
comment on column public.slot_signups.recorded_by is 'The admin who wrote it down.';

create index slot_signups_calendar_id_idx on public.slot_signups (calendar_id);
comment on index public.slot_signups_calendar_id_idx is 'The foreign key, when a calendar goes; the admins'' policy.';
create index slot_signups_user_id_idx on public.slot_signups (user_id) where user_id is not null;
comment on index public.slot_signups_user_id_idx is 'One''s own sign-ups; the foreign key, when an account goes.';
create index slot_signups_recorded_by_idx on public.slot_signups (recorded_by) where recorded_by is not null;
comment on index public.slot_signups_recorded_by_idx is 'The foreign key, when an account goes.';
create index slot_signups_email_idx on public.slot_signups (email) where email is not null;
comment on index public.slot_signups_email_idx is 'What an address signed up for, when its account goes.';

alter table public.slot_signups enable row level security;
create policy select_admin on public.slot_signups for select to authenticated
  using (confirmed_at is not null and calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.slot_signups is 'Admins see who signed up, once the person has confirmed.';
create policy select_own on public.slot_signups for select to authenticated
  using (user_id = (select auth.uid()) and coalesce(calendar_id = any ((select private.token_calendars())::uuid[]), true));
comment on policy select_own on public.slot_signups is 'Everybody sees their own sign-ups.';
create policy all_service on public.slot_signups for all to service_role using (true) with check (true);
comment on policy all_service on public.slot_signups is 'Sign-ups by signed link.';

grant select on public.slot_signups to authenticated;
grant select, insert, update, delete on public.slot_signups to service_role;

create table public.slot_amounts (
  signup_id uuid not null references public.slot_signups on update cascade on delete cascade,
  slot_id uuid not null references public.event_slots on delete cascade,
  amount integer not null default 1,

  constraint slot_amounts_pkey primary key (signup_id, slot_id),
  constraint slot_amounts_amount_check check (amount between 1 and 20)
);

comment on table public.slot_amounts is 'How many of a slot somebody has promised, or would like if they have not confirmed.';

create index slot_amounts_slot_id_idx on public.slot_amounts (slot_id);
comment on index public.slot_amounts_slot_id_idx is 'Who has a slot; the foreign key, when a slot goes.';

alter table public.slot_amounts enable row level security;
create policy select_signup on public.slot_amounts for select to authenticated
  using (exists (select from public.slot_signups s where s.id = signup_id));
comment on policy select_signup on public.slot_amounts is 'Whoever sees the person, by that table''s own policy.';
create policy all_service on public.slot_amounts for all to service_role using (true) with check (true);
comment on policy all_service on public.slot_amounts is 'Sign-ups by signed link.';

grant select on public.slot_amounts to authenticated;
grant select, insert, update, delete on public.slot_amounts to service_role;

-- The calendar, as everything that writes events does, so that nothing deadlocks.
create function private.lock_slots(p_event_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform from public.calendars c
  where c.id = (select s.calendar_id from public.event_slots s where s.event_id = p_event_id limit 1)
  for no key update;
end
$$;
comment on function private.lock_slots(uuid) is 'Slots of an event are given one after another.';
grant execute on function private.lock_slots(uuid) to service_role;

-- Under the lock of lock_slots. Counts anew, so that no sum can drift.
create function private.count_slots(p_event_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  update public.event_slots s set taken = counted.taken, updated_at = now()
  from (
    select o.id, coalesce(sum(a.amount) filter (where p.confirmed_at is not null), 0) as taken
    from public.event_slots o
    left join public.slot_amounts a on a.slot_id = o.id
    left join public.slot_signups p on p.id = a.signup_id
    where o.event_id = p_event_id
    group by o.id
  ) as counted
  where s.id = counted.id and s.taken <> counted.taken
$$;
comment on function private.count_slots(uuid) is 'Counts what is promised of each slot of an event.';
grant execute on function private.count_slots(uuid) to service_role;

-- The caller has shown that the sign-up is the person's, or is an admin.
create function private.place_slots(
  p_signup_id uuid, p_amounts jsonb, p_name text, p_now timestamptz, p_by_admin boolean default false
) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  given public.slot_signups;
  event public.events;
  line record;
begin
  if jsonb_typeof(p_amounts) is distinct from 'object' then
    raise exception using errcode = 'invalid_parameter_value', message = 'p_amounts must be an object of slots and numbers.';
  end if;
  perform private.lock_slots((select s.event_id from public.slot_signups s where s.id = p_signup_id));
  select s.* into given from public.slot_signups s where s.id = p_signup_id for update;
  if not found then
    raise exception using errcode = 'no_data_found', message = 'There is no such sign-up any more.';
  end if;
  select e.* into event from public.events e where e.id = given.event_id;
  if not p_by_admin and (event.id is null or p_now >= event.end_time) then
    raise exception using errcode = 'TB070', message = 'It is too late to sign up for this event.';
  end if;
  for line in
    select s.id, s.title, s.wanted, said.amount, coalesce((
        select sum(a.amount) from public.slot_amounts a join public.slot_signups p on p.id = a.signup_id
        where a.slot_id = s.id and p.confirmed_at is not null and p.id <> given.id
      ), 0) as others,
      coalesce((
        select a.amount from public.slot_amounts a
        where a.slot_id = s.id and a.signup_id = given.id and given.confirmed_at is not null
      ), 0) as had
    from (select key::uuid as id, coalesce(value::integer, 0) as amount from jsonb_each_text(p_amounts)) as said
    left join public.event_slots s on s.id = said.id and s.event_id = given.event_id
    where said.amount <> 0
    order by said.id
  loop
    if line.id is null then
      raise exception using errcode = 'TB073', message = 'The list has changed. Please look at it again.';
    elsif line.amount > line.had and not p_by_admin and (
      event.status in ('cancelled', 'postponed') or p_now >= event.start_time
    ) then
      raise exception using errcode = 'TB070', message = 'It is too late to sign up for this event.';
    elsif line.others + line.amount > line.wanted then
      raise exception using errcode = 'TB071', message = 'There are not so many left of one of the lines.', detail = line.title;
    end if;
  end loop;
  delete from public.slot_amounts a where a.signup_id = given.id
    and not exists (select from jsonb_each_text(p_amounts) said where said.key::uuid = a.slot_id and coalesce(said.value::integer, 0) <> 0);
  insert into public.slot_amounts (signup_id, slot_id, amount)
  select given.id, said.key::uuid, said.value::integer from jsonb_each_text(p_amounts) said where coalesce(said.value::integer, 0) <> 0
  on conflict (signup_id, slot_id) do update set amount = excluded.amount;
  if exists (select from public.slot_amounts a where a.signup_id = given.id) then
    update public.slot_signups s set
      name = private.trimmed(p_name), confirmed_at = coalesce(s.confirmed_at, p_now), updated_at = p_now
    where s.id = given.id;
  else
    delete from public.slot_signups s where s.id = given.id;
  end if;
  perform private.count_slots(given.event_id);
end
$$;
comment on function private.place_slots(uuid, jsonb, text, timestamptz, boolean) is 'Gives somebody what they ask for and takes back the rest; who has nothing any more is forgotten.';
grant execute on function private.place_slots(uuid, jsonb, text, timestamptz, boolean) to service_role;

create function private.mail_signup(p_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  taken constant jsonb := (select jsonb_object_agg(a.slot_id, a.amount) from public.slot_amounts a where a.signup_id = p_id);
begin
  update public.slot_signups s set mailed_amounts = taken
  where s.id = p_id and s.email is not null and s.confirmed_at is not null and taken is not null and s.mailed_amounts is distinct from taken;
  if found and private.may_mail_change(p_id) then
    perform private.send_letter('slots/confirmed', json_build_object('signup', p_id));
  end if;
end
$$;
comment on function private.mail_signup(uuid) is 'Mails somebody what they signed up for, with the event for their calendar, if it changed.';
grant execute on function private.mail_signup(uuid) to service_role;

-- What is deleted, also with its account, is free again. Definer: whoever deletes an account may not write slots.
create function private.free_slots_of_deleted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  gone uuid;
begin
  for gone in
    select distinct e.id from deleted d
    join public.event_slots s on s.id = d.slot_id
    join public.events e on e.id = s.event_id and e.start_time > private.program_time()
    order by e.id
  loop
    perform private.lock_slots(gone);
    perform private.count_slots(gone);
  end loop;
  return null;
end
$$;
comment on function private.free_slots_of_deleted() is 'Counts the slots of deleted sign-ups; of past events the numbers stay.';

create trigger free_slots after delete on public.slot_amounts referencing old table as deleted
for each statement execute function private.free_slots_of_deleted();

create trigger raise_version after insert or delete on public.event_slots
for each row execute function private.raise_calendar_version();
create trigger raise_version_update after update on public.event_slots
for each row when (
  (old.kind, old.title, old.wanted, old.taken, old.position) is distinct from (new.kind, new.title, new.wanted, new.taken, new.position)
) execute function private.raise_calendar_version();

create function private.copy_slots(p_added public.events[]) returns void
language sql volatile
set search_path = ''
as $$
  insert into public.event_slots (event_id, calendar_id, kind, title, wanted, position, repeats)
  select n.id, n.calendar_id, s.kind, s.title, s.wanted, s.position, true
  from unnest(p_added) as n
  join (
    select distinct on (e.series_id) e.series_id, e.id
    from public.events e
    where e.series_id in (select n.series_id from unnest(p_added) as n) and e.id not in (select n.id from unnest(p_added) as n)
      and exists (select from public.event_slots s where s.event_id = e.id and s.repeats)
    order by e.series_id, e.start_time desc
  ) as model on model.series_id = n.series_id
  join public.event_slots s on s.event_id = model.id and s.repeats
$$;
comment on function private.copy_slots(public.events[]) is 'A date that is added to a series needs what its last date needs, if that repeats.';

create function private.slot_limit() returns integer
language sql immutable parallel safe
return 50;
comment on function private.slot_limit() is 'How many slots an event can have: SLOTS_MAX.';
grant execute on function private.slot_limit() to service_role;

-- Lines that somebody has signed up for stay; the others become those of p_from.
create function private.repeat_slots(p_from uuid, p_to uuid, p_calendar_id uuid, p_repeats boolean) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  delete from public.event_slots s
  where s.event_id = p_to and s.repeats and not exists (select from public.slot_amounts a where a.slot_id = s.id);
  insert into public.event_slots (event_id, calendar_id, kind, title, wanted, position, repeats)
  select p_to, p_calendar_id, s.kind, s.title, s.wanted, s.position, p_repeats
  from public.event_slots s
  where s.event_id = p_from and not exists (
    select from public.event_slots o where o.event_id = p_to and o.kind = s.kind and o.title = s.title
  );
end
$$;
comment on function private.repeat_slots(uuid, uuid, uuid, boolean) is 'Copies the lists of an event to another one, without the names.';
grant execute on function private.repeat_slots(uuid, uuid, uuid, boolean) to service_role;

-- Definer: writes rows and history that are closed to clients. Deletes only what p_removed names, so that two admins who edit at once
-- lose none of each other's lines, and nothing that somebody has signed up for.
create function public.set_slots(
  p_event_id uuid, p_slots jsonb, p_removed uuid[] default '{}', p_repeats boolean default false
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  event public.events;
  line record;
  later uuid;
begin
  select e.* into event from public.events e where e.id = p_event_id and private.can_edit_event(e);
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can write lists.';
  elsif jsonb_typeof(p_slots) is distinct from 'array' then
    raise exception using errcode = 'invalid_parameter_value', message = 'p_slots must be a list of slots.';
  end if;
  perform from public.calendars c where c.id = event.calendar_id for no key update;
  if exists (
    select from public.event_slots s where s.event_id = event.id and s.id = any (p_removed) and s.taken > 0
  ) then
    raise exception using errcode = 'TB072', message = 'People have signed up for this line. Remove them from the list first.';
  end if;
  delete from public.event_slots s where s.event_id = event.id and s.id = any (p_removed);
  for line in
    select given.id, given.kind, private.trimmed(given.title) as title, given.wanted, row_number() over () as position
    from jsonb_to_recordset(p_slots) as given (id uuid, kind text, title text, wanted integer)
  loop
    if line.id is null then
      insert into public.event_slots (event_id, calendar_id, kind, title, wanted, position)
      values (event.id, event.calendar_id, line.kind, line.title, line.wanted, line.position);
    elsif exists (select from public.event_slots s where s.id = line.id and s.event_id = event.id and s.taken > line.wanted) then
      raise exception using errcode = 'TB072', message = 'People have signed up for this line. Remove them from the list first.';
    else
      update public.event_slots s set
        kind = line.kind, title = line.title, wanted = line.wanted, position = line.position, updated_at = now()
      where s.id = line.id and s.event_id = event.id;
      if not found then
        raise exception using errcode = 'TB073', message = 'The list has changed. Please look at it again.';
      end if;
    end if;
  end loop;
  if (select count(*) from public.event_slots s where s.event_id = event.id) > private.slot_limit() then
    raise exception using errcode = 'TB074', message = 'The lists of this event are as long as they can be.';
  end if;
  update public.event_slots s set repeats = p_repeats and event.series_id is not null where s.event_id = event.id;
  for later in
    select e.id from public.events e
    where p_repeats and e.series_id = event.series_id and e.start_time > event.start_time
    order by e.id
  loop
    perform private.repeat_slots(event.id, later, event.calendar_id, true);
  end loop;
  perform private.log_change(event.calendar_id, 'slots', event.id);
end
$$;
comment on function public.set_slots(uuid, jsonb, uuid[], boolean) is 'Writes the lists of an event; with p_repeats also of the later dates of its series.';
grant execute on function public.set_slots(uuid, jsonb, uuid[], boolean) to authenticated;

-- Definer: as set_slots.
create function public.duplicate_slots(p_from uuid, p_to uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  source public.events;
  made public.events;
  date uuid;
begin
  select e.* into source from public.events e where e.id = p_from and e.calendar_id = any (private.my_calendars());
  select e.* into made from public.events e where e.id = p_to and private.can_edit_event(e);
  if source.id is null or made.id is null or source.calendar_id <> made.calendar_id then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can write lists.';
  elsif not exists (select from public.event_slots s where s.event_id = source.id) then
    return;
  end if;
  perform from public.calendars c where c.id = made.calendar_id for no key update;
  for date in
    select e.id from public.events e
    where (e.id = made.id or e.series_id = made.series_id) and e.id <> source.id
      and not exists (select from public.event_slots s where s.event_id = e.id)
    order by e.id
  loop
    perform private.repeat_slots(source.id, date, made.calendar_id, made.series_id is not null);
  end loop;
  perform private.log_change(made.calendar_id, 'slots', made.id);
end
$$;
comment on function public.duplicate_slots(uuid, uuid) is 'Copies the lists of an event, without the names, to a new event or series of the same calendar that has none.';
grant execute on function public.duplicate_slots(uuid, uuid) to authenticated;

-- Definer: sign-ups are closed to clients. The confirmed address of the account is proof enough, so nothing is mailed.
create function public.take_slots(p_event_id uuid, p_amounts jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  person private.answering_member := private.require_answering_member(p_event_id);
  its_id uuid;
begin
  perform private.lock_slots(p_event_id);
  insert into public.slot_signups as s (event_id, calendar_id, user_id, email, name)
  select e.id, e.calendar_id, person.id, person.email, person.display_name from public.events e where e.id = p_event_id
  on conflict (event_id, email) do update set user_id = excluded.user_id
  returning s.id into its_id;
  perform private.place_slots(its_id, p_amounts, person.display_name, private.program_time());
  perform private.mail_signup(its_id);
end
$$;
comment on function public.take_slots(uuid, jsonb) is 'Sets which slots of an event a member with a confirmed address has; none: all are given back.';
grant execute on function public.take_slots(uuid, jsonb) to authenticated;

-- Somebody phoned. Definer: as take_slots.
create function public.record_slot(p_slot_id uuid, p_name text, p_amount integer default 1) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  slot public.event_slots;
  its_id uuid;
begin
  select s.* into slot from public.event_slots s where s.id = p_slot_id and s.calendar_id = any (private.my_admin_calendars());
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can write down names.';
  end if;
  perform private.lock_slots(slot.event_id);
  if (select count(*) from public.slot_signups s where s.event_id = slot.event_id) >= private.answer_limit() then
    raise exception using errcode = 'TB074', message = 'The lists of this event are as long as they can be.';
  end if;
  insert into public.slot_signups (event_id, calendar_id, name, recorded_by)
  values (slot.event_id, slot.calendar_id, private.trimmed(p_name), auth.uid())
  returning id into its_id;
  perform private.place_slots(its_id, jsonb_build_object(slot.id, greatest(p_amount, 1)), p_name, private.program_time(), true);
  perform private.log_change(slot.calendar_id, 'slot_signups', slot.event_id);
end
$$;
comment on function public.record_slot(uuid, text, integer) is 'Writes down who takes a slot. For admins.';
grant execute on function public.record_slot(uuid, text, integer) to authenticated;

-- Definer: as take_slots.
create function public.remove_slot_signup(p_signup_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  gone public.slot_signups;
begin
  delete from public.slot_signups s
  where s.id = p_signup_id and s.confirmed_at is not null and s.calendar_id = any (private.my_admin_calendars())
  returning s.* into gone;
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can remove names.';
  end if;
  perform private.log_change(gone.calendar_id, 'slot_signups', gone.event_id);
end
$$;
comment on function public.remove_slot_signup(uuid) is 'Deletes somebody''s sign-up; what they had is free again. For admins.';
grant execute on function public.remove_slot_signup(uuid) to authenticated;
