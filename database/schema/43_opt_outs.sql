-- Addresses that do not want mail of a calendar any more. It beats every list, import and re-add; only the person's own
-- confirmed follow removes the row. Closed to clients: being on it is nobody else's business, and reading it would
-- show who follows what. The opt-out page goes through a function.

create table public.opt_outs (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references public.calendars on delete cascade,
  email text not null,
  source text not null default 'form',
  created_at timestamptz not null default now(),
  reason text,

  constraint opt_outs_email_key unique (calendar_id, email),
  constraint opt_outs_email_check check (private.is_email(email)),
  constraint opt_outs_source_check check (source in ('form', 'link', 'one_click', 'operator', 'left', 'bounce')),
  constraint opt_outs_reason_check check (reason in ('too_many', 'not_for_me', 'never_asked', 'other'))
);

comment on table public.opt_outs is 'One row per address and calendar that must not write to it.';
comment on column public.opt_outs.email is 'Lower case, as contacts are compared.';
comment on column public.opt_outs.source is 'form: unsigned, from the page. link: signed, from a mail. one_click: the mail program''s button (RFC 8058). left: a member left the calendar; joining again lifts it. bounce: a report that named only the mail''s Message-ID, which readers of a list''s archive know.';
comment on column public.opt_outs.reason is 'What the person said when unsubscribing with the link of a mail. The admins of the calendar see it.';

create index opt_outs_email_idx on public.opt_outs (email);
comment on index public.opt_outs_email_idx is 'Everything one address opted out of: undo, and questions to support.';

alter table public.opt_outs enable row level security;
create policy all_service on public.opt_outs for all to service_role using (true) with check (true);
comment on policy all_service on public.opt_outs is 'Written by the opt-out function, read by the sender.';

grant select, insert, update, delete on public.opt_outs to service_role;

-- The number that came with an address. All else that was chosen stays, for the day the texts are switched on again.
-- Definer: for the triggers below, whose callers may not write preferences.
create function private.stop_texts(p_calendar uuid, p_email text) returns void
language sql volatile security definer
set search_path = ''
as $$
  insert into private.contact_preferences as p (
    channel, address, calendar_id, is_on, categories, timing, paused_until, language, updated_at
  )
  select distinct on (k.address) 'sms', k.address, k.calendar_id, false, k.categories, k.timing, k.paused_until, k.language,
    private.program_time()
  from private.phone_companions o
  join private.contact_choices k on k.contact_id = o.contact_id
  where k.calendar_id = p_calendar and o.email = p_email and k.is_on
  on conflict (channel, address, calendar_id) do update set is_on = false, updated_at = excluded.updated_at
$$;
comment on function private.stop_texts(uuid, text) is 'Switches off the calendar''s texts to the numbers that came with an address.';
grant execute on function private.stop_texts(uuid, text) to service_role;

-- A member who leaves was promised no more mail, and the row in which they may have switched it off goes with them. So an address that
-- an admin listed stays quiet. One who is removed keeps what they had chosen. Only a confirmed address: anybody can sign up with
-- somebody else's.
-- Definer: members may not write opt-outs.
create function private.opt_out_leaver() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.opt_outs (calendar_id, email, source)
  select c.id, u.email, 'left'
  from auth.users u, public.calendars c
  where u.id = old.user_id and u.email_confirmed_at is not null and c.id = old.calendar_id
    and (
      old.user_id = auth.uid() or exists (
        select from public.notification_preferences p
        where p.calendar_id = old.calendar_id and p.user_id = old.user_id and not p.email_notifications
      )
    )
  on conflict (calendar_id, email) do nothing;
  perform private.drop_own_numbers(old.calendar_id, old.user_id);
  if old.user_id = auth.uid() then
    perform private.stop_texts(old.calendar_id, u.email) from auth.users u where u.id = old.user_id and u.email_confirmed_at is not null;
  end if;
  return old;
end
$$;
comment on function private.opt_out_leaver() is 'Leaving a calendar stops its mail and texts, also to an address that an admin put on the list. The number that a member added goes, whoever ends the membership.';

-- A person who deletes their account leaves every calendar. Only calendars that have the address on their list get an opt-out, so
-- that nothing new is stored about the person.
-- Definer: as opt_out_leaver.
create function private.opt_out_deleted_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.opt_outs (calendar_id, email, source)
  select m.calendar_id, old.email, 'left'
  from public.calendar_members m
  join public.calendar_contacts k on k.calendar_id = m.calendar_id and k.contact_type = 'email' and k.normalised = old.email
  where m.user_id = old.id and old.email_confirmed_at is not null
  on conflict (calendar_id, email) do nothing;
  perform private.drop_own_numbers(m.calendar_id, old.id) from public.calendar_members m where m.user_id = old.id;
  perform private.stop_texts(m.calendar_id, old.email)
  from public.calendar_members m where m.user_id = old.id and old.email_confirmed_at is not null;
  return old;
end
$$;
comment on function private.opt_out_deleted_account() is 'Deleting an account stops the mails and texts of its calendars.';

-- A person who unsubscribed from one calendar cannot be added to another calendar of the same owner. Lists they were on already, and
-- what they confirm themselves, stay as they are. A member who leaves a calendar leaves only that one, and a bounce
-- that anybody may have written counts for only one.
create function private.is_opted_out_of(p_owner uuid, p_email text) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.opt_outs o join public.calendars c on c.id = o.calendar_id
    where o.email = p_email and o.source not in ('left', 'bounce') and c.owner_id = p_owner
  )
$$;
comment on function private.is_opted_out_of(uuid, text) is 'Whether an address has unsubscribed from any calendar of an owner, deleted ones too.';
grant execute on function private.is_opted_out_of(uuid, text) to service_role;

-- Admins see one follower less. Who follows by email is named as in the list of people; a member who gets email as such is not.
-- Definer: callers may not write history.
create function private.log_opt_out() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  given public.opt_outs := case tg_op when 'DELETE' then old else new end;
begin
  insert into public.audit_logs (calendar_id, entity_type, entity_id, action, metadata)
  select c.id, 'contact', coalesce(k.id, c.id), 'update', jsonb_build_object(
    'calendar_id', c.id, 'calendar_name', c.name, 'contact_type', 'email',
    'changed', jsonb_build_array(case tg_op when 'DELETE' then 'opt_in' else 'opt_out' end)
  )
  from public.calendars c
  left join public.calendar_contacts k on k.calendar_id = c.id and k.contact_type = 'email' and k.normalised = given.email
  where c.id = given.calendar_id;
  return null;
end
$$;
comment on function private.log_opt_out() is 'Notes in the history that somebody unsubscribed, or came back. Leaving a calendar has a line of its own.';

-- after all tables

create trigger opt_out_deleted_account before delete on auth.users
for each row execute function private.opt_out_deleted_account();

create trigger stop_what_is_leaving before insert on public.opt_outs
for each row execute function private.stop_what_is_leaving('email');

create trigger log_opt_out after insert on public.opt_outs
for each row when (new.source <> 'left') execute function private.log_opt_out();
create trigger log_opt_in after delete on public.opt_outs
for each row when (old.source <> 'left') execute function private.log_opt_out();
