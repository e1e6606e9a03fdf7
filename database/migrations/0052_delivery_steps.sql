-- The steps of a delivery that must not race: claimed → committing → sent, giving back what a dead worker held, and an
-- opt-out that must not be overtaken. All take the row's lease as proof, so a worker that lost it changes nothing.

alter table public.deliveries
  add column copies integer not null default 0,
  add column lease_holder integer,
  add column segments integer,
  add column time_zone text,
  add constraint deliveries_copies_check check (copies between 0 and 2),
  add constraint deliveries_segments_check check (segments > 0),
  drop constraint deliveries_state_check,
  add constraint deliveries_state_check check (state in (
    'planned', 'claimed', 'committing', 'sent', 'delivered', 'bounced', 'failed', 'opted_out', 'uncertain', 'expired',
    'cancelled'
  ));
comment on column public.deliveries.copies is 'How many copies may have left. Raised before the last step, lowered when the carrier refuses; never above 2.';
comment on column public.deliveries.lease_holder is 'The number of the process that holds the lease (private.sender_numbers).';
comment on column public.deliveries.segments is 'Parts a text was split into; carriers charge by the part.';
comment on column public.deliveries.time_zone is 'Whose clock the quiet hours of a text follow.';
comment on column public.deliveries.state is 'planned → claimed → committing → sent → delivered; or bounced, failed, opted_out, expired; cancelled: its events or its contact went; uncertain waits for a human.';
grant select (segments) on public.deliveries to authenticated;

create index deliveries_committing_idx on public.deliveries (address) where state = 'committing';
comment on index public.deliveries_committing_idx is 'An opt-out waits for what is just leaving for its address.';

-- Whether somebody must not be sent to. Told apart by nobody: an opt-out, a bounce and a STOP end the same way.
create function private.is_opted_out(p_calendar uuid, p_channel text, p_address text) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from public.suppressions s where s.channel = p_channel and s.address = p_address)
    or p_channel = 'email' and exists (
      select from public.opt_outs o where o.calendar_id = p_calendar and o.email = p_address
    )
$$;
comment on function private.is_opted_out(uuid, text, text) is 'Opted out of the calendar, or suppressed everywhere on the channel.';

create function private.address_key(p_channel text, p_address text) returns bigint
language sql immutable parallel safe
set search_path = ''
return pg_catalog.hashtextextended(p_channel || ':' || p_address, 7262003);
comment on function private.address_key(text, text) is 'The advisory lock under which a message leaves for an address, or an opt-out of it is written.';

-- First what happened is written down, then who may go on: one call of a worker for all its connections, so between two
-- calls each connection has at most one message whose end is open.
--   p_settled  [{id, token, state, error, provider_id, next_attempt_at, refused, unused}]: refused says that for certain
--              no copy left; unused, that it was not even tried
--   p_begin    [{id, token, message_id, version, segments}]: version is the calendar's when the message was rendered
-- Verdicts: go; lost (another has the row); opted_out; again (paused, held, changed since it was rendered, or an opt-out
-- is being written this moment).
create function private.advance_deliveries(p_now timestamptz, p_settled jsonb, p_begin jsonb)
returns table (id uuid, verdict text)
language plpgsql volatile
set search_path = ''
as $$
#variable_conflict use_column
declare
  locked uuid[];
  gone integer;
begin
  update public.deliveries d set
    state = case when s.state = 'planned' and not s.refused and d.copies >= 2 then 'uncertain' else s.state end,
    sent_at = case when s.state = 'sent' then p_now else d.sent_at end,
    last_error = left(s.error, 1000),
    provider_id = coalesce(s.provider_id, d.provider_id),
    next_attempt_at = coalesce(s.next_attempt_at, d.next_attempt_at),
    copies = d.copies - case when s.refused and d.state = 'committing' then 1 else 0 end,
    attempts = d.attempts - case when s.unused then 1 else 0 end,
    lease_token = null, lease_until = null, lease_holder = null
  from jsonb_to_recordset(p_settled) as s (
    id uuid, token uuid, state text, error text, provider_id text, next_attempt_at timestamptz, refused boolean, unused boolean
  )
  where d.id = s.id and d.lease_token = s.token and d.state in ('claimed', 'committing');

  if jsonb_array_length(p_begin) = 0 then
    return;
  end if;

  -- Before the next statement takes its snapshot: an opt-out that holds the lock is either seen by it or still waiting.
  select coalesce(array_agg(d.id), '{}') into locked
  from jsonb_to_recordset(p_begin) as b (id uuid)
  join public.deliveries d on d.id = b.id
  where pg_catalog.pg_try_advisory_xact_lock_shared(private.address_key(d.channel, d.address));

  return query
  update public.deliveries d set
    state = 'committing',
    copies = d.copies + 1,
    message_id = coalesce(b.message_id, d.message_id),
    segments = coalesce(b.segments, d.segments)
  from jsonb_to_recordset(p_begin) as b (id uuid, token uuid, message_id text, version bigint, segments integer), public.calendars c, public.mailings m
  where d.id = b.id and d.lease_token = b.token and d.state = 'claimed' and d.id = any (locked)
    and c.id = d.calendar_id and c.version = b.version and not c.disabled and c.sending_paused_at is null
    and m.id = d.mailing_id and m.state <> 'cancelled'
    and (d.contact_id is not null or m.kind = 'test' or d.channel = 'push')
    and not private.is_opted_out(d.calendar_id, d.channel, d.address)
    and not exists (select from private.sending s where s.held_at is not null)
  returning d.id, 'go'::text;
  get diagnostics gone = row_count;
  if gone = jsonb_array_length(p_begin) then
    return;
  end if;

  return query
  with stopped as (
    update public.deliveries d set
      state = case when private.is_opted_out(d.calendar_id, d.channel, d.address) then 'opted_out' else 'cancelled' end,
      lease_token = null, lease_until = null, lease_holder = null
    from jsonb_to_recordset(p_begin) as b (id uuid, token uuid), public.mailings m
    where d.id = b.id and d.lease_token = b.token and d.state = 'claimed' and m.id = d.mailing_id
      and (
        private.is_opted_out(d.calendar_id, d.channel, d.address)
        or d.contact_id is null and m.kind <> 'test' and d.channel <> 'push'
        or m.state = 'cancelled'
      )
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
comment on function private.advance_deliveries(timestamptz, jsonb, jsonb) is 'Writes what happened to messages, and says which others may leave now.';

-- A claimed row is safe to try again; a committing one may have left, so it gets one more copy, and after that a human.
-- Of a worker that is only silent, claimed rows are taken once the lease is over (it will find out before the last step),
-- committing ones not before the carrier's longest silence is over: it may still hear the answer.
create function private.recover_deliveries() returns bigint
language sql volatile
set search_path = ''
as $$
  with living as (
    select l.objid::bigint as holder
    from pg_catalog.pg_locks l
    where l.locktype = 'advisory' and l.classid = 7262002 and l.objsubid = 2 and l.granted
      and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database())
  ), lost as (
    select d.id from public.deliveries d
    where d.state in ('claimed', 'committing') and (
      d.lease_holder is null and d.lease_until < clock_timestamp()
      or d.lease_holder is not null and d.lease_holder not in (select l.holder from living l)
      or d.state = 'claimed' and d.lease_until < clock_timestamp()
      or d.lease_until < clock_timestamp() - interval '15 minutes'
    )
    for update skip locked
  ), recovered as (
    update public.deliveries d set
      state = case when d.state = 'committing' and d.copies >= 2 then 'uncertain' else 'planned' end,
      lease_token = null, lease_until = null, lease_holder = null
    from lost
    where d.id = lost.id
    returning 1
  )
  select count(*) from recovered
$$;
comment on function private.recover_deliveries() is 'Gives back what dead workers held; returns how many.';

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
    where d.state = 'committing' and d.channel = its_channel and d.address = its_address
      and d.updated_at > clock_timestamp() - interval '3 seconds'
  ) loop
    perform pg_catalog.pg_sleep(0.02);
  end loop;
  return new;
end
$$;
comment on function private.stop_what_is_leaving() is 'Makes an opt-out or suppression wait for the one message that is just leaving.';

create trigger stop_what_is_leaving before insert on public.opt_outs
for each row execute function private.stop_what_is_leaving('email');
create trigger stop_what_is_leaving before insert on public.suppressions
for each row execute function private.stop_what_is_leaving();

-- Too many bounces or complaints harm everybody's mail: the calendar waits for a human. Of the last 30 days, from 200 sent.
create function private.review_sending(p_calendar uuid) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  sent bigint;
  bounced bigint;
  complained bigint;
  why text;
begin
  select count(*), count(*) filter (where d.state = 'bounced'),
    count(*) filter (where exists (
      select from public.suppressions s
      where s.channel = 'email' and s.address = d.address and s.reason = 'complaint' and s.created_at >= d.sent_at
    ))
  into sent, bounced, complained
  from public.deliveries d
  where d.calendar_id = p_calendar and d.channel = 'email' and d.state in ('sent', 'delivered', 'bounced')
    and d.created_at > now() - interval '30 days';
  why := case
    when sent < 200 then null
    when complained > 0 and complained >= sent * 0.001 then 'Paused: too many people reported its mail as spam.'
    when bounced >= sent * 0.04 then 'Paused: too many of its addresses do not exist.'
  end;
  if why is not null then
    update public.calendars set sending_paused_at = now(), sending_paused_reason = why
    where id = p_calendar and sending_paused_at is null;
  end if;
  return why;
end
$$;
comment on function private.review_sending(uuid) is 'Pauses a calendar at 0.1 % complaints or 4 % bounces; says why, or null.';

grant execute on function
  private.is_opted_out(uuid, text, text), private.address_key(text, text),
  private.advance_deliveries(timestamptz, jsonb, jsonb), private.recover_deliveries(), private.stop_what_is_leaving(),
  private.review_sending(uuid)
to service_role;
