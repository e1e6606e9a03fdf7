-- Why people unsubscribe, in their own tap.

alter table public.opt_outs add column if not exists reason text;
alter table public.opt_outs drop constraint if exists opt_outs_reason_check, add constraint opt_outs_reason_check
  check (reason in ('too_many', 'not_for_me', 'never_asked', 'other'));
comment on column public.opt_outs.reason is 'What the person said when unsubscribing with the link of a mail. The admins of the calendar see it.';

create or replace view private.contact_states with (security_invoker = true) as
select k.id, k.calendar_id, k.contact_type, k.contact_value, k.normalised, k.name, k.tags, k.source, k.created_at,
  case
    when o.id is not null then 'unsubscribed'
    when s.reason = 'bounce' then 'bounced'
    when s.id is not null then 'suppressed'
    when k.confirmed_at is not null then 'confirmed'
    when k.contact_type = 'phone' then 'waiting'
    else 'added'
  end as state,
  case
    when o.id is not null then case when o.source = 'left' then 'left' else o.reason end
    when s.reason = 'bounce' then left(s.detail, 200)
    when s.id is not null then case when s.reason = 'stop' then 'stop' end
    when k.contact_type = 'phone' and k.confirmed_at is null
      then case when q.id is null then 'not_asked' when q.expires_at > now() then 'asked' else 'expired' end
  end as reason,
  coalesce(o.created_at, s.created_at, k.confirmed_at, q.created_at, k.created_at) as since
from public.calendar_contacts k
left join public.opt_outs o on k.contact_type = 'email' and o.calendar_id = k.calendar_id and o.email = k.normalised
left join public.suppressions s
  on s.channel = case k.contact_type when 'phone' then 'sms' else 'email' end and s.address = k.normalised
left join private.phone_confirmations q on q.contact_id = k.id;
