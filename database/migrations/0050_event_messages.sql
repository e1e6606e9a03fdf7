-- An organizer writes to those who answered or signed up for an event, and moves people up from the waiting list by hand.

alter table public.mailings drop constraint mailings_kind_check,
  add constraint mailings_kind_check check (kind in ('day_of', 'test', 'change', 'alert', 'evening', 'hour', 'weekly', 'digest', 'message'));

create table public.event_messages (
  mailing_id uuid primary key,
  calendar_id uuid not null,
  event_id uuid not null references public.events on delete cascade,
  audience text[] not null,
  message text not null,
  created_by uuid references auth.users on delete set null,

  constraint event_messages_mailing_fkey foreign key (mailing_id, calendar_id)
    references public.mailings (id, calendar_id) on delete cascade,
  constraint event_messages_audience_check check (
    audience <@ array['going', 'maybe', 'waiting', 'helping'] and cardinality(audience) between 1 and 4
  ),
  constraint event_messages_message_check check (
    char_length(message) between 1 and 2000 and private.is_several_lines(message) and private.is_visible(message)
  )
);

comment on table public.event_messages is 'One row per message to the guests of an event: what its mailing says, and to whom.';
comment on column public.event_messages.audience is 'Of those who answered or signed up: going, maybe, waiting, helping. Who that is, is looked up when it leaves.';

create index event_messages_event_id_idx on public.event_messages (event_id);
comment on index public.event_messages_event_id_idx is 'The foreign key, when an event goes.';
create index event_messages_mailing_idx on public.event_messages (mailing_id, calendar_id);
comment on index public.event_messages_mailing_idx is 'The foreign key, when a mailing goes.';
create index event_messages_created_by_idx on public.event_messages (created_by);
comment on index public.event_messages_created_by_idx is 'The foreign key, when an account goes.';

alter table public.event_messages enable row level security;
create policy select_admin on public.event_messages for select to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.event_messages is 'Admins see what was written to guests of their events.';
create policy all_service on public.event_messages for all to service_role using (true) with check (true);
comment on policy all_service on public.event_messages is 'The worker reads what it sends.';

grant select on public.event_messages to authenticated;
grant select, insert, update, delete on public.event_messages to service_role;

-- How many messages to guests an owner's calendars may send in a day: EVENT_MESSAGES_… in domain/limits.ts.
create function private.event_message_limit(p_trial boolean) returns integer
language sql immutable parallel safe
return case when p_trial then 5 else 20 end;
comment on function private.event_message_limit(boolean) is 'Messages to guests in 24 hours, of all calendars of an owner.';

-- An answer comes before a sign-up of the same person. Without an address: an admin wrote it down.
create function private.event_guests(p_event_id uuid, p_audience text[]) returns table (email text, name text, language text)
language sql stable
set search_path = ''
as $$
  select guest.email, guest.name, guest.language
  from (
    select a.email, a.name, a.language, row_number() over (partition by a.email, case when a.email is null then a.id end order by a.place) as nth
    from (
      select r.id, r.email, r.name, r.language, 1 as place
      from public.rsvp_answers r
      where r.event_id = p_event_id and r.confirmed_at is not null
        and case when r.waiting_since is null then r.answer else 'waiting' end = any (p_audience)
      union all
      select s.id, s.email, s.name, s.language, 2
      from public.slot_signups s
      where s.event_id = p_event_id and s.confirmed_at is not null and 'helping' = any (p_audience)
    ) as a
  ) as guest
  where guest.nth = 1
$$;
comment on function private.event_guests(uuid, text[]) is 'Who answered or signed up for an event so, each address once.';
grant execute on function private.event_guests(uuid, text[]) to service_role;

-- Definer: opt-outs are closed to clients.
create function public.count_event_guests(p_event_id uuid, p_audience text[])
returns table (people bigint, unsubscribed bigint, without_address bigint)
language sql stable security definer
set search_path = ''
as $$
  select count(*) filter (where g.email is not null and not stopped.is_stopped), count(*) filter (where stopped.is_stopped),
    count(*) filter (where g.email is null)
  from public.events e
  cross join lateral private.event_guests(e.id, p_audience) as g
  cross join lateral (
    select exists (select from private.stops(e.calendar_id, 'email', g.email)) as is_stopped
  ) as stopped
  where e.id = p_event_id and e.calendar_id = any ((select private.my_admin_calendars())::uuid[])
$$;
comment on function public.count_event_guests(uuid, text[]) is 'How many of those who answered or signed up so a message would reach, and how many not. For admins; zeros for others.';
grant execute on function public.count_event_guests(uuid, text[]) to authenticated;

-- Definer: clients may not write mailings. The key is the mailing's id, so that a request that is repeated sends nothing twice.
create function public.message_guests(
  p_key uuid, p_event_id uuid, p_audience text[], p_message text, p_now boolean default false
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  at timestamptz := private.program_time();
  event public.events;
  owner uuid;
  today date;
begin
  select e.* into event from public.events e where e.id = p_event_id and e.calendar_id = any (private.my_admin_calendars());
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can write to those who answered.';
  elsif p_key is null then
    raise exception using errcode = 'invalid_parameter_value', message = 'p_key is missing.';
  end if;
  perform private.require_sending(event.calendar_id);
  select c.owner_id, (at at time zone c.time_zone)::date into owner, today
  from public.calendars c where c.id = event.calendar_id for no key update;
  if exists (select from public.event_messages m where m.mailing_id = p_key and m.calendar_id = event.calendar_id) then
    return p_key;
  elsif not exists (select from private.event_guests(event.id, p_audience) g where g.email is not null) then
    raise exception using errcode = 'TB053', message = 'There is nobody to write to.';
  end if;
  perform private.require_limit(
    'event-messages:' || owner, private.event_message_limit(private.is_on_trial(owner)), interval '1 day',
    'You have written to guests as often as one day allows.'
  );
  insert into public.mailings (id, calendar_id, day, kind, sequence, state, created_at, due_at, expires_at)
  values (p_key, event.calendar_id, today, 'message', 1 + coalesce((
    select max(o.sequence) from public.mailings o where o.calendar_id = event.calendar_id and o.kind = 'message' and o.day = today
  ), 0), 'waiting', at, case when p_now then at else at + interval '10 minutes' end, at + interval '2 days');
  insert into public.event_messages (mailing_id, calendar_id, event_id, audience, message, created_by)
  values (p_key, event.calendar_id, event.id, p_audience, private.trimmed(p_message), (select u.id from auth.users u where u.id = auth.uid()));
  if p_now then
    perform graphile_worker.add_job('plan-notices', job_key => 'plan-notices');
  end if;
  return p_key;
end
$$;
comment on function public.message_guests(uuid, uuid, text[], text, boolean) is 'Mails those who answered or signed up for an event so, in ten minutes or now; the id of the mailing. For admins.';
grant execute on function public.message_guests(uuid, uuid, text[], text, boolean) to authenticated;

-- Definer: as message_guests. The planner locks the same row: either it finds the message cancelled, or we find it planned. The row stays,
-- so that a late repetition of the request finds its key.
create function public.withdraw_message(p_mailing_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if not private.is_my_mailing(p_mailing_id) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can take back a message.';
  end if;
  update public.mailings m set state = 'cancelled' where m.id = p_mailing_id and m.kind = 'message' and m.state = 'waiting';
  if not found then
    raise exception using errcode = 'TB023', message = 'The message has gone out already.';
  end if;
end
$$;
comment on function public.withdraw_message(uuid) is 'Takes back a message to guests that waits. For admins.';
grant execute on function public.withdraw_message(uuid) to authenticated;

create function private.guest_of(p_delivery_id uuid) returns table (name text, language text)
language sql stable
set search_path = ''
as $$
  select coalesce(a.name, s.name), coalesce(a.language, s.language)
  from public.deliveries d
  join public.event_messages m on m.mailing_id = d.mailing_id
  left join public.rsvp_answers a on a.event_id = m.event_id and a.email = d.address
  left join public.slot_signups s on s.event_id = m.event_id and s.email = d.address
  where d.id = p_delivery_id and d.contact_id is null and d.member_id is null
$$;
comment on function private.guest_of(uuid) is 'Who gets a message to guests, as they named themselves there, and the language of the page on which they did.';
grant execute on function private.guest_of(uuid) to service_role;

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
  with step as materialized (
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
    where b.id = any (locked) and not exists (select from private.holds)
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
    -- Plain conditions would fit the index of leases, which while mails leave holds mostly rows that are done.
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
              and (d.contact_id is not null or m.kind in ('test', 'message') or d.channel = 'push' or private.is_mailed(d.calendar_id, d.member_id))
              and not exists (
                select from private.stops(d.calendar_id, d.channel, d.address) s where s.cause <> 'switched_off' or m.kind <> 'test'
              )
            offset 0
          )
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
    select b.id, b.token, gone.is_gone, d.channel, d.mailing_id, exists (
        select from private.stops(d.calendar_id, d.channel, d.address) s
        where s.cause <> 'switched_off' or m.kind <> 'test' and not gone.is_gone
      ) as opted_out
    from jsonb_to_recordset(p_begin) as b (id uuid, token uuid)
    join public.deliveries d on d.id = b.id and coalesce(d.lease_token = b.token, false) and d.state = 'claimed'
    join public.mailings m on m.id = d.mailing_id
    cross join lateral (
      select d.contact_id is null and m.kind <> 'message' and not private.is_mailed(d.calendar_id, d.member_id) as is_gone
    ) as gone
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

create or replace function public.send_notice_now(p_mailing_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_sending(m.calendar_id)
  from public.mailings m where m.id = p_mailing_id and m.calendar_id = any (private.my_admin_calendars());
  update public.mailings m set due_at = m.created_at
  where m.id = p_mailing_id and m.kind in ('change', 'message') and m.state = 'waiting' and m.calendar_id = any (private.my_admin_calendars());
  if not found then
    raise exception using errcode = 'TB023', message = 'The notice has gone out already.';
  end if;
  perform graphile_worker.add_job('plan-notices', job_key => 'plan-notices');
  return true;
end
$$;
comment on function public.send_notice_now(uuid) is 'Lets a notice, or a message to guests, go before its ten minutes are over. For admins.';

create or replace function public.calendar_mailings(
  p_calendar_id uuid, p_limit integer default 20, p_offset integer default 0, p_mailing_id uuid default null
)
returns table (
  id uuid, day date, kind text, sequence integer, state text, created_at timestamptz, started_at timestamptz,
  finished_at timestamptz, total bigint, planned bigint, sent bigint, delivered bigint, bounced bigint, failed bigint,
  opted_out bigint, expired bigint, cancelled bigint, uncertain bigint, review text, review_reason text,
  emails bigint, texts bigint, pushes bigint, titles text[], events bigint
)
language sql stable security definer
set search_path = ''
as $$
  select m.id, m.day, m.kind, m.sequence, m.state, m.created_at, m.started_at, m.finished_at,
    coalesce(c.total, 0), coalesce(c.planned, 0), coalesce(c.sent, 0), coalesce(c.delivered, 0), coalesce(c.bounced, 0),
    coalesce(c.failed, 0), coalesce(c.opted_out, 0), coalesce(c.expired, 0), coalesce(c.cancelled, 0), coalesce(c.uncertain, 0),
    m.review, m.review_reason, coalesce(c.emails, 0), coalesce(c.texts, 0), coalesce(c.pushes, 0), coalesce(about.titles, '{}'), about.events
  from (
    select * from public.mailings m
    where m.calendar_id = p_calendar_id and (p_mailing_id is null or m.id = p_mailing_id)
      and m.calendar_id = any ((select private.my_admin_calendars())::uuid[])
    order by m.day desc, m.created_at desc, m.id
    limit least(greatest(coalesce(p_limit, 20), 1), 500) offset greatest(coalesce(p_offset, 0), 0)
  ) as m
  left join lateral (
    select sum(n.deliveries)::bigint as total,
      sum(n.deliveries) filter (where n.state in ('planned', 'claimed', 'committing'))::bigint as planned,
      sum(n.deliveries) filter (where n.state in ('sent', 'delivered'))::bigint as sent,
      sum(n.deliveries) filter (where n.state = 'delivered')::bigint as delivered,
      sum(n.deliveries) filter (where n.state = 'bounced')::bigint as bounced,
      sum(n.deliveries) filter (where n.state = 'failed')::bigint as failed,
      sum(n.deliveries) filter (where n.state = 'opted_out')::bigint as opted_out,
      sum(n.deliveries) filter (where n.state = 'expired')::bigint as expired,
      sum(n.deliveries) filter (where n.state = 'cancelled')::bigint as cancelled,
      sum(n.deliveries) filter (where n.state = 'uncertain')::bigint as uncertain,
      sum(n.deliveries) filter (where n.channel = 'email')::bigint as emails,
      sum(n.deliveries) filter (where n.channel = 'sms')::bigint as texts,
      sum(n.deliveries) filter (where n.channel = 'push')::bigint as pushes
    from private.mailing_numbers(m.id, m.calendar_id, m.state) as n
  ) as c on true
  left join lateral (
    select (array_agg(named.title order by named.start_time, named.title))[1:3] as titles, count(*) as events
    from (
      select e.title, e.start_time from public.mailing_events about join public.events e on e.id = about.event_id
      where about.mailing_id = m.id
      union all
      select n.before ->> 'title', (n.before ->> 'start_time')::timestamptz from public.change_notices n
      where n.mailing_id = m.id and n.calendar_id = m.calendar_id
      union all
      select e.title, e.start_time from public.event_messages s join public.events e on e.id = s.event_id
      where s.mailing_id = m.id
    ) as named
  ) as about on true
  order by m.day desc, m.created_at desc, m.id
$$;

create or replace function public.waiting_people(mailing public.mailings) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select count(distinct told.person) + (
    select count(*) from public.event_messages s cross join lateral private.event_guests(s.event_id, s.audience) as g
    where s.mailing_id = mailing.id and g.email is not null and mailing.calendar_id = any ((select private.my_admin_calendars())::uuid[])
      and not exists (select from private.stops(s.calendar_id, 'email', g.email))
  )
  from public.change_notices n cross join lateral (
    select private.person_of(d.channel, d.address, d.contact_id, d.member_id) as person
    from public.deliveries d
    where d.mailing_id = any (n.told_in) and d.calendar_id = n.calendar_id
      and d.state in ('committing', 'sent', 'delivered', 'uncertain')
      and (d.event_ids is null or (n.before ->> 'id')::uuid = any (d.event_ids))
    union
    select a.email from public.rsvp_answers a
    where a.event_id = n.event_id and a.email is not null and a.confirmed_at is not null
    union
    select s.email from public.slot_signups s
    where s.event_id = n.event_id and s.email is not null and s.confirmed_at is not null
  ) as told
  where n.mailing_id = mailing.id and n.calendar_id = mailing.calendar_id
    and mailing.calendar_id = any ((select private.my_calendars())::uuid[])
$$;
comment on function public.waiting_people(public.mailings) is 'Computed field: how many people a notice of changes, or a message to guests, that waits would reach. 0 for anybody who is not a member.';

create or replace function public.find_deliveries(
  p_mailing_id uuid, p_search text default '', p_result text default null, p_limit integer default 50, p_offset integer default 0
)
returns table (
  id uuid, contact_id uuid, channel text, name text, address text, state text, result text, error text, cause text,
  is_member boolean, at timestamptz, can_resend boolean, found bigint
)
language plpgsql stable security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '16MB'
as $$
declare
  needle constant text := lower(private.trimmed(left(coalesce(p_search, ''), 100)));
  patterns constant text[] := array(
    select '%' || regexp_replace(split.word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(needle, '\s+') as split (word)
    where split.word <> ''
    limit 5
  );
  -- However a number is written, its digits are those of the stored one.
  digits constant text := case when needle ~ '^[+0-9().\s-]{3,}$' then '%' || regexp_replace(needle, '[^0-9]', '', 'g') || '%' end;
begin
  if not private.is_my_mailing(p_mailing_id) then
    return;
  end if;
  return query
    -- First only which, and in what order: the rest is looked up for one page.
    with page as materialized (
      select r.id, r.contact_id, r.member_id, r.channel, r.state, r.result, r.at, count(*) over () as found
      from private.mailing_recipients r
      left join public.calendar_contacts k on k.id = r.contact_id
      left join public.calendar_members m on m.calendar_id = r.calendar_id and m.user_id = r.member_id
      left join public.profiles p on p.user_id = m.user_id
      where r.mailing_id = p_mailing_id and (p_result is null or r.result = p_result)
        and (
          needle = '' or lower(concat_ws(' ', k.name, k.contact_value, p.display_name,
            case when k.id is null and r.member_id is null and r.channel = 'email' then (select g.name from private.guest_of(r.id) g) end
          )) like all (patterns)
          or k.contact_type = 'phone' and k.normalised like digits
        )
      order by array_position(array['failed', 'waiting', 'skipped', 'delivered'], r.result), k.created_at nulls last,
        -- neighbor2 before neighbor10, when an import brought them all at once.
        length(k.normalised), k.normalised collate "C", r.channel, r.id
      limit least(greatest(coalesce(p_limit, 50), 1), 1000) offset greatest(coalesce(p_offset, 0), 0)
    ), numbered as (
      select p.*, row_number() over () as place from page p
    )
    select r.id, r.contact_id, r.channel, coalesce(s.name, p.display_name, (select g.name from private.guest_of(r.id) g)), s.contact_value, r.state, r.result, d.last_error,
      case
        when r.state = 'opted_out' and s.state in ('bounced', 'suppressed') then coalesce(case when s.state = 'suppressed' then s.reason end, s.state)
        when r.state = 'unconfirmed' then s.reason
      end,
      r.member_id is not null, r.at,
      r.id = any (array(select private.resendable(p_mailing_id, array(select f.id from page f where f.result = 'failed')))), r.found
    from numbered r
    left join public.deliveries d on d.id = r.id
    left join private.contact_states s on s.id = r.contact_id
    left join public.calendar_members m on m.calendar_id = d.calendar_id and m.user_id = r.member_id
    left join public.profiles p on p.user_id = m.user_id
    order by r.place;
end
$$;

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
