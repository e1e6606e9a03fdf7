-- A mail writes its row three times, each time into every index, because state was part of four (decision 40). Now no index changes when it
-- is about to leave, so that this write stays on its page, and the two others go into five indexes, not eight.

-- Room on each page for the next version of its rows.
alter table public.deliveries set (fillfactor = 50);

-- Not state itself in the conditions of indexes: it changes with every step.
alter table public.deliveries
  add column is_waiting boolean not null generated always as (state = 'planned') stored;
comment on column public.deliveries.is_waiting is 'Whether it is planned, for indexes: they leave out the steps after.';

-- Of a mailing there is one calendar, so this forbids what it forbade, and serves whatever is asked of a mailing.
alter table public.deliveries
  drop constraint deliveries_address_key,
  add constraint deliveries_address_key unique (mailing_id, calendar_id, channel, address);

drop index public.deliveries_progress_idx, public.deliveries_due_idx, public.deliveries_lease_idx, public.deliveries_committing_idx;
create index deliveries_waiting_idx on public.deliveries (mailing_id, calendar_id) where is_waiting;
comment on index public.deliveries_waiting_idx is 'Claiming: what is to be sent of a mailing, for update skip locked.';
create index deliveries_due_idx on public.deliveries (next_attempt_at) where is_waiting;
comment on index public.deliveries_due_idx is 'What is over, what waits for the morning, and since when the oldest waits.';
create index deliveries_leased_idx on public.deliveries (mailing_id, calendar_id, address) where lease_token is not null;
comment on index public.deliveries_leased_idx is
  'Recovery: leases whose worker died. An opt-out waits for what is just leaving for its address. Whether a mailing is through.';

-- What writes the moment itself needs no function for it.
drop trigger touch on public.deliveries;
create trigger touch before update on public.deliveries
  for each row when (new.updated_at is not distinct from old.updated_at) execute function private.touch();

-- One statement writes what happened and what may leave: PostgreSQL prepares the checks of a table for each that writes it (decision 39).
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
  locked uuid[] := '{}';
  gone integer;
begin
  -- Before the next statement takes its snapshot: an opt-out that holds the lock is either seen by it or still waiting.
  if jsonb_array_length(p_begin) > 0 then
    with asked as materialized (
      select d.id, private.address_key(d.channel, d.address) as key
      from jsonb_to_recordset(p_begin) as b (id uuid, token uuid)
      join public.deliveries d on d.id = b.id and coalesce(d.lease_token = b.token, false)
    )
    select coalesce(array_agg(asked.id), '{}') into locked
    from asked where pg_catalog.pg_try_advisory_xact_lock_shared(asked.key);
  end if;

  return query
  with allowed as materialized (
    select b.*
    from jsonb_to_recordset(p_begin) as b (id uuid, token uuid, message_id text, version bigint, segments integer)
    join public.deliveries d on d.id = b.id and coalesce(d.lease_token = b.token, false) and d.state = 'claimed'
    join public.calendars c on c.id = d.calendar_id
    join public.mailings m on m.id = d.mailing_id
    where b.id = any (locked)
      and c.version = b.version and not c.disabled and c.sending_paused_at is null and m.state <> 'cancelled'
      and (d.contact_id is not null or m.kind = 'test' or d.channel = 'push')
      -- What private.is_opted_out says; a call for each mail took a tenth of this function.
      and not exists (select from public.suppressions s where s.channel = d.channel and s.address = d.address)
      and not exists (
        select from public.opt_outs o where d.channel = 'email' and o.calendar_id = d.calendar_id and o.email = d.address
      )
      and not exists (select from private.sending s where s.held_at is not null)
  ), step as (
    select s.id, s.token, false as begins, s.state, s.error, s.provider_id, s.next_attempt_at, s.message_id, null::integer as segments,
      case when s.refused then -1 else 0 end as copies, case when s.unused then -1 else 0 end as attempts
    from jsonb_to_recordset(p_settled) as s (
      id uuid, token uuid, state text, error text, provider_id text, message_id text, next_attempt_at timestamptz, refused boolean,
      unused boolean
    )
    union all
    select a.id, a.token, true, 'committing', null, null, null, a.message_id, a.segments, 1, 0 from allowed a
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
      and case when s.begins then d.state = 'claimed' else d.state in ('claimed', 'committing') end
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

-- As they were, but for how they find what is leased and what waits.
create or replace function private.stop_what_is_leaving() returns trigger
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

create or replace function private.recover_deliveries(p_now timestamptz default clock_timestamp()) returns bigint
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
