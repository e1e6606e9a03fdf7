-- Old deliveries are deleted, after a number of days that operators choose; the numbers of their mailings stay.
alter table public.mailings add column if not exists recipients_removed_at timestamptz;
comment on column public.mailings.recipients_removed_at is 'When the sweep deleted its deliveries, which were too old. Its numbers stay.';
create index if not exists mailings_kept_idx on public.mailings (created_at) where state = 'finished' and recipients_removed_at is null;
comment on index public.mailings_kept_idx is 'The sweep: the oldest mailings whose deliveries are still stored.';

alter table public.deliveries set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 10000);

create or replace view private.mailing_recipients with (security_invoker = true) as
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

-- Works in small steps, each its own transaction: call it until it returns 0. A mailing is kept whole until its events are over for as
-- long: changes of them are sent to whoever got it. The last message of each contact stays: lists show what became of it, and who
-- got mail before is no stranger to the review of first mails.
create or replace function private.prune_deliveries(p_before timestamptz, p_rows integer default 2000) returns bigint
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

-- Of mailings whose recipients are no longer stored, the numbers count.
-- Definer: members do not see deliveries; the number alone shows an editor whether a change matters.
create or replace function public.told_count(event public.events) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select count(*) + coalesce((
    select sum(t.deliveries)::bigint
    from public.mailing_events told
    join public.mailings m on m.id = told.mailing_id and m.recipients_removed_at is not null
    join private.mailing_totals t on t.mailing_id = m.id and t.state in ('sent', 'delivered', 'uncertain')
    where told.event_id = event.id and told.kind not in ('test', 'update', 'all_clear')
      and m.calendar_id = any ((select private.my_calendars())::uuid[])
  ), 0)
  from (
    select d.channel, d.address
    from public.mailing_events told
    join public.mailings m on m.id = told.mailing_id
    join public.deliveries d on d.mailing_id = m.id and d.calendar_id = m.calendar_id
    where told.event_id = event.id and told.kind <> 'test' and m.calendar_id = any ((select private.my_calendars())::uuid[])
      and m.recipients_removed_at is null and d.state in ('committing', 'sent', 'delivered', 'uncertain') and (d.event_ids is null or event.id = any (d.event_ids))
    union
    select 'email', a.email from public.rsvp_answers a
    where a.event_id = event.id and a.email is not null and a.confirmed_at is not null
      and a.calendar_id = any ((select private.my_calendars())::uuid[])
    union
    select 'email', s.email from public.slot_signups s
    where s.event_id = event.id and s.email is not null and s.confirmed_at is not null
      and s.calendar_id = any ((select private.my_calendars())::uuid[])
  ) as people
$$;
