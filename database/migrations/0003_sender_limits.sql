-- Abuse limits by owner: who paused a calendar, reviews of first mails, suspensions, limits and opt-outs over all calendars of an owner.

create or replace function private.mailbox_hash(p_email text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select encode(sha256(convert_to(
    case when parts.domain = 'gmail.com' then replace(parts.name, '.', '') else parts.name end || '@' || parts.domain, 'UTF8'
  )), 'hex')
  from (
    select regexp_replace(regexp_replace(p_email, '@[^@]*$', ''), '^(.[^+]*)\+.*$', '\1') as name,
      regexp_replace(regexp_replace(p_email, '^.*@', ''), '^googlemail\.com$', 'gmail.com') as domain
  ) as parts
$$;
comment on function private.mailbox_hash(text) is 'A hash of the mailbox behind an address: tags after a plus share a mailbox, and Gmail ignores dots.';
grant execute on function private.mailbox_hash(text) to service_role;

create table if not exists private.senders (
  owner_id uuid primary key,
  mailbox text not null,
  approved_at timestamptz,
  suspended_at timestamptz,
  suspended_reason text,
  review_lifted_at timestamptz,

  constraint senders_mailbox_check check (mailbox ~ '^[0-9a-f]{64}$'),
  constraint senders_suspended_check check (
    (suspended_at is null) = (suspended_reason is null) and char_length(suspended_reason) <= 200
  )
);

comment on table private.senders is 'One row per owner whom an operator has approved or suspended, or who has lifted a pause of the review.';
comment on column private.senders.owner_id is 'The account, also once it is gone.';
comment on column private.senders.mailbox is 'mailbox_hash of the account''s address when the row was made.';
comment on column private.senders.approved_at is 'When an operator approved the owner: their mail waits for no review any more.';
comment on column private.senders.suspended_at is 'Since when none of their calendars sends anything.';
comment on column private.senders.review_lifted_at is 'When the owner lifted a pause of the review. The next one only an operator lifts.';

create index if not exists senders_mailbox_idx on private.senders (mailbox) where suspended_at is not null;
comment on index private.senders_mailbox_idx is 'A new account at a suspended mailbox.';

alter table private.senders enable row level security;
drop policy if exists all_service on private.senders;
create policy all_service on private.senders for all to service_role using (true) with check (true);
comment on policy all_service on private.senders is 'Operators approve and suspend.';

grant select, insert, update, delete on private.senders to service_role;

alter table public.calendars add column if not exists sending_paused_by text;
update public.calendars set sending_paused_by = case sending_paused_reason
  when 'Paused by an admin of the calendar.' then 'admin'
  when 'Paused: too many people reported its mail as spam.' then 'review'
  when 'Paused: too many of its addresses do not exist.' then 'review'
  else 'operator'
end
where sending_paused_at is not null and sending_paused_by is null;
alter table public.calendars drop constraint if exists calendars_sending_paused_check, drop constraint if exists calendars_sending_paused_by_check;

alter table public.calendars add constraint calendars_sending_paused_check check (
    (sending_paused_at is null) = (sending_paused_reason is null) and (sending_paused_at is null) = (sending_paused_by is null)
    and char_length(sending_paused_reason) <= 200
  );

alter table public.calendars add constraint calendars_sending_paused_by_check check (sending_paused_by in ('admin', 'review', 'operator', 'suspension'));

comment on column public.calendars.sending_paused_by is 'admin: any admin resumes it. review: too many bounces or complaints; the owner resumes it once. operator, or suspension of the owner: an operator resumes it.';
comment on column public.calendars.sending_paused_reason is 'Why, in a sentence for its admins.';

alter table public.mailings add column if not exists review text, add column if not exists review_reason text;
alter table public.mailings drop constraint if exists mailings_review_check;

alter table public.mailings add constraint mailings_review_check check (
    review in ('waiting', 'approved', 'refused') and char_length(review_reason) <= 500 and (review is null) = (review_reason is null)
  );

comment on column public.mailings.review is 'waiting: until an operator has looked, only people who confirmed get it. Null: needs no review.';
comment on column public.mailings.review_reason is 'Why it waits or waited, in a sentence for operators and admins.';

create index if not exists mailings_review_idx on public.mailings (calendar_id) where review = 'waiting';
comment on index public.mailings_review_idx is 'The review queue.';

create or replace function private.note_sender(p_owner uuid) returns void
language sql volatile
set search_path = ''
as $$
  insert into private.senders (owner_id, mailbox)
  select u.id, private.mailbox_hash(u.email) from auth.users u where u.id = p_owner
  on conflict (owner_id) do nothing
$$;
comment on function private.note_sender(uuid) is 'Makes sure that an owner has a row.';
grant execute on function private.note_sender(uuid) to service_role;

create or replace function private.is_suspended(p_owner uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from private.senders s
    where s.suspended_at is not null
      and (s.owner_id = p_owner or s.mailbox = (select private.mailbox_hash(u.email) from auth.users u where u.id = p_owner))
  )
$$;
comment on function private.is_suspended(uuid) is 'Whether the account, or another one at the same mailbox, is suspended.';
grant execute on function private.is_suspended(uuid) to service_role;

create or replace function private.suspend_owner(p_owner uuid, p_reason text) returns bigint
language plpgsql volatile
set search_path = ''
as $$
declare
  stopped bigint;
begin
  perform private.note_sender(p_owner);
  update private.senders set suspended_at = coalesce(suspended_at, now()), suspended_reason = left(p_reason, 200)
  where owner_id = p_owner;
  update public.calendars set
    sending_paused_at = coalesce(sending_paused_at, now()), sending_paused_by = 'suspension',
    sending_paused_reason = 'The owner''s account is suspended. Please write to support.'
  where owner_id = p_owner;
  get diagnostics stopped = row_count;
  return stopped;
end
$$;
comment on function private.suspend_owner(uuid, text) is 'Stops everything that an owner''s calendars send, deleted ones too; how many there are.';
grant execute on function private.suspend_owner(uuid, text) to service_role;

create or replace function private.resume_owner(p_owner uuid) returns bigint
language plpgsql volatile
set search_path = ''
as $$
declare
  resumed bigint;
begin
  update private.senders s set suspended_at = null, suspended_reason = null
  from auth.users u
  where u.id = p_owner and (s.owner_id = p_owner or s.mailbox = private.mailbox_hash(u.email));
  update public.calendars set
    sending_paused_at = null, sending_paused_by = null, sending_paused_reason = null, sending_resumed_at = now()
  where owner_id = p_owner and sending_paused_by = 'suspension';
  get diagnostics resumed = row_count;
  return resumed;
end
$$;
comment on function private.resume_owner(uuid) is 'Ends a suspension; how many calendars send again.';
grant execute on function private.resume_owner(uuid) to service_role;

create or replace function private.forget_sender() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from private.senders s where s.owner_id = old.id and s.suspended_at is null;
  return null;
end
$$;
comment on function private.forget_sender() is 'Of a deleted account only a suspension is remembered.';

create or replace function private.admit_calendar() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.owner_id := coalesce(new.owner_id, auth.uid());
  if auth.uid() is null or new.owner_id <> auth.uid() then
    return new; -- The policy refuses it.
  end if;
  if not private.is_email_confirmed() then
    raise exception using errcode = 'TB007', message = 'Please confirm your email address before creating calendars.';
  end if;
  if private.is_suspended(new.owner_id) then
    raise exception using errcode = 'TB041', message = 'This account is suspended. Please write to support.';
  end if;
  perform private.require_place(new.owner_id, true);
  if not (select l.allowed from private.take_limit('calendars:' || new.owner_id, 10, interval '1 day') l) then
    raise exception using errcode = 'TB013', message = 'You can create 10 calendars a day. Please continue tomorrow.';
  end if;
  -- Nobody leaves a pause behind with a new calendar. The one that is harder to lift comes first.
  select now(), c.sending_paused_by, c.sending_paused_reason
  into new.sending_paused_at, new.sending_paused_by, new.sending_paused_reason
  from public.calendars c
  where c.owner_id = new.owner_id and c.sending_paused_by in ('operator', 'review')
  order by c.sending_paused_by = 'operator' desc, c.sending_paused_at desc
  limit 1;
  return new;
end
$$;
comment on function private.admit_calendar() is 'Who may create a calendar: a confirmed address that is not suspended, on trial only the first, and 10 a day. Starts paused while another of theirs is.';

create or replace function private.admit_owner() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if old.sending_paused_by in ('review', 'operator', 'suspension') then
    raise exception using errcode = 'TB040', message = 'Sending for this calendar is paused, so it cannot be handed on. Please write to support.';
  end if;
  if private.is_suspended(new.owner_id) then
    raise exception using errcode = 'TB041', message = 'This person cannot receive a calendar.';
  end if;
  perform private.require_place(new.owner_id, false);
  return new;
end
$$;
comment on function private.admit_owner() is 'Who may receive a calendar: on trial only somebody who owns none.';

create or replace function public.restore_calendar(p_calendar_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform from public.calendars c
  where c.id = p_calendar_id and c.owner_id = auth.uid() and c.deleted_at > now() - interval '30 days'
  for no key update;
  if not found then
    raise exception using errcode = 'no_data_found', message = 'This calendar can no longer be restored.';
  end if;
  perform private.require_place(auth.uid(), true);
  update public.calendars set deleted_at = null, disabled = disabled_before, disabled_before = null
  where id = p_calendar_id;
end
$$;
comment on function public.restore_calendar(uuid) is 'Brings back what its owner deleted within 30 days, if their plan allows it.';
grant execute on function public.restore_calendar(uuid) to authenticated;

create or replace function private.is_opted_out_of(p_owner uuid, p_email text) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.opt_outs o join public.calendars c on c.id = o.calendar_id
    where o.email = p_email and o.source <> 'left' and c.owner_id = p_owner
  )
$$;
comment on function private.is_opted_out_of(uuid, text) is 'Whether an address has unsubscribed from any calendar of an owner, deleted ones too.';
grant execute on function private.is_opted_out_of(uuid, text) to service_role;

create or replace function private.admit_contact() returns trigger
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
    select from public.opt_outs o where o.calendar_id = new.calendar_id and o.email = address
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
  if coalesce((select p.trial from public.profiles p where p.user_id = owner), true)
    and (select count(*) from public.calendar_contacts k where k.calendar_id = new.calendar_id) >= private.trial_contact_limit()
  then
    raise exception using errcode = 'TB002',
      message = 'Trial users can only add up to 10 contacts per calendar. Please upgrade your plan to add more contacts.';
  end if;
  return new;
end
$$;
comment on function private.admit_contact() is 'Opt-outs beat every add; admins add nobody while the owner is suspended; a calendar whose owner is on trial holds only trial_contact_limit() contacts.';

create or replace function private.pace_contacts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  owner uuid;
begin
  if not (new.calendar_id = any (private.my_admin_calendars())) then
    return new; -- The policy refuses it, and a stranger must not use up the count.
  end if;
  if exists (
    select from public.calendar_contacts k
    where k.calendar_id = new.calendar_id and k.contact_type = new.contact_type
      and k.normalised = private.normalised_address(new.contact_type, new.contact_value)
  ) then
    return new; -- A duplicate adds nobody.
  end if;
  select c.owner_id into owner from public.calendars c where c.id = new.calendar_id;
  if not (select l.allowed from private.take_limit('contacts:' || owner, 200, interval '1 day') l) then
    raise exception using errcode = 'TB013',
      message = 'An owner''s calendars can add 200 contacts a day. Please continue tomorrow, or invite people to follow the calendar.';
  end if;
  return new;
end
$$;
comment on function private.pace_contacts() is 'At most 200 contacts a day are added by the admins of all calendars of an owner.';

create or replace function public.import_contacts(p_calendar_id uuid, p_contacts jsonb, p_basis text, p_dry_run boolean default false)
returns table (line integer, result text)
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  owner constant uuid := (select c.owner_id from public.calendars c where c.id = p_calendar_id);
  calls_key constant text := 'imports:' || owner;
  calls_max constant integer := 200;
  too_many constant text := 'That was a lot of imports for one day. Please continue tomorrow.';
  ground constant text := 'import: ' || p_basis;
  -- UUIDs of version 7: the time, one random number for all, and the line at the end. They sort in the order of the list, so
  -- that index entries are written side by side.
  ids constant text := lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14, 15);
  free bigint;
  results text[];
begin
  if not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins of the calendar can import contacts.';
  elsif private.is_suspended(owner) then
    raise exception using errcode = 'TB041', message = 'The owner''s account is suspended. Please write to support.';
  elsif p_basis is null or p_basis not in ('asked', 'members', 'told') then
    raise exception using errcode = 'invalid_parameter_value', message = 'p_basis must be asked, members or told.';
  elsif jsonb_typeof(p_contacts) is distinct from 'array' or jsonb_array_length(p_contacts) not between 1 and 5000 then
    raise exception using errcode = 'invalid_parameter_value', message = 'p_contacts must be a list of 1 to 5000 contacts.';
  elsif exists (
    select from private.rate_limits l where l.key = calls_key and l.taken >= calls_max and l.window_end > clock_timestamp()
  ) then
    raise exception using errcode = 'TB013', message = too_many;
  end if;

  if exists (
    select from public.calendars c join public.profiles p on p.user_id = c.owner_id where c.id = p_calendar_id and not p.trial
  ) then
    free := null; -- Unlimited.
  else
    perform from public.calendars c where c.id = p_calendar_id for no key update;
    free := greatest(0, private.trial_contact_limit() - (select count(*) from public.calendar_contacts k where k.calendar_id = p_calendar_id));
  end if;

  for try in 1 .. 5 loop
    begin
      with given as materialized (
        select g.line::integer as line, g.kind, g.value, private.normalised_address(g.kind, g.value) as address
        from (
          select r.line,
            case when jsonb_typeof(r.value) <> 'string' then r.value ->> 'contact_type'
              when strpos(r.value #>> '{}', '@') > 0 then 'email' else 'phone' end as kind,
            private.trimmed(case when jsonb_typeof(r.value) <> 'string' then r.value ->> 'contact_value' else r.value #>> '{}' end) as value
          from jsonb_array_elements(p_contacts) with ordinality as r (value, line)
          offset 0
        ) g
      ), judged as materialized (
        select g.line, g.kind, g.value, g.address, case
            when (g.kind in ('email', 'phone') and char_length(g.value) <= 254 and private.is_address(g.kind, g.address)) is not true
              then 'invalid'
            when row_number() over (partition by g.address, g.kind order by g.line) > 1 or exists (
              -- With `offset 0` a contact is looked up by its key, instead of reading the whole list for each call.
              select from public.calendar_contacts k
              where k.calendar_id = p_calendar_id and k.contact_type = g.kind and k.normalised = g.address offset 0
            ) then 'duplicate'
            when g.kind = 'email' and g.address in (
              select o.email from public.opt_outs o join public.calendars c on c.id = o.calendar_id
              where c.owner_id = owner and (o.source <> 'left' or c.id = p_calendar_id)
            ) then 'opted_out'
            else 'added'
          end as outcome
        from given g
      ), fitting as materialized (
        select j.line from judged j where j.outcome = 'added' order by j.line limit free
      ), written as (
        insert into public.calendar_contacts (
          id, calendar_id, contact_type, contact_value, source, consent_text_version, consented_at
        )
        select (ids || to_hex(4096 + j.line))::uuid, p_calendar_id, j.kind, j.value, 'import', ground, now()
        from judged j
        where j.outcome = 'added' and (free is null or j.line <= (select max(f.line) from fitting f)) and not p_dry_run
        -- In the same order in all calls, so that two calls cannot deadlock.
        order by j.address, j.kind
      )
      select array_agg(case
          when j.outcome = 'added' and free is not null and j.line > coalesce((select max(f.line) from fitting f), 0) then 'over_limit'
          else j.outcome
        end order by j.line)
      into results
      from judged j;
      exit;
    exception when unique_violation then
      -- Another call added one of them first. Its row is visible now, so that the next round reports a duplicate.
      if try = 5 then
        raise;
      end if;
    end;
  end loop;

  -- Last, since other calls wait for the counter until this one is committed.
  if not (select l.allowed from private.take_limit(calls_key, calls_max, interval '1 day') l) then
    raise exception using errcode = 'TB013', message = too_many;
  end if;
  return query select u.line::integer, u.result from unnest(results) with ordinality as u (result, line);
end
$$;
comment on function public.import_contacts(uuid, jsonb, text, boolean) is 'Adds up to 5000 contacts, each with its contact_type and contact_value or as its address alone, and returns for each: added, duplicate, invalid, opted_out or over_limit. A dry run adds nobody.';
grant execute on function public.import_contacts(uuid, jsonb, text, boolean) to authenticated;

create or replace function private.lift_review(p_owner uuid) returns void
language sql volatile
set search_path = ''
as $$
  update public.calendars set
    sending_paused_at = case when sending_paused_by = 'review' then null else sending_paused_at end,
    sending_paused_reason = case when sending_paused_by = 'review' then null else sending_paused_reason end,
    sending_paused_by = nullif(sending_paused_by, 'review'),
    sending_resumed_at = now()
  where owner_id = p_owner
$$;
comment on function private.lift_review(uuid) is 'Ends the pause of an owner''s calendars after a review.';
grant execute on function private.lift_review(uuid) to service_role;

create or replace function public.pause_sending(p_calendar_id uuid, p_paused boolean default true) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  owner uuid;
  paused_by text;
begin
  if not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can pause or resume sending.';
  end if;
  select c.owner_id, c.sending_paused_by into owner, paused_by
  from public.calendars c where c.id = p_calendar_id for no key update;
  if p_paused then
    update public.calendars set
      sending_paused_at = now(), sending_paused_by = 'admin', sending_paused_reason = 'Paused by an admin of the calendar.'
    where id = p_calendar_id and sending_paused_at is null;
  elsif paused_by = 'admin' then
    update public.calendars set sending_paused_at = null, sending_paused_by = null, sending_paused_reason = null
    where id = p_calendar_id;
  elsif paused_by = 'review' and owner = auth.uid() then
    perform private.note_sender(owner);
    update private.senders set review_lifted_at = now() where owner_id = owner and review_lifted_at is null;
    if not found then
      raise exception using errcode = 'TB040',
        message = 'You resumed sending once already after too many bounces or spam reports. Please write to support.';
    end if;
    perform private.lift_review(owner);
  elsif paused_by = 'review' then
    raise exception using errcode = 'TB040', message = 'Only the owner can resume sending after too many bounces or spam reports.';
  elsif paused_by is not null then
    raise exception using errcode = 'TB040', message = 'An operator paused sending for this calendar. Please write to support.';
  end if;
  return p_paused;
end
$$;
comment on function public.pause_sending(uuid, boolean) is 'Pauses what a calendar sends, or resumes it if the caller may. For its admins.';
grant execute on function public.pause_sending(uuid, boolean) to authenticated;

create or replace function public.can_resume(calendar public.calendars) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select coalesce((
    select case c.sending_paused_by
      when 'admin' then true
      when 'review' then c.owner_id = auth.uid() and not exists (
        select from private.senders s where s.owner_id = c.owner_id and s.review_lifted_at is not null
      )
      else false
    end
    from public.calendars c
    where c.id = calendar.id and c.id = any ((select private.my_admin_calendars())::uuid[])
  ), false)
$$;
comment on function public.can_resume(public.calendars) is 'Computed field: whether the caller may resume sending, for admins; false for anybody else.';
grant execute on function public.can_resume(public.calendars) to authenticated;

create or replace function private.require_sending(p_calendar_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  why text;
begin
  select c.sending_paused_reason into why from public.calendars c
  where c.id = p_calendar_id and c.sending_paused_by in ('operator', 'suspension');
  if found then
    raise exception using errcode = 'TB040', message = why;
  end if;
end
$$;
comment on function private.require_sending(uuid) is 'Raises TB040 when an operator has paused the calendar or suspended its owner.';
grant execute on function private.require_sending(uuid) to service_role;

create or replace function private.is_released(p_contact uuid, p_channel text, p_kind text, p_paused_by text) returns boolean
language sql stable
set search_path = ''
as $$
  select (p_paused_by is null or p_paused_by = 'review' and p_kind = 'alert') and (
    p_channel = 'push'
    or exists (select from public.calendar_contacts k where k.id = p_contact and k.confirmed_at is not null)
  )
$$;
comment on function private.is_released(uuid, text, text, text) is 'Whether a message may leave although something waits for a human. Asked only when something does.';
grant execute on function private.is_released(uuid, text, text, text) to service_role;

create or replace function private.review_sending(p_calendar uuid) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  owner uuid := (select c.owner_id from public.calendars c where c.id = p_calendar);
  sent bigint;
  bounced bigint;
  complained bigint;
  why text;
begin
  select count(*), count(*) filter (where d.state = 'bounced'),
    count(distinct case when d.complained_at is not null then private.mailbox_hash(d.address) end)
  into sent, bounced, complained
  from public.calendars c
  join public.deliveries d on d.calendar_id = c.id
  where c.owner_id = owner and d.channel = 'email' and d.state in ('sent', 'delivered', 'bounced')
    and d.created_at > greatest(now() - interval '30 days', c.sending_resumed_at);
  why := case
    when complained >= 3 and complained >= sent * 0.003 then 'Too many people reported mail of this calendar, or of another one of its owner, as spam.'
    when sent >= 200 and bounced >= sent * 0.04 then 'Too many addresses of this calendar, or of another one of its owner, do not exist.'
  end;
  if why is not null then
    update public.calendars set
      sending_paused_at = coalesce(sending_paused_at, now()), sending_paused_by = 'review', sending_paused_reason = why
    where owner_id = owner and coalesce(sending_paused_by, 'admin') = 'admin';
  end if;
  return why;
end
$$;
comment on function private.review_sending(uuid) is 'Pauses an owner''s calendars when 3 people and 0.3 % complain, or at 4 % bounces; returns why, or null.';
grant execute on function private.review_sending(uuid) to service_role;

create or replace function private.notify_paused() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform graphile_worker.add_job('send-pause-mail', json_build_object('calendar_id', new.id), job_key => 'send-pause-mail:' || new.id);
  return null;
end
$$;
comment on function private.notify_paused() is 'The admins of a calendar are mailed when somebody other than themselves paused it.';

create or replace function private.stranger_limit(p_trial boolean) returns integer
language sql immutable parallel safe
return case when p_trial then 20 else 500 end;
comment on function private.stranger_limit(boolean) is 'First mails a day to people who never confirmed, of an owner whom no operator has approved.';

create or replace function private.stranger_limit_of_trials() returns integer
language sql immutable parallel safe
return 1000;
comment on function private.stranger_limit_of_trials() is 'The same for all owners on trial together.';

create or replace function private.review_mailings(p_mailings uuid[]) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  mailing record;
  takes jsonb;
begin
  for mailing in
    select m.id, c.owner_id, u.email, coalesce(p.trial, true) as on_trial, count(*)::integer as strangers
    from public.mailings m
    join public.calendars c on c.id = m.calendar_id
    join auth.users u on u.id = c.owner_id
    left join public.profiles p on p.user_id = c.owner_id
    join public.deliveries d on d.mailing_id = m.id and d.calendar_id = m.calendar_id and d.is_waiting and d.channel = 'email'
    join public.calendar_contacts k on k.id = d.contact_id and k.confirmed_at is null
    where m.id = any (p_mailings) and m.review is null
      and not exists (select from private.senders s where s.owner_id = c.owner_id and s.approved_at is not null)
      and not exists (
        select from public.deliveries earlier
        join public.mailings o on o.id = earlier.mailing_id and o.review is distinct from 'waiting'
        where earlier.contact_id = k.id and earlier.mailing_id <> m.id
          and earlier.state in ('planned', 'claimed', 'committing', 'sent', 'delivered', 'uncertain')
      )
    group by m.id, c.owner_id, u.email, p.trial
    order by m.id
  loop
    takes := jsonb_build_object(
      'strangers:' || mailing.owner_id, private.stranger_limit(mailing.on_trial),
      'strangers:' || private.mailbox_hash(mailing.email), private.stranger_limit(mailing.on_trial)
    ) || case
      when mailing.on_trial then jsonb_build_object('strangers:trials', private.stranger_limit_of_trials()) else '{}'
    end;
    if exists (
      select from jsonb_each_text(takes) t
      left join private.rate_limits l on l.key = t.key and l.window_end > clock_timestamp()
      where coalesce(l.taken, 0) + mailing.strangers > t.value::integer
    ) then
      update public.mailings set review = 'waiting', review_reason = format(
        'It is the first mail to %s people who have not confirmed.', mailing.strangers
      )
      where id = mailing.id;
    else
      insert into private.rate_limits as l (key, window_start, window_end, taken)
      select t.key, clock_timestamp(), clock_timestamp() + interval '1 day', mailing.strangers from jsonb_each_text(takes) t
      order by t.key
      on conflict (key) do update set
        taken = case when l.window_end <= excluded.window_start then excluded.taken else l.taken + excluded.taken end,
        window_start = case when l.window_end <= excluded.window_start then excluded.window_start else l.window_start end,
        window_end = case when l.window_end <= excluded.window_start then excluded.window_end else l.window_end end;
    end if;
  end loop;
end
$$;
comment on function private.review_mailings(uuid[]) is 'Makes mailings wait for a review that would write to more strangers than their owner may in a day.';
grant execute on function private.review_mailings(uuid[]) to service_role;

create or replace function private.hold_for_review(p_mailing uuid, p_reason text) returns void
language sql volatile
set search_path = ''
as $$
  update public.mailings set review = 'waiting', review_reason = left(p_reason, 500) where id = p_mailing and review is null
$$;
comment on function private.hold_for_review(uuid, text) is 'Makes a mailing wait that the sender finds suspicious.';
grant execute on function private.hold_for_review(uuid, text) to service_role;

create or replace function private.approve_owner(p_owner uuid) returns bigint
language plpgsql volatile
set search_path = ''
as $$
declare
  released bigint;
begin
  perform private.note_sender(p_owner);
  update private.senders set approved_at = coalesce(approved_at, now()) where owner_id = p_owner;
  update public.mailings m set review = 'approved'
  from public.calendars c
  where c.id = m.calendar_id and c.owner_id = p_owner and m.review = 'waiting';
  get diagnostics released = row_count;
  return released;
end
$$;
comment on function private.approve_owner(uuid) is 'Lets an owner''s mail go, now and from now on; how many mailings waited.';
grant execute on function private.approve_owner(uuid) to service_role;

create or replace function private.refuse_mailings(p_owner uuid) returns bigint
language plpgsql volatile
set search_path = ''
as $$
declare
  refused uuid[];
begin
  with stopped as (
    update public.mailings m set review = 'refused'
    from public.calendars c
    where c.id = m.calendar_id and c.owner_id = p_owner and m.review = 'waiting'
    returning m.id
  )
  select array_agg(id) into refused from stopped;
  update public.deliveries d set state = 'cancelled', last_error = 'refused by an operator'
  where d.mailing_id = any (refused) and d.is_waiting;
  return coalesce(cardinality(refused), 0);
end
$$;
comment on function private.refuse_mailings(uuid) is 'Cancels what waits of an owner''s mail; how many mailings.';
grant execute on function private.refuse_mailings(uuid) to service_role;

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
      last_error = case when s.begins then d.last_error else left(s.error, 1000) end,
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
                d.contact_id, d.channel, (select a.kind from public.mailings a where a.id = d.mailing_id), c.sending_paused_by
              ))
            offset 0
          )
          and exists (
            select from public.mailings m
            where m.id = d.mailing_id and m.state <> 'cancelled'
              and (d.contact_id is not null or m.kind = 'test' or d.channel = 'push') offset 0
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
    select b.id, b.token, d.contact_id, d.channel, d.mailing_id,
      private.is_opted_out(d.calendar_id, d.channel, d.address) as opted_out
    from jsonb_to_recordset(p_begin) as b (id uuid, token uuid)
    join public.deliveries d on d.id = b.id and coalesce(d.lease_token = b.token, false) and d.state = 'claimed'
  ), stopped as (
    update public.deliveries d set
      state = case when a.opted_out then 'opted_out' else 'cancelled' end,
      lease_token = null, lease_until = null, lease_holder = null
    from asked a, public.mailings m
    where d.id = a.id and coalesce(d.lease_token = a.token, false) and d.state = 'claimed' and m.id = a.mailing_id
      and (a.opted_out or a.contact_id is null and m.kind <> 'test' and a.channel <> 'push' or m.state = 'cancelled')
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
grant execute on function private.advance_deliveries(timestamptz, jsonb, jsonb) to service_role;

create or replace function public.send_notice_now(p_mailing_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_sending(m.calendar_id)
  from public.mailings m where m.id = p_mailing_id and m.calendar_id = any (private.my_admin_calendars());
  update public.mailings m set due_at = m.created_at
  where m.id = p_mailing_id and m.kind = 'change' and m.state = 'waiting' and m.calendar_id = any (private.my_admin_calendars());
  if not found then
    raise exception using errcode = 'TB023', message = 'The notice has gone out already.';
  end if;
  perform graphile_worker.add_job('plan-notices', job_key => 'plan-notices');
  return true;
end
$$;
comment on function public.send_notice_now(uuid) is 'Lets a notice go before its ten minutes are over. For admins.';
grant execute on function public.send_notice_now(uuid) to authenticated;

create or replace function public.send_alert(p_event_id uuid) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  at timestamptz := private.program_time();
  alert public.events;
  today date;
  mailing uuid;
begin
  select e.* into alert from public.events e where e.id = p_event_id and e.calendar_id = any (private.my_admin_calendars());
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can send an alert.';
  end if;
  perform private.require_sending(alert.calendar_id);
  select (at at time zone c.time_zone)::date into today from public.calendars c where c.id = alert.calendar_id for no key update;
  if alert.category <> 'Alert' or alert.status = 'cancelled' then
    raise exception using errcode = 'TB022', message = 'Only an Alert that is not cancelled can be sent now.';
  elsif alert.end_time <= at then
    raise exception using errcode = 'TB022', message = 'This alert is over.';
  elsif exists (
    select from public.mailing_events told
    where told.event_id = p_event_id and (told.kind = 'alert' or told.kind = 'day_of' and told.day = alert.event_date)
  ) then
    raise exception using errcode = 'TB022', message = 'Everybody has been told of this alert.';
  end if;
  insert into public.mailings (calendar_id, day, kind, sequence, state, created_at, due_at, expires_at)
  values (alert.calendar_id, today, 'alert', 1 + coalesce((
    select max(o.sequence) from public.mailings o where o.calendar_id = alert.calendar_id and o.kind = 'alert' and o.day = today
  ), 0), 'waiting', at, at, alert.end_time)
  returning id into mailing;
  insert into public.mailing_events (mailing_id, event_id, kind, day) values (mailing, p_event_id, 'alert', today);
  perform graphile_worker.add_job('plan-notices', job_key => 'plan-notices');
  return mailing;
end
$$;
comment on function public.send_alert(uuid) is 'Sends an Alert to everybody now, once; the id of its mailing. For admins.';
grant execute on function public.send_alert(uuid) to authenticated;

drop function if exists private.require_place();
create or replace function private.require_place(p_user uuid, p_created boolean) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  on_trial boolean;
begin
  select p.trial into on_trial from public.profiles p where p.user_id = p_user for no key update;
  if not found then
    perform from auth.users u where u.id = p_user for no key update;
  end if;
  if coalesce(on_trial, true) and (
    p_created and cardinality(private.my_calendars()) > 0
    -- Also the other rows of the same insert: their creators are seated only after the statement.
    or exists (select from public.calendars c where c.owner_id = p_user and c.deleted_at is null)
  ) then
    raise exception using errcode = 'TB001', message = case
      when p_created then 'Trial users can only create 1 calendar. Please upgrade your plan to create more calendars.'
      else 'Trial users can only own 1 calendar, and this person owns one already.'
    end;
  end if;
end
$$;
comment on function private.require_place(uuid, boolean) is 'Raises TB001 when a person on trial has a calendar already; deleted ones do not count.';

drop function if exists public.calendar_mailings(uuid, integer);
create function public.calendar_mailings(p_calendar_id uuid, p_limit integer default 50)
returns table (
  id uuid, day date, kind text, sequence integer, state text, created_at timestamptz, started_at timestamptz,
  finished_at timestamptz, total bigint, planned bigint, sent bigint, delivered bigint, bounced bigint, failed bigint,
  opted_out bigint, expired bigint, cancelled bigint, uncertain bigint, review text, review_reason text
)
language sql stable
set search_path = ''
as $$
  select m.id, m.day, m.kind, m.sequence, m.state, m.created_at, m.started_at, m.finished_at,
    coalesce(c.total, 0), coalesce(c.planned, 0), coalesce(c.sent, 0), coalesce(c.delivered, 0), coalesce(c.bounced, 0),
    coalesce(c.failed, 0), coalesce(c.opted_out, 0), coalesce(c.expired, 0), coalesce(c.cancelled, 0), coalesce(c.uncertain, 0),
    m.review, m.review_reason
  from (
    select * from public.mailings m
    where m.calendar_id = p_calendar_id
    order by m.day desc, m.created_at desc
    limit least(greatest(p_limit, 1), 500)
  ) as m
  left join lateral (
    select count(*) as total,
      count(*) filter (where d.state in ('planned', 'claimed', 'committing')) as planned,
      count(*) filter (where d.state in ('sent', 'delivered')) as sent,
      count(*) filter (where d.state = 'delivered') as delivered,
      count(*) filter (where d.state = 'bounced') as bounced,
      count(*) filter (where d.state = 'failed') as failed,
      count(*) filter (where d.state = 'opted_out') as opted_out,
      count(*) filter (where d.state = 'expired') as expired,
      count(*) filter (where d.state = 'cancelled') as cancelled,
      count(*) filter (where d.state = 'uncertain') as uncertain
    from public.deliveries d
    where d.mailing_id = m.id and d.calendar_id = m.calendar_id
  ) as c on true
  order by m.day desc, m.created_at desc
$$;
comment on function public.calendar_mailings(uuid, integer) is 'A calendar''s mailings, newest first, with how far each is: planned are still to go, sent includes delivered. For its admins; nothing for others.';
grant execute on function public.calendar_mailings(uuid, integer) to authenticated;

drop trigger if exists forget_sender on auth.users;
create trigger forget_sender after delete on auth.users for each row execute function private.forget_sender();

drop trigger if exists admit_owner on public.calendars;
create trigger admit_owner before update of owner_id on public.calendars
for each row when (new.owner_id <> old.owner_id) execute function private.admit_owner();

drop trigger if exists notify_paused on public.calendars;
create trigger notify_paused after update of sending_paused_by on public.calendars
for each row when (
  new.sending_paused_by in ('review', 'operator', 'suspension') and new.sending_paused_by is distinct from old.sending_paused_by
  and new.deleted_at is null
)
execute function private.notify_paused();

drop trigger if exists audit on public.calendars;
create trigger audit after insert or delete or update of name, description, owner_id, identifier, state, city, time_zone,
  allow_guest_users, disabled, admin_email, external_calendar_url, sendgrid_template_id, notify_at, created_at, sending_paused_at,
  sending_paused_by, sending_paused_reason, deleted_at, disabled_before, sending_resumed_at on public.calendars
for each row execute function private.write_audit('calendar');

create or replace function private.notify_reviewers() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform graphile_worker.add_job(
    'send-review-mail', run_at => now() + interval '5 minutes', job_key => 'send-review-mail', job_key_mode => 'preserve_run_at'
  );
  return null;
end
$$;
comment on function private.notify_reviewers() is 'The operators are mailed when something waits for a review.';

drop trigger if exists notify_reviewers on public.mailings;
create trigger notify_reviewers after update of review on public.mailings
for each row when (new.review = 'waiting' and old.review is null)
execute function private.notify_reviewers();

create table if not exists private.transfer_offers (
  calendar_id uuid primary key references public.calendars on delete cascade,
  offered_by uuid not null references auth.users on delete cascade,
  offered_to uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now()
);

comment on table private.transfer_offers is 'One row per calendar that is offered; a new offer replaces the old one.';
comment on column private.transfer_offers.offered_by is 'The owner then. If somebody else owns it now, the offer is void.';

create index if not exists transfer_offers_offered_by_idx on private.transfer_offers (offered_by);
comment on index private.transfer_offers_offered_by_idx is 'The foreign key, when an account goes.';
create index if not exists transfer_offers_offered_to_idx on private.transfer_offers (offered_to);
comment on index private.transfer_offers_offered_to_idx is 'The foreign key, when an account goes.';

alter table private.transfer_offers enable row level security;
drop policy if exists all_service on private.transfer_offers;
create policy all_service on private.transfer_offers for all to service_role using (true) with check (true);
comment on policy all_service on private.transfer_offers is 'Clients go through the functions below.';

grant select, insert, update, delete on private.transfer_offers to service_role;

create or replace function public.transfer_ownership(p_calendar_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform from public.calendars c
  where c.id = p_calendar_id and c.owner_id = auth.uid() and c.deleted_at is null for no key update;
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only the owner can transfer a calendar.';
  end if;
  if p_user_id = auth.uid() or not exists (
    select from public.calendar_members m where m.calendar_id = p_calendar_id and m.user_id = p_user_id
  ) then
    raise exception using errcode = 'TB012', message = 'Ownership can only be transferred to a member of the calendar.';
  end if;
  insert into private.transfer_offers (calendar_id, offered_by, offered_to) values (p_calendar_id, auth.uid(), p_user_id)
  on conflict (calendar_id) do update set
    offered_by = excluded.offered_by, offered_to = excluded.offered_to, created_at = excluded.created_at;
end
$$;
comment on function public.transfer_ownership(uuid, uuid) is 'Offers a calendar to one of its members, who may accept it.';
grant execute on function public.transfer_ownership(uuid, uuid) to authenticated;

create or replace function public.accept_transfer(p_calendar_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform from public.calendars c
  join private.transfer_offers o on o.calendar_id = c.id and o.offered_by = c.owner_id and o.offered_to = auth.uid()
  where c.id = p_calendar_id and c.deleted_at is null for no key update of c;
  if found then
    update public.calendar_members set role = 'admin' where calendar_id = p_calendar_id and user_id = auth.uid();
  end if;
  if not found then
    raise exception using errcode = 'TB012', message = 'This calendar is not offered to you any more.';
  end if;
  update public.calendars set owner_id = auth.uid() where id = p_calendar_id;
  delete from private.transfer_offers where calendar_id = p_calendar_id;
end
$$;
comment on function public.accept_transfer(uuid) is 'Makes the caller the owner of a calendar that was offered to them; the old owner stays an admin.';
grant execute on function public.accept_transfer(uuid) to authenticated;

create or replace function public.decline_transfer(p_calendar_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  delete from private.transfer_offers o
  where o.calendar_id = p_calendar_id and auth.uid() in (o.offered_by, o.offered_to);
  return found;
end
$$;
comment on function public.decline_transfer(uuid) is 'Ends an offer, for the person who made or got it. Returns whether there was one.';
grant execute on function public.decline_transfer(uuid) to authenticated;

create or replace function public.offered_to(calendar public.calendars) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select o.offered_to
  from private.transfer_offers o
  join public.calendars c on c.id = o.calendar_id and c.owner_id = o.offered_by and c.deleted_at is null
  where o.calendar_id = calendar.id and (select auth.uid()) in (o.offered_by, o.offered_to)
$$;
comment on function public.offered_to(public.calendars) is 'Computed field: to whom the owner offers the calendar, for these two; null for anybody else.';
grant execute on function public.offered_to(public.calendars) to authenticated;

-- Only its message changed.
create or replace function public.check_feed(p_calendar_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins of the calendar can look at its external calendar.';
  elsif not exists (select from public.calendars c where c.id = p_calendar_id and c.external_calendar_url is not null) then
    raise exception using errcode = 'TB024', message = 'Please save the external calendar link in the settings first.';
  elsif not (select l.allowed from private.take_limit('feeds:' || p_calendar_id, 60, interval '1 day') l) then
    raise exception using errcode = 'TB013', message = 'That was a lot of imports for one day. Please continue tomorrow.';
  end if;
  insert into public.inbound_feeds (calendar_id) values (p_calendar_id)
  on conflict (calendar_id) do update set requested_at = now();
  perform private.queue_feed(p_calendar_id, 'feeds-now');
end
$$;
