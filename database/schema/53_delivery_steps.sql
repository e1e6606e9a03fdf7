-- The steps of a delivery that must not race: claimed → committing → sent, giving back what a dead worker held, an opt-out that
-- must not be overtaken, and what carriers report afterwards. Workers prove with the row's lease that it is theirs, so one that
-- lost it changes nothing. Reports come twice, late and in any order, from webhooks and from bounce mails.

-- "An opt-out wins", in its only place: planning, sending, counting and adding ask here. Bound, so that it becomes part of the statement
-- that asks: a call for each recipient took a fifth of the planning time.
create function private.stops(p_calendar uuid, p_channel text, p_address text) returns table (cause text)
language sql stable
begin atomic
  select 'suppressed' from public.suppressions s where s.channel = p_channel and s.address = p_address
  union all
  select 'unsubscribed' from public.opt_outs o where p_channel = 'email' and o.calendar_id = p_calendar and o.email = p_address
  union all
  select 'switched_off' from private.contact_preferences p
  where p.channel = p_channel and p.address = p_address and p.calendar_id = p_calendar and not p.is_on
  union all
  -- Only a confirmed address: anybody can sign up with somebody else's.
  select 'switched_off' from auth.users u join public.notification_preferences p on p.user_id = u.id
  where p_channel = 'email' and u.email = p_address and u.email_confirmed_at is not null and p.calendar_id = p_calendar
    and not p.email_notifications;
end;
comment on function private.stops(uuid, text, text) is 'Why nothing of the calendar may go to the address: suppressed everywhere on the channel, unsubscribed from the calendar, or the channel switched off for it.';
grant execute on function private.stops(uuid, text, text) to service_role;

create function private.is_opted_out(p_calendar uuid, p_channel text, p_address text) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from private.stops(p_calendar, p_channel, p_address) s where s.cause <> 'switched_off')
$$;
comment on function private.is_opted_out(uuid, text, text) is 'For tests, and letters about what somebody asked for: these reach who only switched the mailings off.';
grant execute on function private.is_opted_out(uuid, text, text) to service_role;

create function private.address_key(p_channel text, p_address text) returns bigint
language sql immutable parallel safe
return pg_catalog.hashtextextended(p_channel || ':' || p_address, 7262003);
comment on function private.address_key(text, text) is 'The advisory lock under which a message leaves for an address, or an opt-out of it is written.';
grant execute on function private.address_key(text, text) to service_role;

-- Read just before a mail leaves: a person who has left, was removed or has switched mail off gets nothing any more.
create function private.is_mailed(p_calendar uuid, p_member uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.notification_preferences p
    where p.calendar_id = p_calendar and p.user_id = p_member and p.email_notifications
  )
$$;
comment on function private.is_mailed(uuid, uuid) is 'Whether the account is a member of the calendar and wants its mails.';
grant execute on function private.is_mailed(uuid, uuid) to service_role;

-- Admins read it. What a mail server says often names the address, which they know of contacts only: of members only the code stays.
create function private.shown_error(p_error text, p_member uuid) returns text
language sql immutable
return case when p_member is null then left(p_error, 1000) else substring(p_error from '^[0-9]{3}(?: [0-9]\.[0-9]{1,3}\.[0-9]{1,3})?') end;
comment on function private.shown_error(text, uuid) is 'What a carrier answered, as admins may see it.';
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
-- `materialized`, because after waiting for another write of a row, such as a renewed lease, PostgreSQL checks it again and would not
-- find its step in a union: the outcome would be lost, and the message sent a second time.
create function private.advance_deliveries(p_now timestamptz, p_settled jsonb, p_begin jsonb)
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
comment on function private.advance_deliveries(timestamptz, jsonb, jsonb) is 'Writes what happened to messages, and returns which others may leave now.';
grant execute on function private.advance_deliveries(timestamptz, jsonb, jsonb) to service_role;

-- A claimed row is safe to try again; a committing one may have left, so it gets one more copy, and after that a human.
-- If a worker is only silent, its claimed rows are taken once the lease is over (it will find out before the last step). Its committing
-- rows are taken when the carrier's longest silence is over: it may still get the answer.
-- When the database restarts, live senders lose their locks together with dead ones, and are back within seconds with what
-- they could not write down: so what was just leaving is not taken over while its lease is fresh.
-- And a worker that dies over and over would use up the second copy of the same messages each time: so these wait until
-- no worker has died for twenty seconds.
create function private.recover_deliveries(p_now timestamptz default clock_timestamp()) returns bigint
language sql
set search_path = ''
as $$
  with living as (
    select l.objid::bigint as holder
    from pg_catalog.pg_locks l
    where l.locktype = 'advisory' and l.classid = 7262002 and l.objsubid = 2 and l.granted
      and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database())
  ), lost as (
    select d.id from public.deliveries d
    where d.lease_token is not null and d.state in ('claimed', 'committing') and (
      d.lease_holder is null and d.lease_until < clock_timestamp()
      or d.lease_holder is not null and d.lease_holder not in (select l.holder from living l)
        and (d.state = 'claimed' or d.lease_until < clock_timestamp() + interval '15 seconds')
      or d.state = 'claimed' and d.lease_until < clock_timestamp()
      or d.lease_until < clock_timestamp() - interval '15 minutes'
    )
    for update skip locked
  ), recovered as (
    update public.deliveries d set
      state = case when d.state = 'committing' and d.copies >= 2 then 'uncertain' else 'planned' end,
      next_attempt_at = case
        when d.copies > 0 then greatest(d.next_attempt_at, p_now + interval '20 seconds') else d.next_attempt_at
      end,
      lease_token = null, lease_until = null, lease_holder = null
    from lost
    where d.id = lost.id
    returning d.mailing_id, d.calendar_id
  ), waiting as (
    update public.deliveries d set next_attempt_at = p_now + interval '20 seconds'
    from (select distinct r.mailing_id, r.calendar_id from recovered r) as m
    where d.mailing_id = m.mailing_id and d.calendar_id = m.calendar_id and d.is_waiting and d.copies > 0
      and d.next_attempt_at < p_now + interval '20 seconds'
  )
  select count(*) from recovered
$$;
comment on function private.recover_deliveries(timestamptz) is 'Takes back what dead workers held: planned again, or uncertain when a third copy might leave. What may have left waits until nobody has died for 20 seconds. Returns how many.';
grant execute on function private.recover_deliveries(timestamptz) to service_role;

-- Takes the address's lock, so that nothing new can leave for it, and waits until what is leaving has left: a worker sends
-- the end of a message within two seconds of `committing`, or not at all. So no message ends after the opt-out commits.
-- Called with the channel, or without one when the row names it.
create function private.stop_what_is_leaving() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  its_channel text := coalesce(tg_argv[0], to_jsonb(new) ->> 'channel');
  its_address text := coalesce(to_jsonb(new) ->> 'address', to_jsonb(new) ->> 'email');
begin
  perform pg_catalog.pg_advisory_xact_lock(private.address_key(its_channel, its_address));
  while exists (
    select from public.deliveries d
    where d.lease_token is not null and d.state = 'committing' and d.channel = its_channel and d.address = its_address
      and d.updated_at > clock_timestamp() - interval '3 seconds'
  ) loop
    perform pg_catalog.pg_sleep(0.02);
  end loop;
  return new;
end
$$;
comment on function private.stop_what_is_leaving() is 'Makes an opt-out or suppression wait for the one message that is just leaving.';
grant execute on function private.stop_what_is_leaving() to service_role;

-- How final a state is. Before `sent` nothing was promised yet; a bounce after a delivery is the last word. A recipient who
-- opted out was never sent to, and no report changes that.
create function private.finality(p_state text) returns integer
language sql immutable parallel safe
return case p_state
    when 'sent' then 1
    when 'failed' then 2
    when 'delivered' then 3
    when 'bounced' then 4
    when 'opted_out' then 9
    else 0
  end;
comment on function private.finality(text) is 'A report may only move a delivery to a state of higher finality.';
grant execute on function private.finality(text) to service_role;

-- Takes the lease away too: a worker that still waits for the carrier then writes nothing over the report.
create function private.report_delivery(p_delivery uuid, p_state text, p_detail text, p_at timestamptz) returns boolean
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
grant execute on function private.report_delivery(uuid, text, text, timestamptz) to service_role;
