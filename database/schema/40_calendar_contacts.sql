-- Whom a calendar notifies: email addresses and phone numbers, put there by its admins or by people who followed it.
-- Personal data of people without an account, so only admins see them; members get a count.

-- In plpgsql, because every statement that writes an event prepares its checks, and an inlined body with them.
-- Definer: callers cannot look up what it calls.
create function private.are_tags(tags text[]) returns boolean
language plpgsql immutable parallel safe strict security definer
set search_path = ''
as $$
begin
  return cardinality(tags) <= 20 and array_ndims(tags) = 1 and not exists (
    select from unnest(tags) as each (tag)
    where each.tag is null or char_length(each.tag) > 40 or not private.is_one_line(each.tag) or not private.is_visible(each.tag)
      or private.trimmed(each.tag) <> each.tag or strpos(each.tag, ',') > 0
  );
end
$$;
comment on function private.are_tags(text[]) is 'At most 20 tags of at most 40 characters, without the comma that separates them in forms.';
grant execute on function private.are_tags(text[]) to authenticated, service_role;

create table public.calendar_contacts (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references public.calendars on delete cascade,
  contact_type text not null,
  contact_value text not null,
  normalised text not null generated always as (private.normalised_address(contact_type, contact_value)) stored,
  name text,
  tags text[] not null default '{}',
  language text not null default 'en',
  source text not null default 'manager',
  consent_text_version text,
  consented_at timestamptz,
  consent_address text,
  consent_user_agent text,
  confirmed_at timestamptz,
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),

  constraint calendar_contacts_type_check check (contact_type in ('email', 'phone')),
  constraint calendar_contacts_value_check
  check (char_length(contact_value) <= 254 and private.is_address(contact_type, normalised)),
  constraint calendar_contacts_name_check
  check (char_length(name) <= 100 and private.is_one_line(name) and private.is_visible(name)),
  constraint calendar_contacts_tags_check check (tags = '{}' or private.are_tags(tags)),
  constraint calendar_contacts_source_check check (source in ('manager', 'follow', 'import')),
  constraint calendar_contacts_consent_check check (
    (consented_at is null) = (consent_text_version is null) and char_length(consent_text_version) <= 100
    and char_length(consent_address) <= 64
  ),
  constraint calendar_contacts_user_agent_check check (char_length(consent_user_agent) <= 512),
  constraint calendar_contacts_language_check check (language in ('en', 'es'))
);

comment on table public.calendar_contacts is 'One row per recipient of a calendar''s notices.';
comment on column public.calendar_contacts.contact_value is 'As it was typed, trimmed.';
comment on column public.calendar_contacts.normalised is 'As it is compared and sent to: lower-case email or E.164 number.';
comment on column public.calendar_contacts.name is 'What the admins call the recipient; only they see it. Null: they have not said.';
comment on column public.calendar_contacts.tags is 'Groups that the admins made: a street, the block captains. Sorted, each once. Only admins see them.';
comment on column public.calendar_contacts.language is 'In which they followed; what they chose since is in contact_preferences. Nobody but themselves sets it.';
comment on column public.calendar_contacts.source is 'manager: typed in by an admin. follow: the person asked and confirmed. import: from a file.';
comment on column public.calendar_contacts.consent_text_version is 'Which consent text the person agreed to (text messages), or "import: " and the ground that an admin gave: asked, members or told.';
comment on column public.calendar_contacts.consent_address is 'The network address the consent came from, as carriers ask us to keep.';
comment on column public.calendar_contacts.consent_user_agent is 'The browser the request to follow came from, as carriers ask us to keep.';
comment on column public.calendar_contacts.confirmed_at is 'When the person themselves confirmed: the link in a mail, or YES to a text.';
comment on column public.calendar_contacts.created_by is 'The admin who typed it in, or the member who added their own number. Null for an import, whose line of history has the same moment and says by whom; for a follower; and once the account is gone.';

create index calendar_contacts_created_at_idx on public.calendar_contacts (calendar_id, created_at, contact_type);
comment on index public.calendar_contacts_created_at_idx is 'The contact dialog: all of a calendar, oldest first. How many by email and by text, from the index alone.';
create index calendar_contacts_created_by_idx on public.calendar_contacts (created_by) where created_by is not null;
comment on index public.calendar_contacts_created_by_idx is 'The foreign key, when an account goes.';
-- Created after the other indexes: while the table is empty all of them cost the same, and PostgreSQL takes the newest. With
-- another one, a first import would read the list once per line.
alter table public.calendar_contacts add constraint calendar_contacts_normalised_key unique (normalised, contact_type, calendar_id);
comment on index public.calendar_contacts_normalised_key is 'Webhooks: every list an address is on.';

alter table public.calendar_contacts enable row level security;
create policy select_admin on public.calendar_contacts for select to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.calendar_contacts is 'Admins manage recipients. The owner is always an admin.';
create policy insert_admin on public.calendar_contacts for insert to authenticated
  with check (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy insert_admin on public.calendar_contacts is 'Admins add recipients to their own calendars only.';
create policy update_admin on public.calendar_contacts for update to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]))
  with check (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy update_admin on public.calendar_contacts is 'Admins name and tag recipients; no other column is granted.';
create policy delete_admin on public.calendar_contacts for delete to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy delete_admin on public.calendar_contacts is 'Admins remove recipients.';
create policy all_service on public.calendar_contacts for all to service_role using (true) with check (true);
comment on policy all_service on public.calendar_contacts is 'Confirmed follows are added, and the sender reads the recipients.';

grant select, delete on public.calendar_contacts to authenticated;
grant insert (calendar_id, contact_type, contact_value, name, tags, created_by) on public.calendar_contacts to authenticated;
grant update (name, tags) on public.calendar_contacts to authenticated;
grant select, insert, update, delete on public.calendar_contacts to service_role;

-- Definer: clients may not look into the schema of the rules.
create function private.trim_contact_name() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.name := private.trimmed_or_null(new.name);
  return new;
end
$$;
comment on function private.trim_contact_name() is 'A name is stored trimmed, and a blank one as none.';

-- Called with 'client' or 'trusted'; the limits hold for both, because a confirmed follow counts like any other contact.
-- Definer: locks the calendar and counts what the writer may not see. The lock makes parallel adds count one another.
create function private.admit_contact() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  owner uuid;
  address text;
begin
  if tg_argv[0] = 'client' then
    if not (new.calendar_id = any (private.my_admin_calendars())) then
      return new; -- The policy refuses it. Going on would show a stranger limits and opt-outs.
    end if;
    new.created_by := auth.uid();
  end if;

  new.contact_value := private.trimmed(new.contact_value);
  address := private.normalised_address(new.contact_type, new.contact_value);
  if new.contact_type = 'email' and exists (
    select from private.stops(new.calendar_id, 'email', address) s where s.cause = 'unsubscribed'
  ) then
    raise exception using errcode = 'TB008',
      message = 'This person has unsubscribed from this calendar. Only they can subscribe again.';
  end if;

  select c.owner_id into owner from public.calendars c where c.id = new.calendar_id for no key update;
  if tg_argv[0] = 'client' and private.is_suspended(owner) then
    raise exception using errcode = 'TB041', message = 'The owner''s account is suspended. Please write to support.';
  end if;
  if new.contact_type = 'email' and new.confirmed_at is null and private.is_opted_out_of(owner, address) then
    raise exception using errcode = 'TB008',
      message = 'This person has unsubscribed from another calendar of the same owner. Only they can subscribe.';
  end if;
  if exists (
    select from public.calendar_contacts k
    where k.calendar_id = new.calendar_id and k.contact_type = new.contact_type and k.normalised = address
  ) then
    return new; -- The key reports a duplicate, also on a full list.
  end if;
  if private.is_on_trial(owner)
    and (select count(*) from public.calendar_contacts k where k.calendar_id = new.calendar_id) >= private.trial_contact_limit()
  then
    raise exception using errcode = 'TB002',
      message = 'Trial users can only add up to 10 contacts per calendar. Please upgrade your plan to add more contacts.';
  end if;
  -- Admins enter addresses of people who have not been asked, so without a limit an account could be used to write to the whole town once,
  -- before bounces and complaints pause it. People who follow by themselves do not count. Counts by owner, so that another calendar does not
  -- begin anew, and adds and not rows, so that deleting and adding in turns counts too; a failed add is rolled back.
  if tg_argv[0] = 'client' then
    perform private.require_limit('contacts:' || owner, 200, interval '1 day', 'An owner''s calendars can add 200 contacts a day. You can also invite people to follow the calendar.');
  end if;
  return new;
end
$$;
comment on function private.admit_contact() is 'Opt-outs beat every add; admins add nobody while the owner is suspended, and 200 a day to all calendars of an owner; a calendar whose owner is on trial holds only trial_contact_limit() contacts.';

-- Definer: members may know how many, not who.
create function public.get_calendar_contact_count(p_calendar_id uuid) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select count(*)
  from public.calendar_contacts k
  where k.calendar_id = p_calendar_id and p_calendar_id = any ((select private.my_calendars())::uuid[])
$$;
comment on function public.get_calendar_contact_count(uuid) is 'How many contacts a calendar has; 0 for anybody who is not a member.';
grant execute on function public.get_calendar_contact_count(uuid) to authenticated;

-- Definer: a profile is closed to everybody but its person.
create function public.is_calendar_on_trial(p_calendar_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select private.is_on_trial(c.owner_id) from public.calendars c
  where c.id = p_calendar_id and p_calendar_id = any ((select private.my_admin_calendars())::uuid[])
$$;
comment on function public.is_calendar_on_trial(uuid) is 'Whether the limit of contacts holds, by its owner''s plan and the site''s setting; null for anybody who is no admin.';
grant execute on function public.is_calendar_on_trial(uuid) to authenticated;

-- Definer: callers may not write this column, and a profile is closed to everybody but its person.
create function private.note_full(p_calendars uuid[]) returns void
language sql volatile security definer
set search_path = ''
as $$
  update public.calendars c set is_full = found.is_full
  from (
    select t.id, private.is_on_trial(t.owner_id) and (
        select count(*) from public.calendar_contacts k where k.calendar_id = t.id
      ) >= private.trial_contact_limit() as is_full
    from public.calendars t
    where t.id = any (p_calendars) and (t.is_full or private.is_on_trial(t.owner_id))
  ) as found
  where c.id = found.id and c.is_full <> found.is_full
$$;
comment on function private.note_full(uuid[]) is 'Notes which calendars have no place for another contact. Raises the version only of those for which that changed.';

-- Definer: as note_full.
create function private.note_full_plan() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.note_full(array(select c.id from public.calendars c where c.owner_id = new.user_id));
  return null;
end
$$;
comment on function private.note_full_plan() is 'Another plan of the owner makes places, or takes them.';

create function private.set_trials(p_on boolean) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  update private.sending set has_trials = p_on where has_trials <> p_on;
  if found then
    perform private.note_full(array(select c.id from public.calendars c));
  end if;
end
$$;
comment on function private.set_trials(boolean) is 'The setting TRIAL: off lifts what accounts on trial may have, for those that exist too.';
grant execute on function private.set_trials(boolean) to service_role;

-- after all tables

create trigger note_full after update of trial on public.profiles
for each row when (new.trial <> old.trial) execute function private.note_full_plan();

-- Every trigger of calendar_contacts, in the order in which they run. What follows a change is called from the two _400:
-- 64_after_other_changes.sql.
create trigger _100_admit before insert on public.calendar_contacts
for each row when (current_user in ('anon', 'authenticated'))
execute function private.admit_contact('client');
create trigger _100_admit_trusted before insert on public.calendar_contacts
for each row when (new.source <> 'import' and current_user not in ('anon', 'authenticated'))
execute function private.admit_contact('trusted');
create trigger _200_trim_name before insert or update of name on public.calendar_contacts
for each row when (new.name is not null) execute function private.trim_contact_name();
create trigger _300_audit after update or delete on public.calendar_contacts
for each row execute function private.write_audit('contact');
create trigger _400_after_insert after insert on public.calendar_contacts referencing new table as added
for each statement execute function private.after_contacts_added();
create trigger _400_after_delete after delete on public.calendar_contacts referencing old table as removed
for each statement execute function private.after_contacts_removed();
