-- What became of mailings, as admins read it: a calendar's mailings with their numbers, one mailing person by person, its last weeks,
-- and another try for what failed.

-- Counting 25,000 deliveries takes a while, and what is finished is looked at again and again. Its numbers are counted when it is
-- finished; each later report adds two rows, one less and one more, and waits for nobody. So a row is part of the sum, and folding the
-- rows changes nothing but their number.
create table private.mailing_totals (
  id bigint generated always as identity primary key,
  mailing_id uuid not null references public.mailings on delete cascade,
  channel text not null,
  state text not null,
  deliveries bigint not null
);

comment on table private.mailing_totals is 'How many deliveries of a finished mailing have which state: the sum of its rows.';
comment on column private.mailing_totals.deliveries is 'A number, or -1 and 1 when a report moved one delivery to another state.';

create index mailing_totals_mailing_id_idx on private.mailing_totals (mailing_id) include (channel, state, deliveries);
comment on index private.mailing_totals_mailing_id_idx is 'The numbers of a mailing; the foreign key.';

alter table private.mailing_totals enable row level security;
create policy all_service on private.mailing_totals for all to service_role using (true) with check (true);
comment on policy all_service on private.mailing_totals is 'The worker finishes mailings; webhooks write what came back.';

grant select, insert, update, delete on private.mailing_totals to service_role;

-- One statement counts and deletes what came before, so that it sees a report either in both or in neither: one that commits meanwhile
-- keeps its rows, which are then added. The row of the mailing is locked by now, so nobody else counts, folds or sends again; what was
-- sent again just before is seen here, and not by the statement that waited for the lock.
create function private.store_totals() returns trigger
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

-- Takes unfinished mailings, too: one may be finished in another transaction this moment.
-- Definer: some who move deliveries are no service.
create function private.add_to_totals() returns trigger
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
create function private.fold_totals() returns void
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
create function private.mailing_numbers(p_mailing_id uuid, p_calendar_id uuid, p_state text)
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

-- Works in small steps, each its own transaction: call it until it returns 0. A mailing is kept whole until its events are over for as
-- long: changes of them are sent to whoever got it. The last message of each contact stays: lists show what became of it, and who
-- got mail before is no stranger to the review of first mails.
create function private.prune_deliveries(p_before timestamptz, p_rows integer default 2000) returns bigint
language plpgsql volatile
set search_path = ''
as $$
declare
  mailing record;
  deleted bigint;
  gone bigint := 0;
begin
  for mailing in
    select m.id, m.calendar_id, m.state from public.mailings m
    where m.state = 'finished' and m.recipients_removed_at is null and m.created_at < p_before and m.finished_at < p_before
      and not exists (
        select from public.mailing_events about join public.events e on e.id = about.event_id
        where about.mailing_id = m.id and e.end_time >= p_before
      )
    order by m.created_at
    limit 100
    for no key update skip locked
  loop
    -- One that was finished before there were totals has none.
    if not exists (select from private.mailing_totals t where t.mailing_id = mailing.id) then
      insert into private.mailing_totals (mailing_id, channel, state, deliveries)
      select mailing.id, n.channel, n.state, n.deliveries
      from private.mailing_numbers(mailing.id, mailing.calendar_id, mailing.state) as n;
    end if;
    delete from public.deliveries where id in (
      select d.id from public.deliveries d
      where d.mailing_id = mailing.id and d.calendar_id = mailing.calendar_id and (
        d.contact_id is null
        or exists (select from public.deliveries l where l.contact_id = d.contact_id and l.created_at > d.created_at)
      )
      limit p_rows - gone
    );
    get diagnostics deleted = row_count;
    gone := gone + deleted;
    if gone >= p_rows then
      return gone;
    end if;
    update public.mailings set recipients_removed_at = now() where id = mailing.id;
    gone := gone + 1;
  end loop;
  return gone;
end
$$;
comment on function private.prune_deliveries(timestamptz, integer) is 'Deletes some of the deliveries of mailings that were finished before; how many rows and mailings, 0 when there is nothing left.';
grant execute on function private.prune_deliveries(timestamptz, integer) to service_role;

-- Definer: totals are closed to clients.
create function public.calendar_mailings(
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
comment on function public.calendar_mailings(uuid, integer, integer, uuid) is 'A page of a calendar''s mailings, newest first, or one of them, with how far each is: planned are still to go, sent includes delivered; and the titles of the first three of its events. For its admins; nothing for others.';
grant execute on function public.calendar_mailings(uuid, integer, integer, uuid) to authenticated;

-- Definer: deliveries and companions are closed to clients. What was pruned is counted by message.
create function public.sent_people(mailing public.mailings) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select case
    when not mailing.calendar_id = any ((select private.my_admin_calendars())::uuid[]) then 0
    when mailing.recipients_removed_at is not null then (
      select coalesce(sum(t.deliveries), 0)::bigint from private.mailing_totals t
      where t.mailing_id = mailing.id and t.state in ('sent', 'delivered')
    )
    else (
      select count(distinct private.person_of(d.channel, d.address, d.contact_id, d.member_id)) from public.deliveries d
      where d.mailing_id = mailing.id and d.calendar_id = mailing.calendar_id and d.state in ('sent', 'delivered')
    )
  end
$$;
comment on function public.sent_people(public.mailings) is 'Computed field: to how many people messages of the mailing left. 0 for anybody who is no admin.';
grant execute on function public.sent_people(public.mailings) to authenticated;

-- Definer: as sent_people. Editors see it of their own notices: how many, not who.
create function public.waiting_people(mailing public.mailings) returns bigint
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
grant execute on function public.waiting_people(public.mailings) to authenticated;

-- Whom a mailing was for. A phone that was on the list and had not replied YES has no delivery, and is named all the same: it is what
-- admins ask about.
create view private.mailing_recipients with (security_invoker = true) as
select d.mailing_id, d.calendar_id, d.id, d.contact_id, d.member_id, d.channel, d.state,
  case
    when d.state in ('sent', 'delivered') then 'delivered'
    when d.state in ('planned', 'claimed', 'committing') then 'waiting'
    when d.state in ('bounced', 'failed', 'uncertain') then 'failed'
    else 'skipped'
  end as result,
  d.last_error, coalesce(d.sent_at, d.updated_at) as at
from public.deliveries d
union all
select m.id, m.calendar_id, k.id, k.id, null::uuid, 'sms', 'unconfirmed', 'skipped', null::text, m.created_at
from public.mailings m
join public.calendar_contacts k on k.calendar_id = m.calendar_id and k.contact_type = 'phone' and k.created_at <= m.created_at
  and (k.confirmed_at is null or k.confirmed_at > m.created_at)
where m.kind in ('day_of', 'alert') and m.state <> 'waiting' and m.recipients_removed_at is null and not exists (
  select from public.deliveries d where d.contact_id = k.id and d.mailing_id = m.id
);
comment on view private.mailing_recipients is 'Deliveries, and phones that had not replied YES, each with its result: delivered, waiting, failed or skipped.';
grant select on private.mailing_recipients to service_role;

-- Definer: clients reach no function of this schema.
create function private.is_my_mailing(p_mailing_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.mailings m where m.id = p_mailing_id and m.calendar_id = any ((select private.my_admin_calendars())::uuid[])
  )
$$;
comment on function private.is_my_mailing(uuid) is 'Whether the caller is an admin of the mailing''s calendar.';

-- People who may still be reached and were not. It leaves out what may have left, people who were notified of one of its events
-- otherwise or who have gone, opted out, switched it off or paused since, and what has its day behind it. A delivery is sent again once:
-- a server that refused twice is not asked a third time.
create function private.resendable(p_mailing_id uuid, p_deliveries uuid[]) returns setof uuid
language sql stable
set search_path = ''
as $$
  with failed as materialized (
    select d.*, (private.program_time() at time zone c.time_zone)::date as today
    from public.mailings m
    join public.calendars c on c.id = m.calendar_id
    join public.deliveries d on d.mailing_id = m.id and d.calendar_id = m.calendar_id
    where m.id = p_mailing_id and m.kind <> 'test' and m.state in ('planned', 'sending', 'finished') and m.review is distinct from 'refused'
      and d.state in ('failed', 'bounced') and d.channel <> 'push' and d.copies < 2 and d.resent_at is null
      and (d.expires_at is null or d.expires_at > private.program_time()) and (p_deliveries is null or d.id = any (p_deliveries))
  )
  select d.id
  from failed d
  where not exists (select from private.stops(d.calendar_id, d.channel, d.address))
    and exists (
      select from private.contact_choices k
      where k.calendar_id = d.calendar_id and k.channel = d.channel and k.address = d.address
        and (k.contact_id = d.contact_id or k.member_id = d.member_id)
        and k.is_on and (k.paused_until is null or k.paused_until <= d.today) and (k.channel = 'email' or k.confirmed_at is not null)
    )
    and not exists (
      select from public.mailing_events about
      join public.mailing_events other on other.event_id = about.event_id and other.mailing_id <> about.mailing_id and other.kind <> 'test'
      join public.deliveries o
        on o.mailing_id = other.mailing_id and o.calendar_id = d.calendar_id and o.channel = d.channel and o.address = d.address
      where about.mailing_id = d.mailing_id and (d.event_ids is null or about.event_id = any (d.event_ids))
        and o.state in ('planned', 'claimed', 'committing', 'sent', 'delivered', 'uncertain')
        and (o.event_ids is null or other.event_id = any (o.event_ids))
    )
$$;
comment on function private.resendable(uuid, uuid[]) is 'The deliveries of a mailing, of all or of those that are given, that failed and may be sent once more.';

-- Members are named, their addresses stay theirs; a browser has no name. Each call is planned for its mailing: one has a single
-- recipient or a hundred thousand, which are sorted in memory.
-- Definer: the address column is closed, as are opt-outs, suppressions and confirmations.
create function public.find_deliveries(
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
comment on function public.find_deliveries(uuid, text, text, integer, integer) is 'A page of a mailing''s recipients that match every word and the result, failures first; how many there are in all; whether each can be sent again. For its calendar''s admins; nothing for others.';
grant execute on function public.find_deliveries(uuid, text, text, integer, integer) to authenticated;

-- Definer: as find_deliveries.
create function public.count_deliveries(p_mailing_id uuid)
returns table (result text, channel text, deliveries bigint, resendable bigint)
language sql stable security definer
set search_path = ''
as $$
  select r.result, r.channel, count(*), count(*) filter (where again.id is not null)
  from private.mailing_recipients r
  left join (select a.id from private.resendable(p_mailing_id, null) as a (id)) as again on again.id = r.id
  where r.mailing_id = p_mailing_id and private.is_my_mailing(p_mailing_id)
  group by r.result, r.channel
$$;
comment on function public.count_deliveries(uuid) is 'How many recipients of a mailing have which result on which channel, and how many of them can be sent to again. For its calendar''s admins; nothing for others.';
grant execute on function public.count_deliveries(uuid) to authenticated;

-- The same rows, which a worker claims as ever: opt-outs, quiet hours, pauses and reviews hold.
-- Definer: clients may not write deliveries or add jobs.
create function public.resend_mailing(p_mailing_id uuid, p_delivery_id uuid default null) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  calendar uuid;
  again text[];
  its_channel text;
begin
  -- Locked first, as by whoever finishes or refuses it.
  select m.calendar_id into calendar from public.mailings m
  where m.id = p_mailing_id and m.calendar_id = any (private.my_admin_calendars()) for no key update;
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can send a mailing again.';
  end if;
  perform private.require_sending(calendar);
  with moved as (
    update public.deliveries d set
      state = 'planned', attempts = 0, last_error = null, next_attempt_at = private.program_time(), resent_at = private.program_time()
    where d.id = any (array(
        select private.resendable(p_mailing_id, case when p_delivery_id is not null then array[p_delivery_id] end)
      ))
      and d.state in ('failed', 'bounced') and d.resent_at is null
    returning d.channel
  )
  select array_agg(m.channel) into again from moved m;
  if again is null then
    return 0;
  end if;
  update public.mailings set state = 'sending', finished_at = null where id = p_mailing_id and state = 'finished';
  for its_channel in select distinct c from unnest(again) as c order by c loop
    perform graphile_worker.add_job(
      'send-mailing', json_build_object('mailing_id', p_mailing_id, 'channel', its_channel),
      job_key => 'send-mailing:' || p_mailing_id || ':' || its_channel || ':1'
    );
  end loop;
  return cardinality(again);
end
$$;
comment on function public.resend_mailing(uuid, uuid) is 'Sends what failed of a mailing once more, or one of its deliveries; returns how many. For admins.';
grant execute on function public.resend_mailing(uuid, uuid) to authenticated;

-- Thirteen weeks, the last one up to now. Contacts come and go, and only history knows those that went: from their number today
-- it is counted backwards.
-- Definer: totals are closed to clients.
create function public.calendar_activity(p_calendar_id uuid)
returns table (week date, people bigint, delivered bigint, failed bigint)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  zone text;
  today date;
begin
  if not (p_calendar_id = any (private.my_admin_calendars())) then
    return;
  end if;
  select c.time_zone into zone from public.calendars c where c.id = p_calendar_id;
  today := (private.program_time() at time zone zone)::date;
  return query
    with weeks as (
      select n, (today - 7 * n - 6) as first, (today - 7 * n + 1)::timestamp at time zone zone as until from generate_series(0, 12) as n
    ), sent as (
      select (today - (m.created_at at time zone zone)::date) / 7 as n,
        sum(r.deliveries) filter (where r.state in ('sent', 'delivered'))::bigint as delivered,
        sum(r.deliveries) filter (where r.state in ('bounced', 'failed', 'uncertain'))::bigint as failed
      from public.mailings m cross join lateral private.mailing_numbers(m.id, m.calendar_id, m.state) as r
      where m.calendar_id = p_calendar_id and m.kind <> 'test' and m.created_at >= (today - 90)::timestamp at time zone zone
      group by 1
    ), changes as (
      select l.created_at as at, case l.action
          when 'create' then 1
          when 'delete' then -1
          else coalesce((l.metadata ->> 'emails')::bigint, 0) + coalesce((l.metadata ->> 'phones')::bigint, 0)
        end as difference
      from public.audit_logs l
      where l.calendar_id = p_calendar_id and l.entity_type = 'contact' and l.action in ('create', 'delete', 'import')
        and l.created_at >= (today - 90)::timestamp at time zone zone
    )
    select w.first,
      greatest(0, (select count(*) from public.calendar_contacts k where k.calendar_id = p_calendar_id)
        - coalesce((select sum(c.difference) from changes c where c.at >= w.until), 0))::bigint,
      coalesce(s.delivered, 0), coalesce(s.failed, 0)
    from weeks w left join sent s on s.n = w.n
    order by w.first;
end
$$;
comment on function public.calendar_activity(uuid) is 'Of each of the last thirteen weeks: its first day, how many contacts the calendar had at its end, and how many messages were delivered and failed. For its admins; nothing for others.';
grant execute on function public.calendar_activity(uuid) to authenticated;

-- after all tables

create trigger store_totals before update of state on public.mailings
for each row when (new.state = 'finished' and old.state <> 'finished') execute function private.store_totals();
-- Counting on the way there would cost three writes for each message.
create trigger add_to_totals after update of state on public.deliveries
for each row when (old.state <> new.state and old.state not in ('planned', 'claimed', 'committing'))
execute function private.add_to_totals();
