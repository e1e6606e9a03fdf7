-- When the database restarts or a network breaks, the senders that live lose their lock together with the dead, and are back within
-- a second or two with what they have sent but could not write down. So what was just leaving is not taken over while its lease
-- is as good as new: a lease lives for thirty seconds and is renewed every ten.
create or replace function private.recover_deliveries() returns bigint
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
      lease_token = null, lease_until = null, lease_holder = null
    from lost
    where d.id = lost.id
    returning 1
  )
  select count(*) from recovered
$$;
