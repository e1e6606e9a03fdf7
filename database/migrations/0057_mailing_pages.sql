-- One page of a mailing is found without the rest.

drop function if exists private.resendable(uuid);

-- Whoever may still be reached and was not: nothing that may have left, nobody who was notified of one of its events otherwise, nobody
-- who has gone, opted out, switched it off or paused since, and nothing whose day is over. Once for each delivery: a server that refused
-- twice is not asked a third time.
create or replace function private.resendable(p_mailing_id uuid, p_deliveries uuid[]) returns setof uuid
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
  -- Same as private.is_opted_out, which would be a call for each of them.
  where not exists (select from public.suppressions o where o.channel = d.channel and o.address = d.address)
    and not (d.channel = 'email' and exists (select from public.opt_outs o where o.calendar_id = d.calendar_id and o.email = d.address))
    and exists (
      select from private.contact_choices k
      where k.calendar_id = d.calendar_id and k.channel = d.channel and k.address = d.address
        and (k.contact_id = d.contact_id or k.member_id = d.member_id)
        and k.is_on and (k.paused_until is null or k.paused_until <= d.today) and (k.channel = 'email' or k.confirmed_at is not null)
    )
    and not exists (
      select from auth.users u join public.notification_preferences p on p.user_id = u.id
      where d.channel = 'email' and u.email = d.address and u.email_confirmed_at is not null
        and p.calendar_id = d.calendar_id and not p.email_notifications
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
          needle = '' or lower(concat_ws(' ', k.name, k.contact_value, p.display_name)) like all (patterns)
          or k.contact_type = 'phone' and k.normalised like digits
        )
      order by array_position(array['failed', 'waiting', 'skipped', 'delivered'], r.result), k.created_at nulls last,
        -- neighbor2 before neighbor10, when an import brought them all at once.
        length(k.normalised), k.normalised collate "C", r.channel, r.id
      limit least(greatest(coalesce(p_limit, 50), 1), 1000) offset greatest(coalesce(p_offset, 0), 0)
    ), numbered as (
      select p.*, row_number() over () as place from page p
    )
    select r.id, r.contact_id, r.channel, coalesce(s.name, p.display_name), s.contact_value, r.state, r.result, d.last_error,
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

-- Definer: as find_deliveries.
create or replace function public.count_deliveries(p_mailing_id uuid)
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

-- The same rows, which a worker claims as ever: opt-outs, quiet hours, pauses and reviews hold.
-- Definer: clients may not write deliveries or add jobs.
create or replace function public.resend_mailing(p_mailing_id uuid, p_delivery_id uuid default null) returns integer
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

-- Thirteen weeks, the last one up to now. Contacts come and go, and only history knows those that went: from their number today
-- it is counted backwards.
-- Definer: totals are closed to clients.
create or replace function public.calendar_activity(p_calendar_id uuid)
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
