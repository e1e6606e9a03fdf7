-- "Still on": a notice of events that have not changed.

comment on column public.change_notices.before is 'The event as people know it: id, title, start_time, end_time, all_day, location, location_name, status. With confirmed, a few words or none, it also says that the event is still on.';

-- "Still on": events that people know and that have not changed, on a day when everybody asks. They join the calendar's waiting mailing as a
-- change does, and can be taken back like one.
-- Definer: clients may not write mailings.
create or replace function public.confirm_events(p_calendar_id uuid, p_event_ids uuid[], p_note text default null) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  confirmed public.events;
begin
  if not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can confirm events.';
  elsif char_length(p_note) > 200 or not private.is_one_line(p_note) then
    raise exception using errcode = 'invalid_parameter_value', message = 'The note must be one line of at most 200 characters.';
  end if;
  perform private.require_sending(p_calendar_id);
  for confirmed in
    select e.* from public.events e
    where e.calendar_id = p_calendar_id and e.id = any (p_event_ids) and e.status not in ('cancelled', 'postponed')
    order by e.id
    for update
  loop
    perform private.gather_change(confirmed);
    update public.change_notices n
    set before = n.before || jsonb_build_object('confirmed', coalesce(private.trimmed_or_null(p_note), ''))
    from public.mailings m
    where n.event_id = confirmed.id and m.id = n.mailing_id and m.kind = 'change' and m.state = 'waiting';
  end loop;
end
$$;
revoke execute on function public.confirm_events(uuid, uuid[], text) from public;
comment on function public.confirm_events(uuid, uuid[], text) is 'Notifies those who know these events that they take place, with a few words. For admins.';
grant execute on function public.confirm_events(uuid, uuid[], text) to authenticated;
