-- A deleted calendar can be restored by its owner for 30 days, whole: events, recipients, members, opt-outs. It is marked, not
-- moved, because people still write to it meanwhile: who unsubscribes from an old mail must not be on the list again when it
-- comes back.
--
-- A deleted calendar is also a disabled one. Everything that hides a disabled calendar from visitors, followers, invites and
-- the sender then hides a deleted one too, also what has not been written yet. Its members lose it through my_calendars,
-- my_admin_calendars and my_owned_calendars. What was planned to be sent waits, and expires with its day unless the calendar
-- is back.

-- Used by the program, too. A plain delete by the service is for good.
create function private.put_away_calendar(p_calendar_id uuid) returns boolean
language plpgsql volatile
set search_path = ''
as $$
begin
  update public.calendars c set deleted_at = now(), disabled_before = c.disabled, disabled = true
  where c.id = p_calendar_id and c.deleted_at is null;
  return found;
end
$$;
comment on function private.put_away_calendar(uuid) is 'Deletes a calendar so that it can be restored for 30 days; false when it was gone already.';
grant execute on function private.put_away_calendar(uuid) to service_role;

-- A trigger cannot both preserve a row and report it to the client as deleted, so the data API deletes through this (server/rest).
-- Definer: marks a column that no client may write. Only the owner, and the service, get past the first line.
create function public.soft_delete(calendar public.calendars) returns boolean
language sql volatile security definer
set search_path = ''
as $$
  select coalesce((
    select private.put_away_calendar(c.id) from public.calendars c
    where c.id = calendar.id and (c.owner_id = auth.uid() or auth.role() = 'service_role')
  ), false)
$$;
comment on function public.soft_delete(public.calendars) is 'What DELETE does to a calendar: whether it was the caller''s to delete, and there.';
grant execute on function public.soft_delete(public.calendars) to authenticated, service_role;

-- Definer: as soft_delete. Only rows that the policy delete_owner lets through get here.
create function private.put_away() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.put_away_calendar(old.id);
  return null;
end
$$;
comment on function private.put_away() is 'A client''s delete, by whichever way it comes, never deletes a calendar for good.';

-- Definer: the row is hidden from its owner, too. Only the owner gets past the first statement.
create function public.restore_calendar(p_calendar_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform from public.calendars c
  where c.id = p_calendar_id and c.owner_id = auth.uid() and c.deleted_at > now() - interval '30 days'
  for no key update;
  if not found then
    raise exception using errcode = 'no_data_found', message = 'This calendar can no longer be restored.';
  end if;
  perform private.require_place(auth.uid(), true);
  update public.calendars set deleted_at = null, disabled = disabled_before, disabled_before = null
  where id = p_calendar_id;
end
$$;
comment on function public.restore_calendar(uuid) is 'Brings back what its owner deleted within 30 days, if their plan allows it.';
grant execute on function public.restore_calendar(uuid) to authenticated;

-- Definer: as restore_calendar.
create function public.get_deleted_calendars()
returns table (id uuid, name text, identifier bigint, deleted_at timestamptz, gone_at timestamptz)
language sql stable security definer
set search_path = ''
as $$
  select c.id, c.name, c.identifier, c.deleted_at, c.deleted_at + interval '30 days'
  from public.calendars c
  where c.owner_id = (select auth.uid()) and c.deleted_at > now() - interval '30 days'
  order by c.deleted_at desc, c.id
  limit 100
$$;
comment on function public.get_deleted_calendars() is 'What the caller deleted and can still restore, and until when.';
grant execute on function public.get_deleted_calendars() to authenticated;

-- Works in small steps, each its own transaction, so that the sweep never locks much: call it until it returns 0. The messages of a
-- calendar are its bulk and go first; the rest goes with its row.
create function private.purge_deleted(p_rows integer default 1000) returns bigint
language plpgsql volatile
set search_path = ''
as $$
declare
  doomed uuid;
  gone bigint;
begin
  delete from public.deleted_events where id in (
    select d.id from public.deleted_events d
    where d.deleted_at <= now() - interval '30 days' order by d.deleted_at limit p_rows
  );
  get diagnostics gone = row_count;
  if gone > 0 then
    return gone;
  end if;

  select c.id into doomed from public.calendars c
  where c.deleted_at <= now() - interval '30 days' order by c.deleted_at limit 1
  for update skip locked;
  if doomed is null then
    return 0;
  end if;
  delete from public.deliveries where id in (
    select d.id from public.deliveries d where d.calendar_id = doomed limit p_rows
  );
  get diagnostics gone = row_count;
  if gone = 0 then
    delete from public.calendars where id = doomed;
    gone := 1;
  end if;
  return gone;
end
$$;
comment on function private.purge_deleted(integer) is 'Deletes for good some of what was deleted 30 days ago; how many rows, 0 when there is nothing left.';
grant execute on function private.purge_deleted(integer) to service_role;
