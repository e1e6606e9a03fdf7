-- A mail that was just leaving when its worker died may have arrived or not, and is sent a second time; if that worker dies as
-- well, nobody knows, and a third copy is never sent. A worker that dies over and over would use up the second copy of the same
-- mails each time. So these wait until no worker has died for twenty seconds.
drop function private.recover_deliveries();
create function private.recover_deliveries(p_now timestamptz default clock_timestamp()) returns bigint
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
    where d.mailing_id = m.mailing_id and d.calendar_id = m.calendar_id and d.state = 'planned' and d.copies > 0
      and d.next_attempt_at < p_now + interval '20 seconds'
  )
  select count(*) from recovered
$$;
comment on function private.recover_deliveries(timestamptz) is 'Takes back what dead workers held: planned again, or uncertain when a third copy might leave. What may have left waits until nobody has died for 20 seconds. Returns how many.';
grant execute on function private.recover_deliveries(timestamptz) to service_role;
