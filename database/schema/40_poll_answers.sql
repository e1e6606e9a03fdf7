-- Who answered a poll (39), and what. An answer counts once it is confirmed.

create table public.poll_answers (
  id uuid primary key default gen_random_uuid(),
  poll_id uuid not null references public.polls on delete cascade,
  calendar_id uuid not null references public.calendars on delete cascade,
  user_id uuid references auth.users on delete cascade,
  email text not null,
  name text not null,
  language text not null default 'en',
  choices text[] not null,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint poll_answers_email_key unique (poll_id, email),
  constraint poll_answers_email_check check (private.is_email(email)),
  constraint poll_answers_name_check check (
    char_length(name) between 1 and 100 and private.is_one_line(name) and private.is_visible(name)
  ),
  constraint poll_answers_language_check check (language in ('en', 'es')),
  constraint poll_answers_choices_check check (choices <@ array['yes', 'maybe', 'no'])
);

comment on table public.poll_answers is 'One row per person who answered a poll. Deleted with it, and after 7 days if nobody confirmed it.';
comment on column public.poll_answers.user_id is 'Who answered signed in; null: by a link.';
comment on column public.poll_answers.email is 'Lower case.';
comment on column public.poll_answers.language is 'Of the page on which the person answered.';
comment on column public.poll_answers.choices is 'One for each time, in their order.';
comment on column public.poll_answers.confirmed_at is 'When the link was used. Null: anybody may have typed the address; it counts for nothing and nobody sees it.';

create index poll_answers_calendar_id_idx on public.poll_answers (calendar_id);
comment on index public.poll_answers_calendar_id_idx is 'The foreign key, when a calendar goes; the admins'' policy.';
create index poll_answers_user_id_idx on public.poll_answers (user_id) where user_id is not null;
comment on index public.poll_answers_user_id_idx is 'One''s own answers; the foreign key, when an account goes.';
create index poll_answers_email_idx on public.poll_answers (email);
comment on index public.poll_answers_email_idx is 'What an address answered, when its account goes.';

alter table public.poll_answers enable row level security;
create policy select_admin on public.poll_answers for select to authenticated
  using (confirmed_at is not null and calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.poll_answers is 'Admins see who answered what, once the person has confirmed.';
create policy select_own on public.poll_answers for select to authenticated
  using (user_id = (select auth.uid()));
comment on policy select_own on public.poll_answers is 'Everybody sees their own answers.';
create policy all_service on public.poll_answers for all to service_role using (true) with check (true);
comment on policy all_service on public.poll_answers is 'Answers by signed link.';

grant select on public.poll_answers to authenticated;
grant select, insert, update, delete on public.poll_answers to service_role;

-- The calendar, as everything that writes events does, so that nothing deadlocks.
create function private.lock_poll(p_poll_id uuid) returns public.polls
language plpgsql volatile
set search_path = ''
as $$
declare
  found_poll public.polls;
begin
  perform from public.calendars c
  where c.id = (select p.calendar_id from public.polls p where p.id = p_poll_id)
  for no key update;
  select p.* into found_poll from public.polls p where p.id = p_poll_id;
  return found_poll;
end
$$;
comment on function private.lock_poll(uuid) is 'Answers of a poll are stored one after another. Returns the poll.';
grant execute on function private.lock_poll(uuid) to service_role;

-- Under the lock of lock_poll. Counts anew, so that no sum can drift.
create function private.count_poll(p_poll_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  update public.polls p set answered = counted.answered, yes = counted.yes, maybe = counted.maybe, updated_at = now()
  from (
    select max(line.answered) as answered, array_agg(line.yes order by at) as yes, array_agg(line.maybe order by at) as maybe
    from public.polls o
    cross join lateral generate_subscripts(o.starts, 1) as at
    cross join lateral (
      select count(*)::integer as answered, (count(*) filter (where a.choices[at] = 'yes'))::integer as yes,
        (count(*) filter (where a.choices[at] = 'maybe'))::integer as maybe
      from public.poll_answers a where a.poll_id = o.id and a.confirmed_at is not null
    ) as line
    where o.id = p_poll_id
  ) as counted
  where p.id = p_poll_id
$$;
comment on function private.count_poll(uuid) is 'Counts who can come when.';
grant execute on function private.count_poll(uuid) to service_role;

-- The caller has shown that the address is the person's if it confirms. What was confirmed is changed by those who can confirm only.
create function private.place_poll_answer(
  p_poll_id uuid, p_email text, p_name text, p_choices text[], p_now timestamptz, p_confirms boolean,
  p_language text default null, p_user_id uuid default null
) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  poll public.polls := private.lock_poll(p_poll_id);
  its_id uuid;
begin
  select a.id into its_id from public.poll_answers a where a.poll_id = p_poll_id and a.email = p_email;
  if poll.id is null or poll.closed_at is not null or poll.closes_at <= p_now then
    raise exception using errcode = 'TB092', message = 'This poll is closed.';
  elsif cardinality(p_choices) is distinct from cardinality(poll.starts) then
    raise exception using errcode = 'invalid_parameter_value', message = 'An answer has a choice for each time.';
  elsif its_id is null and (
    select count(*) from public.poll_answers a where a.poll_id = p_poll_id
  ) >= private.answer_limit() then
    raise exception using errcode = 'TB093', message = 'This poll has as many answers as it can have.';
  end if;
  insert into public.poll_answers as a (poll_id, calendar_id, user_id, email, name, language, choices, confirmed_at, created_at, updated_at)
  values (
    poll.id, poll.calendar_id, p_user_id, p_email, private.trimmed(p_name), coalesce(p_language, 'en'), p_choices,
    case when p_confirms then p_now end, p_now, p_now
  )
  on conflict (poll_id, email) do update set
    user_id = coalesce(excluded.user_id, a.user_id), name = excluded.name, language = coalesce(p_language, a.language),
    choices = excluded.choices, confirmed_at = coalesce(a.confirmed_at, excluded.confirmed_at),
    created_at = case when p_confirms then a.created_at else p_now end, updated_at = p_now
  where p_confirms or a.confirmed_at is null
  returning a.id into its_id;
  if p_confirms then
    perform private.count_poll(p_poll_id);
  end if;
  return coalesce(its_id, (select a.id from public.poll_answers a where a.poll_id = p_poll_id and a.email = p_email));
end
$$;
comment on function private.place_poll_answer(uuid, text, text, text[], timestamptz, boolean, text, uuid) is 'Stores what somebody answers, and counts it if it is confirmed. Returns the id of the answer.';
grant execute on function private.place_poll_answer(uuid, text, text, text[], timestamptz, boolean, text, uuid) to service_role;

-- Definer: whoever deletes an account may not write polls.
create function private.count_polls_of_deleted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  its_poll uuid;
begin
  for its_poll in
    select distinct p.id from deleted d join public.polls p on p.id = d.poll_id where d.confirmed_at is not null order by p.id
  loop
    perform private.lock_poll(its_poll);
    perform private.count_poll(its_poll);
  end loop;
  return null;
end
$$;
comment on function private.count_polls_of_deleted() is 'Counts the polls of deleted answers anew.';

create trigger count_deleted after delete on public.poll_answers referencing old table as deleted
for each statement execute function private.count_polls_of_deleted();

-- Definer: answers are closed to clients. The confirmed address of the account is proof enough, so nothing is mailed.
create function public.answer_poll(p_poll_id uuid, p_choices text[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  person private.answering_member := private.require_answering_member_of((select p.calendar_id from public.polls p where p.id = p_poll_id));
begin
  perform private.place_poll_answer(
    p_poll_id, person.email, person.display_name, p_choices, private.program_time(), true, null, person.id
  );
end
$$;
comment on function public.answer_poll(uuid, text[]) is 'Gives or changes the answer of a member with a confirmed address: yes, maybe or no for each time.';
grant execute on function public.answer_poll(uuid, text[]) to authenticated;
