-- The outcome of a message is not lost when its row is written by somebody else at the same moment.
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
