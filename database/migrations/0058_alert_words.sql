-- People are notified of alerts.

-- Definer: clients may not write mailings.
create or replace function public.send_alert(p_event_id uuid, p_emergency boolean default false, p_people integer default null) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  at timestamptz := private.program_time();
  alert public.events;
begin
  select e.* into alert from public.events e where e.id = p_event_id and e.calendar_id = any (private.my_admin_calendars());
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can send an alert.';
  end if;
  perform private.require_sending(alert.calendar_id);
  perform from public.calendars c where c.id = alert.calendar_id for no key update;
  if alert.category <> 'Alert' or alert.status = 'cancelled' then
    raise exception using errcode = 'TB022', message = 'Only an Alert that is not cancelled can be sent now.';
  elsif alert.end_time <= at then
    raise exception using errcode = 'TB022', message = 'This alert is over.';
  elsif exists (
    select from public.mailing_events sent
    where sent.event_id = p_event_id and (sent.kind = 'alert' or sent.kind = 'day_of' and sent.day = alert.event_date)
  ) then
    raise exception using errcode = 'TB022', message = 'Everybody has been notified of this alert.';
  end if;
  return private.start_alert(alert, 'alert', alert.end_time, coalesce(p_emergency, false), p_people);
end
$$;
