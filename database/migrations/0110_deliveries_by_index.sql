-- Deliveries are found by their key, however little PostgreSQL knows of the table. A mailing's rows are written and sent within
-- seconds, before anything has counted them: a plan made while the table was empty reads all of it for every few mails, and
-- is kept. The function is as 0069 made it, but for the settings and the one condition that has a comment.
create or replace function private.advance_deliveries(p_now timestamptz, p_settled jsonb, p_begin jsonb)
returns table (id uuid, verdict text)
language plpgsql volatile
set search_path = ''
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  locked uuid[];
  gone integer;
begin
  if jsonb_array_length(p_settled) > 0 then
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
    -- Not as a plain condition: it would fit the index of leases, which while mails leave holds mostly rows that are done.
    where d.id = s.id and d.lease_token = s.token and coalesce(d.state in ('claimed', 'committing'), false);
  end if;

  if jsonb_array_length(p_begin) = 0 then
    return;
  end if;

  -- Before the next statement takes its snapshot: an opt-out that holds the lock is either seen by it or still waiting.
  with asked as materialized (
    select d.id, private.address_key(d.channel, d.address) as key
    from jsonb_to_recordset(p_begin) as b (id uuid, token uuid)
    join public.deliveries d on d.id = b.id and d.lease_token = b.token
  )
  select coalesce(array_agg(asked.id), '{}') into locked
  from asked where pg_catalog.pg_try_advisory_xact_lock_shared(asked.key);

  return query
  with asked as materialized (
    select b.*, d.calendar_id, d.mailing_id, d.channel, d.address, d.contact_id
    from jsonb_to_recordset(p_begin) as b (id uuid, token uuid, message_id text, version bigint, segments integer)
    join public.deliveries d on d.id = b.id and d.lease_token = b.token and d.state = 'claimed'
    where b.id = any (locked)
  ), allowed as materialized (
    select a.* from asked a
    join public.calendars c on c.id = a.calendar_id
    join public.mailings m on m.id = a.mailing_id
    where c.version = a.version and not c.disabled and c.sending_paused_at is null and m.state <> 'cancelled'
      and (a.contact_id is not null or m.kind = 'test' or a.channel = 'push')
      and not private.is_opted_out(a.calendar_id, a.channel, a.address)
      and not exists (select from private.sending s where s.held_at is not null)
  )
  update public.deliveries d set
    state = 'committing',
    copies = d.copies + 1,
    message_id = coalesce(a.message_id, d.message_id),
    segments = coalesce(a.segments, d.segments)
  from allowed a
  where d.id = a.id and d.lease_token = a.token and d.state = 'claimed'
  returning d.id, 'go'::text;
  get diagnostics gone = row_count;
  if gone = jsonb_array_length(p_begin) then
    return;
  end if;

  return query
  with asked as materialized (
    select b.id, b.token, d.contact_id, d.channel, d.mailing_id,
      private.is_opted_out(d.calendar_id, d.channel, d.address) as opted_out
    from jsonb_to_recordset(p_begin) as b (id uuid, token uuid)
    join public.deliveries d on d.id = b.id and d.lease_token = b.token and d.state = 'claimed'
  ), stopped as (
    update public.deliveries d set
      state = case when a.opted_out then 'opted_out' else 'cancelled' end,
      lease_token = null, lease_until = null, lease_holder = null
    from asked a, public.mailings m
    where d.id = a.id and d.lease_token = a.token and d.state = 'claimed' and m.id = a.mailing_id
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
