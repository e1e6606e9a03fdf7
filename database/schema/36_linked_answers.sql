-- What people answer by a mailed link, without an account, or as members: whether they come (37), what they take on (38), what they suggest
-- (39), which date suits them (40). Here is what these share. A row counts once the link was used (confirmed_at), because anybody can type
-- an address.

create function private.answer_limit() returns integer
language sql immutable parallel safe
return 5000;
comment on function private.answer_limit() is 'How many people can answer one thing, confirmed or not: ANSWERS_MAX.';
grant execute on function private.answer_limit() to service_role;

create type private.answering_member as (id uuid, email text, display_name text);
comment on type private.answering_member is 'A member who answers: the confirmed address of the account is proof enough, so nothing is mailed.';

-- One limit for everything: somebody who plays with one form is not kept from another for long.
create function private.require_answering_member_of(p_calendar_id uuid) returns private.answering_member
language plpgsql volatile
set search_path = ''
as $$
declare
  person record;
begin
  select u.id, u.email, u.email_confirmed_at, p.display_name into person
  from auth.users u join public.profiles p on p.user_id = u.id where u.id = auth.uid();
  if not found or p_calendar_id is null or not p_calendar_id = any (private.my_calendars()) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only members can answer here.';
  elsif person.email_confirmed_at is null then
    raise exception using errcode = 'TB007', message = 'Please confirm your email address first.';
  end if;
  perform private.require_limit('answers:' || person.id, 60, interval '1 hour', 'You have changed your answers very often.');
  return (person.id, person.email, person.display_name);
end
$$;
comment on function private.require_answering_member_of(uuid) is 'The caller, if they are a member of the calendar and have confirmed their address; refuses others, and who answers too often.';

create function private.require_answering_member(p_event_id uuid) returns private.answering_member
language sql volatile
set search_path = ''
as $$
  select private.require_answering_member_of((select e.calendar_id from public.events e where e.id = p_event_id))
$$;
comment on function private.require_answering_member(uuid) is 'The caller, if they may answer what an event of their calendars asks.';

create function private.may_mail_change(p_id uuid) returns boolean
language sql volatile
set search_path = ''
as $$
  select l.allowed from private.take_limit('changed-answer-mail:' || p_id, 5, interval '1 day') l
$$;
comment on function private.may_mail_change(uuid) is 'Whether somebody is mailed that their own answer changed: five times a day for each.';
grant execute on function private.may_mail_change(uuid) to service_role;

create function private.can_edit_event(p_event public.events) returns boolean
language sql stable
set search_path = ''
as $$
  select p_event.calendar_id = any (private.my_admin_calendars())
    or p_event.created_by = auth.uid() and p_event.calendar_id = any (private.my_calendars())
$$;
comment on function private.can_edit_event(public.events) is 'Whether the caller may edit the event: admins, and the member who created it.';
grant execute on function private.can_edit_event(public.events) to service_role;

create function private.is_awaited(p_event_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.rsvp_answers a
    where a.event_id = p_event_id and a.email is not null and a.confirmed_at is not null
  ) or exists (
    select from public.slot_signups s
    where s.event_id = p_event_id and s.email is not null and s.confirmed_at is not null
  )
$$;
comment on function private.is_awaited(uuid) is 'Whether somebody has answered or signed up whom a change can be mailed to.';
grant execute on function private.is_awaited(uuid) to service_role;

-- Definer: callers may not write calendars.
create function private.raise_calendar_version() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.calendars c set version = c.version + 1, updated_at = now() where c.id = coalesce(new.calendar_id, old.calendar_id);
  return null;
end
$$;
comment on function private.raise_calendar_version() is 'What visitors see of a calendar has changed, so its pages are made anew.';

create function private.answer_tables() returns table (name text, about text)
language sql immutable parallel safe
set search_path = ''
as $$
  values ('rsvp_answers', 'event_id'), ('slot_signups', 'event_id'), ('event_suggestions', null), ('poll_answers', 'poll_id')
$$;
comment on function private.answer_tables() is 'Where answers are stored, and the column that names what they are about, which an address answers once; null: it answers as often as it likes.';
grant execute on function private.answer_tables() to service_role;

-- Definer: whoever deletes an account may not write answers. Only a confirmed address: anybody can sign up with somebody else's.
create function private.delete_answers_of_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  its_name text;
begin
  if old.email_confirmed_at is not null then
    for its_name in select t.name from private.answer_tables() t loop
      execute format('delete from public.%I where email = $1', its_name) using old.email;
    end loop;
    delete from public.trusted_submitters t where t.email = old.email;
  end if;
  return old;
end
$$;
comment on function private.delete_answers_of_account() is 'What an account''s address answered, took on or suggested goes with it, also by a link; events that came of it stay.';

-- Their ids are new: the mails in the old mailbox hold links with the old ones. Where both addresses answered, the newer answer stays.
create function private.move_answers(p_from text, p_to text) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  stored record;
begin
  for stored in select t.name, t.about from private.answer_tables() t loop
    if stored.about is not null then
      execute format(
        'delete from public.%1$I there using public.%1$I a
         where a.email = $1 and a.confirmed_at is not null and there.%2$I = a.%2$I and there.email = $2
           and (there.confirmed_at is null or there.updated_at <= a.updated_at)', stored.name, stored.about
      ) using p_from, p_to;
      execute format(
        'delete from public.%1$I a using public.%1$I there
         where a.email = $1 and a.confirmed_at is not null and there.%2$I = a.%2$I and there.email = $2', stored.name, stored.about
      ) using p_from, p_to;
    end if;
    execute format(
      'update public.%I set id = gen_random_uuid(), email = $2 where email = $1 and confirmed_at is not null', stored.name
    ) using p_from, p_to;
  end loop;
  delete from public.trusted_submitters t using public.trusted_submitters there
  where t.email = p_from and there.calendar_id = t.calendar_id and there.email = p_to;
  update public.trusted_submitters t set email = p_to where t.email = p_from;
end
$$;
comment on function private.move_answers(text, text) is 'What a person answered, took on or suggested goes along when their account gets another address.';
grant execute on function private.move_answers(text, text) to service_role;

-- Who came is nobody's business for good; the numbers stay.
create function private.forget_answers(p_days integer) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  stored record;
begin
  for stored in select t.name, t.about from private.answer_tables() t loop
    execute format(
      $sql$delete from public.%I where confirmed_at is null and created_at < now() - interval '7 days'$sql$, stored.name
    );
    if stored.about = 'event_id' then
      execute format(
        'delete from public.%I a using public.events e
         where e.id = a.event_id and e.end_time < now() - make_interval(days => $1)', stored.name
      ) using p_days;
    end if;
  end loop;
  delete from public.polls p where p.closes_at < now() - make_interval(days => p_days);
end
$$;
comment on function private.forget_answers(integer) is 'Deletes what was not confirmed for a week, and answers about events and polls that were over so many days ago.';
grant execute on function private.forget_answers(integer) to service_role;

-- after all tables

create trigger delete_answers before delete on auth.users
for each row execute function private.delete_answers_of_account();
