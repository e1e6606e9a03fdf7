-- The rates at which a calendar is paused. A complaint counts once, for the mail it was about: before, it counted for every
-- mail the person had ever been sent, by whichever calendar. And a human who lets a calendar go on has looked: what was
-- before is not held against it again.

alter table public.deliveries add column complained_at timestamptz;
comment on column public.deliveries.complained_at is 'When its reader reported it as spam.';

alter table public.calendars add column sending_resumed_at timestamptz;
comment on column public.calendars.sending_resumed_at is 'When somebody last let it go on; bounces and complaints count from there.';

create or replace function private.review_sending(p_calendar uuid) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  sent bigint;
  bounced bigint;
  complained bigint;
  why text;
begin
  select count(*), count(*) filter (where d.state = 'bounced'), count(d.complained_at)
  into sent, bounced, complained
  from public.calendars c
  join public.deliveries d on d.calendar_id = c.id
  where c.id = p_calendar and d.channel = 'email' and d.state in ('sent', 'delivered', 'bounced')
    and d.created_at > greatest(now() - interval '30 days', c.sending_resumed_at);
  why := case
    when sent < 200 then null
    when complained > 0 and complained >= sent * 0.001 then 'Paused: too many people reported its mail as spam.'
    when bounced >= sent * 0.04 then 'Paused: too many of its addresses do not exist.'
  end;
  if why is not null then
    update public.calendars set sending_paused_at = now(), sending_paused_reason = why
    where id = p_calendar and sending_paused_at is null;
  end if;
  return why;
end
$$;

create or replace function public.pause_sending(p_calendar_id uuid, p_paused boolean default true) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can pause or resume sending.';
  end if;
  update public.calendars set
    sending_paused_at = case when p_paused then coalesce(sending_paused_at, now()) end,
    sending_paused_reason = case when p_paused then coalesce(sending_paused_reason, 'Paused by an admin of the calendar.') end,
    sending_resumed_at = case when p_paused then sending_resumed_at else now() end
  where id = p_calendar_id;
  return p_paused;
end
$$;
