-- What the admins of a calendar see of its sending. Both functions run as the caller: the policies of mailings and
-- deliveries decide whose.

create function public.calendar_mailings(p_calendar_id uuid, p_limit integer default 50)
returns table (
  id uuid, day date, kind text, sequence integer, state text, created_at timestamptz, started_at timestamptz,
  finished_at timestamptz, total bigint, planned bigint, sent bigint, delivered bigint, bounced bigint, failed bigint,
  opted_out bigint, expired bigint, cancelled bigint, uncertain bigint
)
language sql stable
set search_path = ''
as $$
  select m.id, m.day, m.kind, m.sequence, m.state, m.created_at, m.started_at, m.finished_at,
    coalesce(c.total, 0), coalesce(c.planned, 0), coalesce(c.sent, 0), coalesce(c.delivered, 0), coalesce(c.bounced, 0),
    coalesce(c.failed, 0), coalesce(c.opted_out, 0), coalesce(c.expired, 0), coalesce(c.cancelled, 0), coalesce(c.uncertain, 0)
  from (
    select * from public.mailings m
    where m.calendar_id = p_calendar_id
    order by m.day desc, m.created_at desc
    limit least(greatest(p_limit, 1), 500)
  ) as m
  left join lateral (
    select count(*) as total,
      count(*) filter (where d.state in ('planned', 'claimed', 'committing')) as planned,
      count(*) filter (where d.state in ('sent', 'delivered')) as sent,
      count(*) filter (where d.state = 'delivered') as delivered,
      count(*) filter (where d.state = 'bounced') as bounced,
      count(*) filter (where d.state = 'failed') as failed,
      count(*) filter (where d.state = 'opted_out') as opted_out,
      count(*) filter (where d.state = 'expired') as expired,
      count(*) filter (where d.state = 'cancelled') as cancelled,
      count(*) filter (where d.state = 'uncertain') as uncertain
    from public.deliveries d
    where d.mailing_id = m.id and d.calendar_id = m.calendar_id
  ) as c on true
  order by m.day desc, m.created_at desc
$$;
comment on function public.calendar_mailings(uuid, integer) is 'A calendar''s mailings, newest first, with how far each is: planned are still to go, sent includes delivered. For its admins; nothing for others.';

create function public.contact_outcomes(p_calendar_id uuid)
returns table (contact_id uuid, channel text, state text, last_error text, sent_at timestamptz, at timestamptz)
language sql stable
set search_path = ''
as $$
  select distinct on (d.contact_id) d.contact_id, d.channel, d.state, d.last_error, d.sent_at, d.updated_at
  from public.deliveries d
  where d.calendar_id = p_calendar_id and d.contact_id is not null
  order by d.contact_id, d.created_at desc
$$;
comment on function public.contact_outcomes(uuid) is 'What happened last with each contact. For the calendar''s admins; nothing for others.';

grant execute on function public.calendar_mailings(uuid, integer), public.contact_outcomes(uuid) to authenticated;
