-- Invitations for calendar programs: who has one, and what names the event in a notice of its end.

alter table public.rsvp_answers add column if not exists invited_at timestamptz;
comment on column public.rsvp_answers.invited_at is 'When a mail with an invitation for calendar programs was sent last; changes are sent the same way.';

create or replace function private.gather_change(p_before public.events) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  at timestamptz := private.program_time();
  told uuid[] := private.told_in(p_before.id);
  mailing uuid;
begin
  if told is null and not private.is_awaited(p_before.id) or p_before.end_time <= at then
    return;
  end if;
  insert into public.mailings as m (calendar_id, day, kind, sequence, state, created_at, due_at)
  select c.id, (at at time zone c.time_zone)::date, 'change', 1 + coalesce((
    select max(o.sequence) from public.mailings o
    where o.calendar_id = c.id and o.kind = 'change' and o.day = (at at time zone c.time_zone)::date
  ), 0), 'waiting', at, at + interval '10 minutes'
  from public.calendars c where c.id = p_before.calendar_id
  -- The last change can be taken back for two minutes, and no notice waits longer than half an hour.
  on conflict (calendar_id) where kind = 'change' and state = 'waiting' do update set
    due_at = least(greatest(m.due_at, at + interval '2 minutes'), m.created_at + interval '30 minutes')
  returning m.id into mailing;

  insert into public.change_notices as n (mailing_id, calendar_id, event_id, before, told_in, changed_at, created_by)
  values (
    mailing, p_before.calendar_id, p_before.id,
    jsonb_build_object(
      'id', p_before.id, 'title', p_before.title, 'start_time', p_before.start_time, 'end_time', p_before.end_time,
      'all_day', p_before.all_day, 'location', p_before.location, 'location_name', p_before.location_name,
      'status', p_before.status, 'uid', p_before.uid, 'sequence', p_before.sequence
    ),
    coalesce(told, '{}'), at, (select u.id from auth.users u where u.id = auth.uid())
  )
  on conflict (mailing_id, event_id) do update set changed_at = excluded.changed_at, told_in = excluded.told_in;
end
$$;
comment on function private.gather_change(public.events) is 'Adds a notice for those who know the event as it was, from us or because they answered, if anybody does.';
revoke execute on function private.gather_change(public.events) from public;
