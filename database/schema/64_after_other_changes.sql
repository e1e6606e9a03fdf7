-- What follows when calendars, their members and their contacts change: every consequence, in the order in which it is called, as
-- 63_after_event_changes.sql does for events. What must hold is in the tables' own files. Calendars and members change one at a time, so
-- their steps see a row; contacts may come by the thousand.

-- Definer: the creator may write neither members nor invites.
create function private.after_calendar_added() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- 1. It can be joined by link from the start.
  insert into private.calendar_invites (calendar_id, code) values (new.id, private.new_invite_code());
  -- 2. The owner is an admin from the first moment.
  insert into public.calendar_members (calendar_id, user_id, role) values (new.id, new.owner_id, 'admin');
  return null;
end
$$;
comment on function private.after_calendar_added() is 'Everything that follows when a calendar is added.';

-- Definer: the owner may write neither events of others, nor other calendars, feeds, what waits, and jobs.
create function private.after_calendar_changed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- 1. Its events are as visible as it is, and stay at their hour in another time zone.
  if new.disabled <> old.disabled or new.time_zone <> old.time_zone then
    perform private.follow_calendar(old, new);
  end if;
  -- 2. Pages that name it as a co-host are made anew.
  if (new.name, new.disabled, new.allow_guest_users) is distinct from (old.name, old.disabled, old.allow_guest_users) then
    perform private.follow_cohost_calendar(new.id);
  end if;
  -- 3. What another hour, time zone or visibility makes due waits before it is sent.
  if (new.notify_at, new.time_zone, new.disabled) is distinct from (old.notify_at, old.time_zone, old.disabled) then
    perform private.delay_calendar(new.id);
  end if;
  -- 4. Another owner has another plan.
  if new.owner_id <> old.owner_id then
    perform private.note_full(array[new.id]);
  end if;
  -- 5. Another address is another feed, which nobody has accepted.
  if new.external_calendar_url is distinct from old.external_calendar_url then
    delete from public.inbound_feeds f where f.calendar_id = new.id;
  end if;
  -- 6. Its admins are mailed when somebody other than themselves has paused it.
  if new.sending_paused_by in ('review', 'operator', 'suspension') and new.sending_paused_by is distinct from old.sending_paused_by
    and new.deleted_at is null
  then
    perform private.send_letter('sending/paused', json_build_object('calendar', new.id), p_tries => 25);
  end if;
  return null;
end
$$;
comment on function private.after_calendar_changed() is 'Everything that follows when a calendar is changed, besides that it is announced.';

-- Definer: whoever leaves, or removes or demotes somebody, may write neither webhooks, invites nor invitations of others.
create function private.after_member_changed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- 1. Open screens look again at what they may see.
  perform pg_notify('calendar_changes', old.calendar_id || ' access');
  -- 2. Webhooks of an admin who goes are turned off.
  if old.role = 'admin' then
    perform private.disable_left_webhooks(old.calendar_id);
  end if;
  -- 3. A removed member cannot come back with a link they have in a mailbox or chat. Leaving renews nothing, and neither does an account
  -- that is deleted.
  if tg_op = 'DELETE' and old.user_id is distinct from auth.uid() and exists (select from auth.users u where u.id = old.user_id) then
    update private.calendar_invites set code = private.new_invite_code(), created_at = now() where calendar_id = old.calendar_id;
  end if;
  -- 4. What an admin promised ends when they go or are demoted; and who is removed cannot come back by an invitation they still have.
  if tg_op = 'DELETE' or new.role <> 'admin' then
    delete from public.member_invitations i where i.calendar_id = old.calendar_id and i.invited_by = old.user_id;
  end if;
  if tg_op = 'DELETE' then
    delete from public.member_invitations i using auth.users u
    where i.calendar_id = old.calendar_id and u.id = old.user_id and i.email = u.email;
  end if;
  return null;
end
$$;
comment on function private.after_member_changed() is 'Everything that follows when a member gets another role or goes.';

-- Definer: callers may not write history, webhooks'' deliveries and columns of calendars.
create function private.after_contacts_added() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  batch record;
begin
  -- 1. History: a line each. An import is one line with their number, as an import of events is; each contact itself has by whom, when
  -- and on what ground it came.
  insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata)
  select (select u.id from auth.users u where u.id = auth.uid()), k.calendar_id, 'contact', k.entity_id, k.action,
    jsonb_build_object(
      'calendar_id', k.calendar_id, 'calendar_name', (select c.name from public.calendars c where c.id = k.calendar_id)
    ) || k.details
  from (
    select a.calendar_id, a.id as entity_id, 'create' as action,
      jsonb_build_object('contact_type', a.contact_type, 'source', a.source) as details
    from added a where a.source <> 'import'
    union all
    select a.calendar_id, a.calendar_id, 'import', jsonb_build_object(
        'source', 'import', 'basis', min(a.consent_text_version),
        'emails', count(*) filter (where a.contact_type = 'email'), 'phones', count(*) filter (where a.contact_type = 'phone')
      )
    from added a where a.source = 'import' group by a.calendar_id
  ) as k;
  -- 2. The list may be full.
  perform private.note_full(array(select distinct added.calendar_id from added));
  -- 3. Webhooks, without names and addresses.
  for batch in
    select n.calendar_id,
      array_agg(jsonb_build_object('id', n.id, 'contact_type', n.contact_type, 'source', n.source) order by n.id) as items
    from added n where n.calendar_id in (select w.calendar_id from public.webhooks w)
    group by n.calendar_id order by n.calendar_id
  loop
    perform private.post_change(batch.calendar_id, 'follower.added', batch.items);
  end loop;
  return null;
end
$$;
comment on function private.after_contacts_added() is 'Everything that follows when contacts are added.';

-- Definer: callers may not write this column of calendars.
create function private.after_contacts_removed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- The list may have room again.
  perform private.note_full(array(select distinct removed.calendar_id from removed));
  return null;
end
$$;
comment on function private.after_contacts_removed() is 'Everything that follows when contacts are removed.';
