-- Members who want it get the mails of their calendars.

alter table public.deliveries add column if not exists member_id uuid references auth.users on delete set null;
comment on column public.deliveries.member_id is 'Whom a mail is for that is a member and no contact.';
create index if not exists deliveries_member_id_idx on public.deliveries (member_id) where member_id is not null;
comment on index public.deliveries_member_id_idx is 'The foreign key, when an account goes.';

-- A view and not a function: it becomes part of the statement that plans for a hundred thousand contacts at once. Members count when
-- their address is confirmed, because anybody can sign up with somebody else's; one who is a contact too is a contact only.
create or replace view private.contact_choices with (security_invoker = true) as
select recipient.contact_id, recipient.calendar_id, recipient.channel, recipient.address, recipient.confirmed_at,
  own.id is not null as is_own,
  case when own.id is null then every.is_on is not false else own.is_on end as is_on,
  case when own.id is null then every.categories else own.categories end as categories,
  case when own.id is null then coalesce(every.timing, 'day_of') else own.timing end as timing,
  case when own.id is null then every.paused_until else own.paused_until end as paused_until,
  coalesce(own.language, every.language, recipient.language) as language, recipient.member_id
from (
  select contact.id as contact_id, contact.calendar_id, case contact.contact_type when 'phone' then 'sms' else 'email' end as channel,
    contact.normalised as address, contact.confirmed_at, contact.language, null::uuid as member_id
  from public.calendar_contacts contact
  union all
  select null::uuid, p.calendar_id, 'email', u.email, u.email_confirmed_at, 'en', p.user_id
  from public.notification_preferences p
  join auth.users u on u.id = p.user_id
  where p.email_notifications and u.email_confirmed_at is not null and not exists (
    select from public.calendar_contacts k
    where k.calendar_id = p.calendar_id and k.contact_type = 'email' and k.normalised = u.email
  )
) as recipient
left join private.contact_preferences own
  on own.channel = recipient.channel and own.address = recipient.address and own.calendar_id = recipient.calendar_id
left join private.contact_preferences every
  on every.channel = recipient.channel and every.address = recipient.address and every.calendar_id is null;
comment on view private.contact_choices is 'Contacts, and members who get email, with what holds for each: what was chosen for the calendar, else for all of them, else everything on the day, in the language they followed in.';

-- What may leave although its calendar is paused by the review, or its mailing waits for one. People who confirmed have asked for
-- it: a review does not stop what they get, and a pause by the review lets alerts through to them. Members have joined, and browsers
-- are theirs. `p_contact` is the contact or the member.
create or replace function private.is_released(p_contact uuid, p_channel text, p_kind text, p_paused_by text) returns boolean
language sql stable
set search_path = ''
as $$
  select (p_paused_by is null or p_paused_by = 'review' and p_kind = 'alert') and (
    p_channel = 'push'
    or exists (select from public.calendar_contacts k where k.id = p_contact and k.confirmed_at is not null)
    or exists (select from auth.users u where u.id = p_contact and u.email_confirmed_at is not null)
  )
$$;
comment on function private.is_released(uuid, text, text, text) is 'Whether a message may leave although something waits for a human. Asked only when something does.';
revoke execute on function private.is_released(uuid, text, text, text) from public;
grant execute on function private.is_released(uuid, text, text, text) to service_role;

-- Read just before a mail leaves: a person who has left, was removed or has switched mail off gets nothing any more.
create or replace function private.is_mailed(p_calendar uuid, p_member uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.notification_preferences p
    where p.calendar_id = p_calendar and p.user_id = p_member and p.email_notifications
  )
$$;
comment on function private.is_mailed(uuid, uuid) is 'Whether the account is a member of the calendar and wants its mails.';
revoke execute on function private.is_mailed(uuid, uuid) from public;
grant execute on function private.is_mailed(uuid, uuid) to service_role;

-- Admins read it. What a mail server says often names the address, which they know of contacts only: of members only the code stays.
create or replace function private.shown_error(p_error text, p_member uuid) returns text
language sql immutable
return case when p_member is null then left(p_error, 1000) else substring(p_error from '^[0-9]{3}(?: [0-9]\.[0-9]{1,3}\.[0-9]{1,3})?') end;
comment on function private.shown_error(text, uuid) is 'What a carrier answered, as admins may see it.';
revoke execute on function private.shown_error(text, uuid) from public;
grant execute on function private.shown_error(text, uuid) to service_role;

-- First what happened is written down, then who may go on: one call of a worker for all its connections, so between two
-- calls each connection has at most one message whose end is open.
--   p_settled  [{id, token, state, error, provider_id, next_attempt_at, refused, unused}]: refused says that for certain
--              no copy left; unused, that it was not even tried
--   p_begin    [{id, token, channel, address, message_id, version, segments}]: version is the calendar's when the message
--              was rendered; channel and address are compared with the row's own
-- Verdicts: go; lost (another has the row); opted_out; again (paused, held, changed since it was rendered, or an opt-out
-- is being written this moment).
--
-- One statement writes both, because PostgreSQL prepares a table's checks for each statement. `offset 0` and the settings
-- make every row be found by its key: a plan made while the tables were empty is cached and would read all of them.
create or replace function private.advance_deliveries(p_now timestamptz, p_settled jsonb, p_begin jsonb)
returns table (id uuid, verdict text)
language plpgsql
set search_path = ''
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  mail jsonb;
  locked uuid[] := '{}';
  gone integer;
begin
  -- Before the next statement takes its snapshot: an opt-out that holds the lock is either seen by it or still waiting.
  for at in 0 .. jsonb_array_length(p_begin) - 1 loop
    mail := p_begin -> at;
    if pg_catalog.pg_try_advisory_xact_lock_shared(private.address_key(mail ->> 'channel', mail ->> 'address')) then
      locked := locked || (mail ->> 'id')::uuid;
    end if;
  end loop;

  return query
  with step as (
    select s.id, s.token, null::text as channel, null::text as address, false as begins, s.state, s.error, s.provider_id, s.next_attempt_at,
      s.message_id, null::bigint as version, null::integer as segments, case when s.refused then -1 else 0 end as copies,
      case when s.unused then -1 else 0 end as attempts
    from jsonb_to_recordset(p_settled) as s (
      id uuid, token uuid, state text, error text, provider_id text, message_id text, next_attempt_at timestamptz, refused boolean,
      unused boolean
    )
    union all
    select b.id, b.token, b.channel, b.address, true, 'committing', null, null, null, b.message_id, b.version, b.segments, 1, 0
    from jsonb_to_recordset(p_begin) as b (
      id uuid, token uuid, channel text, address text, message_id text, version bigint, segments integer
    )
    where b.id = any (locked) and not exists (select from private.sending s where s.held_at is not null)
  ), moved as (
    update public.deliveries d set
      state = case when s.state = 'planned' and s.copies = 0 and d.copies >= 2 then 'uncertain' else s.state end,
      sent_at = case when s.state = 'sent' then p_now else d.sent_at end,
      last_error = case when s.begins then d.last_error else private.shown_error(s.error, d.member_id) end,
      provider_id = coalesce(s.provider_id, d.provider_id),
      message_id = coalesce(s.message_id, d.message_id),
      segments = coalesce(s.segments, d.segments),
      next_attempt_at = coalesce(s.next_attempt_at, d.next_attempt_at),
      copies = d.copies + case when s.begins or d.state = 'committing' then s.copies else 0 end,
      attempts = d.attempts + s.attempts,
      lease_token = case when s.begins then d.lease_token end,
      lease_until = case when s.begins then d.lease_until end,
      lease_holder = case when s.begins then d.lease_holder end,
      updated_at = now()
    from step s
    -- Not as plain conditions: they would fit the index of leases, which while mails leave holds mostly rows that are done.
    where d.id = s.id and coalesce(d.lease_token = s.token, false)
      and case
        when not s.begins then d.state in ('claimed', 'committing')
        -- The lock is on the address that was given.
        else d.state = 'claimed' and d.channel = s.channel and d.address = s.address
          and exists (
            select from public.calendars c
            where c.id = d.calendar_id and c.version = s.version and not c.disabled
              and (c.sending_paused_at is null or private.is_released(
                coalesce(d.contact_id, d.member_id), d.channel, (select a.kind from public.mailings a where a.id = d.mailing_id), c.sending_paused_by
              ))
            offset 0
          )
          and exists (
            select from public.mailings m
            where m.id = d.mailing_id and m.state <> 'cancelled'
              and (d.contact_id is not null or m.kind = 'test' or d.channel = 'push' or private.is_mailed(d.calendar_id, d.member_id)) offset 0
          )
          -- Same as private.is_opted_out; a call per mail took a tenth of this function.
          and not exists (select from public.suppressions o where o.channel = d.channel and o.address = d.address offset 0)
          and not (d.channel = 'email' and exists (
            select from public.opt_outs o where o.calendar_id = d.calendar_id and o.email = d.address offset 0
          ))
      end
    returning d.id, s.begins
  )
  select moved.id, 'go'::text from moved where moved.begins;
  get diagnostics gone = row_count;
  if gone = jsonb_array_length(p_begin) then
    return;
  end if;

  return query
  with asked as materialized (
    select b.id, b.token, d.contact_id is null and not private.is_mailed(d.calendar_id, d.member_id) as is_gone, d.channel, d.mailing_id,
      private.is_opted_out(d.calendar_id, d.channel, d.address) as opted_out
    from jsonb_to_recordset(p_begin) as b (id uuid, token uuid)
    join public.deliveries d on d.id = b.id and coalesce(d.lease_token = b.token, false) and d.state = 'claimed'
  ), stopped as (
    update public.deliveries d set
      state = case when a.opted_out then 'opted_out' else 'cancelled' end,
      lease_token = null, lease_until = null, lease_holder = null
    from asked a, public.mailings m
    where d.id = a.id and coalesce(d.lease_token = a.token, false) and d.state = 'claimed' and m.id = a.mailing_id
      and (a.opted_out or a.is_gone and m.kind <> 'test' and a.channel <> 'push' or m.state = 'cancelled')
    returning d.id
  )
  select stopped.id, 'opted_out'::text from stopped;

  return query
  select b.id, case when d.lease_token = b.token then 'again' else 'lost' end
  from jsonb_to_recordset(p_begin) as b (id uuid, token uuid)
  left join public.deliveries d on d.id = b.id
  where d.id is null or d.lease_token is distinct from b.token or d.state <> 'committing';
end
$$;
comment on function private.advance_deliveries(timestamptz, jsonb, jsonb) is 'Writes what happened to messages, and returns which others may leave now.';
revoke execute on function private.advance_deliveries(timestamptz, jsonb, jsonb) from public;
grant execute on function private.advance_deliveries(timestamptz, jsonb, jsonb) to service_role;

-- Takes the lease away too: a worker that still waits for the carrier then writes nothing over the report.
create or replace function private.report_delivery(p_delivery uuid, p_state text, p_detail text, p_at timestamptz) returns boolean
language sql volatile
set search_path = ''
as $$
  with reported as (
    update public.deliveries d set
      state = p_state,
      sent_at = coalesce(d.sent_at, p_at),
      last_error = case when p_state in ('failed', 'bounced') then private.shown_error(p_detail, d.member_id) else d.last_error end,
      lease_token = null,
      lease_until = null
    where d.id = p_delivery and private.finality(p_state) > private.finality(d.state)
    returning 1
  )
  select exists (select from reported)
$$;
comment on function private.report_delivery(uuid, text, text, timestamptz) is 'Writes what became of a delivery; the same report twice, or an older one, changes nothing.';
revoke execute on function private.report_delivery(uuid, text, text, timestamptz) from public;
grant execute on function private.report_delivery(uuid, text, text, timestamptz) to service_role;

-- Definer: inserts the row for every new member, however they joined.
create or replace function private.make_preferences() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.notification_preferences (calendar_id, user_id, email_notifications)
  select new.calendar_id, new.user_id, not exists (
    select from public.opt_outs o join auth.users u on u.email = o.email
    where o.calendar_id = new.calendar_id and o.source <> 'left' and u.id = new.user_id and u.email_confirmed_at is not null
  );
  return null;
end
$$;
comment on function private.make_preferences() is 'Preferences for every membership, both on; email off for who has unsubscribed from the calendar.';
revoke execute on function private.make_preferences() from public;

-- Only the person themselves, who has confirmed the address: the same proof as a link in a mail.
-- Definer: members may not write opt-outs.
create or replace function private.lift_own_opt_out() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.user_id = auth.uid() then
    delete from public.opt_outs o using auth.users u
    where o.calendar_id = new.calendar_id and u.id = new.user_id and u.email_confirmed_at is not null and o.email = u.email;
  end if;
  return null;
end
$$;
comment on function private.lift_own_opt_out() is 'A member who switches email on again has changed their mind about unsubscribing.';
revoke execute on function private.lift_own_opt_out() from public;

create or replace trigger lift_own_opt_out after update of email_notifications on public.notification_preferences
for each row when (new.email_notifications and not old.email_notifications)
execute function private.lift_own_opt_out();

-- Contacts are counted from indexes alone; then members who are no contacts come in, and contacts who switched email off as members go.
create or replace function private.mail_count(p_calendar_id uuid) returns bigint
language sql stable
set search_path = ''
as $$
  select (select count(*) from public.calendar_contacts k where k.calendar_id = p_calendar_id and k.contact_type = 'email')
    - private.unsubscribed_count(p_calendar_id)
    + count(*) filter (where p.email_notifications and not is_contact and not is_out)
    - count(*) filter (where not p.email_notifications and is_contact and not is_out)
  from public.notification_preferences p
  join auth.users u on u.id = p.user_id and u.email_confirmed_at is not null
  cross join lateral (
    select
      exists (
        select from public.calendar_contacts k
        where k.calendar_id = p.calendar_id and k.contact_type = 'email' and k.normalised = u.email
      ) as is_contact,
      exists (select from public.opt_outs o where o.calendar_id = p.calendar_id and o.email = u.email) as is_out
  ) as known
  where p.calendar_id = p_calendar_id
$$;
comment on function private.mail_count(uuid) is 'How many mailboxes get the mails of a calendar: contacts and members.';
revoke execute on function private.mail_count(uuid) from public;

-- The person who adds the event knows of it. Definer: contacts and preferences are closed to others.
create or replace function private.has_recipients(p_calendar_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.calendar_contacts k where k.calendar_id = p_calendar_id and k.contact_type = 'email'
  ) or exists (
    select from public.notification_preferences p join auth.users u on u.id = p.user_id and u.email_confirmed_at is not null
    where p.calendar_id = p_calendar_id and p.email_notifications and p.user_id is distinct from auth.uid()
  )
$$;
comment on function private.has_recipients(uuid) is 'Whether anybody but the caller gets the mails of a calendar.';
revoke execute on function private.has_recipients(uuid) from public;

-- Definer: as event_count.
create or replace function public.has_recipients(calendar public.calendars) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select calendar.id = any ((select private.my_calendars())::uuid[]) and private.has_recipients(calendar.id)
$$;
comment on function public.has_recipients(public.calendars) is 'Computed field: whether anybody but the caller gets its mails, for members; false for anybody else.';
revoke execute on function public.has_recipients(public.calendars) from public;
grant execute on function public.has_recipients(public.calendars) to authenticated;

-- Called with 'client' or 'trusted': the worker, operators and imports may write about the past, clients may not.
-- Definer: reads and locks the calendar whatever the writer may see. The lock keeps is_public true to the calendar.
create or replace function private.prepare_event() returns trigger
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
  new.include_sms := false;
  new.updated_at := now();
  if by_client and tg_op = 'INSERT' then
    if not exists (
      select from public.calendar_members m join public.calendars c on c.id = m.calendar_id
      where m.calendar_id = new.calendar_id and m.user_id = auth.uid() and m.role = 'admin' and c.deleted_at is null
    ) then
      return new; -- The policy refuses it, before any check. Going on would show a stranger something of the calendar.
    end if;
    new.created_by := auth.uid();
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
comment on function private.prepare_event() is 'Trims, derives the days in the calendar''s zone, counts what changed, and keeps clients out of the past.';
revoke execute on function private.prepare_event() from public;
