-- Numbers of finished mailings are stored.

comment on table public.mailings is 'One row per sending. Its progress is counted from its deliveries; once it is finished, mailing_totals has the numbers.';

-- Counting 25,000 deliveries takes a while, and what is finished is looked at again and again. Its numbers are counted when it is
-- finished; each later report adds two rows, one less and one more, and waits for nobody. So a row is part of the sum, and folding the
-- rows changes nothing but their number.
create table if not exists private.mailing_totals (
  id bigint generated always as identity primary key,
  mailing_id uuid not null references public.mailings on delete cascade,
  channel text not null,
  state text not null,
  deliveries bigint not null
);

comment on table private.mailing_totals is 'How many deliveries of a finished mailing have which state: the sum of its rows.';
comment on column private.mailing_totals.deliveries is 'A number, or -1 and 1 when a report moved one delivery to another state.';

create index if not exists mailing_totals_mailing_id_idx on private.mailing_totals (mailing_id) include (channel, state, deliveries);
comment on index private.mailing_totals_mailing_id_idx is 'The numbers of a mailing; the foreign key.';

alter table private.mailing_totals enable row level security;
drop policy if exists all_service on private.mailing_totals;
create policy all_service on private.mailing_totals for all to service_role using (true) with check (true);
comment on policy all_service on private.mailing_totals is 'The worker finishes mailings; webhooks write what came back.';

grant select, insert, update, delete on private.mailing_totals to service_role;

-- One statement counts and deletes what came before, so that it sees a report either in both or in neither: one that commits meanwhile
-- keeps its rows, which are then added. The row of the mailing is locked by now, so nobody else counts, folds or sends again; what was
-- sent again just before is seen here, and not by the statement that waited for the lock.
create or replace function private.store_totals() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if exists (
    select from public.deliveries d where d.mailing_id = new.id and d.calendar_id = new.calendar_id and d.is_waiting
  ) then
    return null;
  end if;
  with counted_before as (
    delete from private.mailing_totals t where t.mailing_id = new.id
  )
  insert into private.mailing_totals (mailing_id, channel, state, deliveries)
  select new.id, d.channel, d.state, count(*) from public.deliveries d
  where d.mailing_id = new.id and d.calendar_id = new.calendar_id
  group by d.channel, d.state;
  return new;
end
$$;
comment on function private.store_totals() is 'Counts a mailing that is finished; one of which something waits again is not.';

-- Not only of finished mailings: one may be finished in another transaction this moment.
-- Definer: some who move deliveries are no service.
create or replace function private.add_to_totals() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.mailing_totals (mailing_id, channel, state, deliveries)
  values (new.mailing_id, new.channel, old.state, -1), (new.mailing_id, new.channel, new.state, 1);
  return null;
end
$$;
comment on function private.add_to_totals() is 'Counts what became of a delivery after its message had left or been given up.';

-- Skips what is locked, and so never waits.
create or replace function private.fold_totals() returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  mailing uuid;
begin
  for mailing in
    select m.id from public.mailings m
    where m.id in (select t.mailing_id from private.mailing_totals t group by t.mailing_id, t.channel, t.state having count(*) > 1)
    for no key update skip locked
  loop
    with folded as (
      delete from private.mailing_totals t where t.mailing_id = mailing returning t.channel, t.state, t.deliveries
    )
    insert into private.mailing_totals (mailing_id, channel, state, deliveries)
    select mailing, f.channel, f.state, sum(f.deliveries) from folded f group by f.channel, f.state having sum(f.deliveries) <> 0;
  end loop;
end
$$;
comment on function private.fold_totals() is 'Sums up what later reports added.';
grant execute on function private.fold_totals() to service_role;

-- What was sent again is on its way, and one that was finished before there were totals has none: they are counted.
create or replace function private.mailing_numbers(p_mailing_id uuid, p_calendar_id uuid, p_state text)
returns table (channel text, state text, deliveries bigint)
language plpgsql stable
set search_path = ''
as $$
begin
  if p_state = 'finished' and (
    select sum(t.deliveries) > 0 and coalesce(sum(t.deliveries) filter (where t.state in ('planned', 'claimed', 'committing')), 0) = 0
    from private.mailing_totals t where t.mailing_id = p_mailing_id
  ) then
    return query
      select t.channel, t.state, sum(t.deliveries)::bigint from private.mailing_totals t
      where t.mailing_id = p_mailing_id
      group by t.channel, t.state;
  else
    return query
      select d.channel, d.state, count(*) from public.deliveries d
      where d.mailing_id = p_mailing_id and d.calendar_id = p_calendar_id
      group by d.channel, d.state;
  end if;
end
$$;
comment on function private.mailing_numbers(uuid, uuid, text) is 'How many deliveries of a mailing have which state.';

-- Definer: totals are closed to clients.
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
    ) as named
  ) as about on true
  order by m.day desc, m.created_at desc, m.id
$$;
comment on function public.calendar_mailings(uuid, integer, integer, uuid) is 'A page of a calendar''s mailings, newest first, or one of them, with how far each is: planned are still to go, sent includes delivered; and the titles of the first three of its events. For its admins; nothing for others.';
grant execute on function public.calendar_mailings(uuid, integer, integer, uuid) to authenticated;

create or replace trigger store_totals before update of state on public.mailings
for each row when (new.state = 'finished' and old.state <> 'finished') execute function private.store_totals();
-- Not on the way there, which is three writes for each message.
create or replace trigger add_to_totals after update of state on public.deliveries
for each row when (old.state <> new.state and old.state not in ('planned', 'claimed', 'committing'))
execute function private.add_to_totals();

-- What was finished before. The triggers have locked both tables, so nobody writes meanwhile.
insert into private.mailing_totals (mailing_id, channel, state, deliveries)
select m.id, d.channel, d.state, count(*)
from public.mailings m join public.deliveries d on d.mailing_id = m.id and d.calendar_id = m.calendar_id
where m.state = 'finished' and not exists (select from private.mailing_totals t where t.mailing_id = m.id)
group by m.id, d.channel, d.state;
