-- Webhooks: a calendar's admins have its changes posted to an address of theirs. What is to be posted is written in the transaction of the
-- change (webhook_deliveries), and the worker posts it, one delivery of a webhook after another. Nothing in it names a person.
--
-- When to try again is written here and not left to the job queue, whose retries are those of one job: what is documented is a schedule of a
-- minute to a day for each post, a webhook that waits as a whole after failures in a row, so that a broken address gets few posts, and
-- posts beyond the hourly limit that wait without counting as tried (docs/api.md).

create function private.is_webhook_url(p_url text) returns boolean
language sql immutable parallel safe
return char_length(p_url) <= 500
  and p_url ~* '^(https://[a-z0-9][a-z0-9.-]*(:[0-9]{1,5})?|http://(localhost|127\.0\.0\.1)(:[0-9]{1,5})?)([/?][!-~]*)?$';
comment on function private.is_webhook_url(text) is 'Whether something can be posted there. Plain http is for developers: the worker refuses its own machine elsewhere.';
grant execute on function private.is_webhook_url(text) to service_role;

-- Compared with domain/webhooks.ts by a test.
create function private.are_webhook_kinds(p_kinds text[]) returns boolean
language sql immutable parallel safe
return cardinality(p_kinds) between 1 and 6
  and p_kinds <@ array['event.created', 'event.changed', 'event.cancelled', 'mailing.finished', 'follower.added', 'rsvp.answered'];
comment on function private.are_webhook_kinds(text[]) is 'Whether these can be posted.';
grant execute on function private.are_webhook_kinds(text[]) to service_role;

create table public.webhooks (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references public.calendars on delete cascade,
  url text not null,
  kinds text[] not null,
  secret bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  old_secret bytea,
  rotated_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid references auth.users on delete set null,
  failures integer not null default 0,
  retry_at timestamptz,
  disabled_at timestamptz,
  disabled_reason text,

  constraint webhooks_url_check check (private.is_webhook_url(url)),
  constraint webhooks_kinds_check check (private.are_webhook_kinds(kinds)),
  constraint webhooks_failures_check check (failures >= 0),
  constraint webhooks_disabled_check check (
    disabled_reason in ('admin', 'failing', 'gone', 'left') and (disabled_at is null) = (disabled_reason is null)
  )
);

comment on table public.webhooks is 'Addresses to which changes of a calendar are posted.';
comment on column public.webhooks.url is 'An https address.';
comment on column public.webhooks.kinds is 'What is posted to it.';
comment on column public.webhooks.secret is 'Signs what is posted, so it is not hashed. Shown once; nobody but the worker reads it.';
comment on column public.webhooks.old_secret is 'Signs as well for a day after the secret was replaced.';
comment on column public.webhooks.rotated_at is 'When the secret was replaced.';
comment on column public.webhooks.created_by is 'The admin who answers for it: who added it, or turned it on after that one had left. Null once their account is deleted.';
comment on column public.webhooks.failures is 'Failed posts since the last that succeeded.';
comment on column public.webhooks.retry_at is 'Nothing is posted before; null: at once.';
comment on column public.webhooks.disabled_at is 'Since when it is off; null: it is on.';
comment on column public.webhooks.disabled_reason is 'admin: turned off by one. failing: too many posts failed. gone: it answered that it no longer exists (410). left: who added it is no longer an admin.';

create index webhooks_calendar_id_idx on public.webhooks (calendar_id);
comment on index public.webhooks_calendar_id_idx is 'Where to post a change; the admins'' policy; the foreign key.';
create index webhooks_created_by_idx on public.webhooks (created_by);
comment on index public.webhooks_created_by_idx is 'The foreign key.';

alter table public.webhooks enable row level security;
create policy select_admin on public.webhooks for select to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.webhooks is 'Admins see the webhooks of their calendars. The secret is granted to nobody.';
create policy all_service on public.webhooks for all to service_role using (true) with check (true);
comment on policy all_service on public.webhooks is 'The worker posts.';

grant select (
  id, calendar_id, url, kinds, rotated_at, created_at, created_by, failures, retry_at, disabled_at, disabled_reason
) on public.webhooks to authenticated;
grant select, insert, update, delete on public.webhooks to service_role;

create table public.webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references public.webhooks on delete cascade,
  kind text not null,
  items jsonb not null default '[]',
  state text not null default 'waiting',
  attempts integer not null default 0,
  status integer,
  error text,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  finished_at timestamptz,

  constraint webhook_deliveries_kind_check check (
    kind in (
      'event.created', 'event.changed', 'event.cancelled', 'mailing.finished', 'follower.added', 'rsvp.answered', 'test', 'changes.skipped'
    )
  ),
  constraint webhook_deliveries_items_check check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) <= 100),
  constraint webhook_deliveries_state_check check (state in ('waiting', 'delivered', 'failed')),
  constraint webhook_deliveries_attempts_check check (attempts >= 0),
  constraint webhook_deliveries_error_check check (error in ('status', 'unreachable', 'tooSlow', 'closedAddress', 'off'))
);

comment on table public.webhook_deliveries is 'What was or will be posted: the newest 200 of a webhook, for 14 days.';
comment on column public.webhook_deliveries.id is 'The header webhook-id, the same in every try.';
comment on column public.webhook_deliveries.kind is 'The type that is posted. changes.skipped: too much was waiting, so some changes were not posted.';
comment on column public.webhook_deliveries.items is 'What changed, at most 100. Ids and facts about events, nothing about people.';
comment on column public.webhook_deliveries.status is 'The HTTP status of the last answer; null: there was none.';
comment on column public.webhook_deliveries.error is 'Why the last try failed; status: the answer was not 2xx. off: the webhook was turned off before it could be posted.';

create index webhook_deliveries_webhook_id_idx on public.webhook_deliveries (webhook_id, created_at);
comment on index public.webhook_deliveries_webhook_id_idx is 'The log of a webhook, newest first; the foreign key.';
create index webhook_deliveries_waiting_idx on public.webhook_deliveries (webhook_id, next_try_at) where state = 'waiting';
comment on index public.webhook_deliveries_waiting_idx is 'What is posted next, and how much waits.';
create index webhook_deliveries_created_at_idx on public.webhook_deliveries (created_at);
comment on index public.webhook_deliveries_created_at_idx is 'The sweep.';

alter table public.webhook_deliveries enable row level security;
create policy select_admin on public.webhook_deliveries for select to authenticated
  using (exists (select from public.webhooks w where w.id = webhook_id));
comment on policy select_admin on public.webhook_deliveries is 'Whoever sees the webhook, by its own policy, sees its log.';
create policy all_service on public.webhook_deliveries for all to service_role using (true) with check (true);
comment on policy all_service on public.webhook_deliveries is 'The worker posts.';

grant select on public.webhook_deliveries to authenticated;
grant select, insert, update, delete on public.webhook_deliveries to service_role;

-- One job per webhook, in one of four queues by the calendar's owner: a slow address holds up at most its own queue, and no mail.
create function private.queue_webhook(p_webhook_id uuid, p_at timestamptz) returns void
language sql volatile
set search_path = ''
as $$
  select graphile_worker.add_job(
    'send-webhook', json_build_object('webhook_id', w.id), queue_name => 'webhooks-' || get_byte(uuid_send(c.owner_id), 15) % 4,
    run_at => greatest(p_at, w.retry_at), job_key => 'send-webhook:' || w.id
  )
  from public.webhooks w join public.calendars c on c.id = w.calendar_id
  where w.id = p_webhook_id
$$;
comment on function private.queue_webhook(uuid, timestamptz) is 'Has the worker post what waits for a webhook, from a time on.';
grant execute on function private.queue_webhook(uuid, timestamptz) to service_role;

-- Changes of one transaction share deliveries of up to 100, so that an import of 5,000 events is 50 posts. A webhook that has 500 waiting
-- gets one delivery that says so, and no more until some have left.
-- Definer: called by triggers of whoever changes something.
create function private.post_change(p_calendar_id uuid, p_kind text, p_items jsonb[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  hook uuid;
  rest jsonb[];
  joined uuid;
  room integer;
  waiting integer;
begin
  for hook in
    select w.id from public.webhooks w join private.live_calendars c on c.id = w.calendar_id
    where w.calendar_id = p_calendar_id and p_kind = any (w.kinds) and w.disabled_at is null
    order by w.id
  loop
    rest := p_items;
    select d.id, 100 - jsonb_array_length(d.items) into joined, room
    from public.webhook_deliveries d
    where d.webhook_id = hook and d.created_at = now() and d.kind = p_kind and d.state = 'waiting' and d.attempts = 0
      and jsonb_array_length(d.items) < 100
    limit 1;
    if found then
      update public.webhook_deliveries d set items = d.items || to_jsonb(rest[:room]) where d.id = joined;
      rest := rest[room + 1:];
    end if;
    while cardinality(rest) > 0 loop
      select count(*) into waiting from (
        select from public.webhook_deliveries d where d.webhook_id = hook and d.state = 'waiting' limit 501
      ) as few;
      exit when waiting > 500;
      insert into public.webhook_deliveries (webhook_id, kind, items) values (
        hook, case when waiting = 500 then 'changes.skipped' else p_kind end,
        case when waiting = 500 then '[]' else to_jsonb(rest[:100]) end
      );
      rest := rest[101:];
    end loop;
    perform private.queue_webhook(hook, now());
  end loop;
end
$$;
comment on function private.post_change(uuid, text, jsonb[]) is 'Has changes posted to every webhook of the calendar that wants them.';

create function private.webhook_event(p_event public.events, p_deleted boolean) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_event.id, 'uid', p_event.uid, 'series_id', p_event.series_id, 'title', p_event.title, 'category', p_event.category,
    'event_date', p_event.event_date, 'start_time', p_event.start_time, 'end_time', p_event.end_time, 'all_day', p_event.all_day,
    'location_name', p_event.location_name, 'location', p_event.location, 'status', p_event.status, 'deleted', p_deleted
  )
$$;
comment on function private.webhook_event(public.events, boolean) is 'What is posted of an event.';

create function private.post_events(p_kind text, p_events public.events[], p_deleted boolean default false) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  batch record;
begin
  for batch in
    select e.calendar_id, array_agg(private.webhook_event(e, p_deleted) order by e.start_time, e.id) as items
    from unnest(p_events) as e group by e.calendar_id order by e.calendar_id
  loop
    perform private.post_change(batch.calendar_id, p_kind, batch.items);
  end loop;
end
$$;
comment on function private.post_events(text, public.events[], boolean) is 'Has events posted to the webhooks of their calendars.';

-- Definer: as post_change.
create function private.post_mailing() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.post_change(
    new.calendar_id, 'mailing.finished', array[jsonb_build_object('id', new.id, 'kind', new.kind, 'day', new.day)]
  );
  return null;
end
$$;
comment on function private.post_mailing() is 'Has a finished mailing posted.';

-- Definer: as post_change.
create function private.post_rsvp() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.post_change(new.calendar_id, 'rsvp.answered', array[jsonb_build_object(
    'id', new.id, 'event_id', new.event_id, 'answer', new.answer, 'party', new.party, 'waiting', new.waiting_since is not null
  )]);
  return null;
end
$$;
comment on function private.post_rsvp() is 'Has a confirmed answer posted, without who gave it.';

-- Definer: writes a table that callers may not write.
create function private.audit_webhook() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  calendar uuid := case when tg_op = 'DELETE' then old.calendar_id else new.calendar_id end;
  happened text := case
    when tg_op = 'INSERT' then 'webhook_added'
    when tg_op = 'DELETE' then 'webhook_removed'
    when old.disabled_at is null and new.disabled_reason = 'left' then 'webhook_left'
    when old.disabled_at is null and new.disabled_reason <> 'admin' then 'webhook_failed'
    else 'webhook_changed'
  end;
begin
  perform private.log_change(calendar, happened);
  return null;
end
$$;
comment on function private.audit_webhook() is 'History of webhooks: added, changed, removed, or turned off because it failed.';

create function private.pace_webhooks(p_owner_id uuid) returns integer
language sql volatile
set search_path = ''
as $$
  select l.retry_after from private.take_limit('webhook-owner:' || p_owner_id, 1000, interval '1 hour') l
$$;
comment on function private.pace_webhooks(uuid) is 'In how many seconds an owner''s calendars may post again; 0: now.';
grant execute on function private.pace_webhooks(uuid) to service_role;

-- An owner and a calendar have so many posts an hour; what is more waits.
create function private.take_webhook_delivery(p_webhook_id uuid, p_now timestamptz)
returns table (
  id uuid, kind text, items jsonb, created_at timestamptz, calendar_id uuid, url text, secret bytea, old_secret bytea
)
language plpgsql volatile
set search_path = ''
as $$
declare
  hook record;
  due record;
  pause integer;
begin
  select w.*, c.owner_id into hook
  from public.webhooks w join private.live_calendars c on c.id = w.calendar_id
  where w.id = p_webhook_id and w.disabled_at is null and not private.is_suspended(c.owner_id);
  if not found then
    return;
  end if;
  select d.* into due from public.webhook_deliveries d
  where d.webhook_id = hook.id and d.state = 'waiting' order by d.next_try_at, d.id limit 1;
  if not found then
    return;
  end if;
  if greatest(due.next_try_at, hook.retry_at) > p_now then
    perform private.queue_webhook(hook.id, due.next_try_at);
    return;
  end if;
  pause := private.pace_webhooks(hook.owner_id);
  if pause = 0 then
    select l.retry_after into pause from private.take_limit('webhook-calendar:' || hook.calendar_id, 300, interval '1 hour') l;
  end if;
  if pause > 0 then
    update public.webhooks w set retry_at = p_now + make_interval(secs => pause) where w.id = hook.id;
    perform private.queue_webhook(hook.id, p_now);
    return;
  end if;
  return query select due.id, due.kind, due.items, due.created_at, hook.calendar_id, hook.url, hook.secret,
    case when hook.rotated_at > p_now - interval '1 day' then hook.old_secret end;
end
$$;
comment on function private.take_webhook_delivery(uuid, timestamptz) is 'What to post next to a webhook. Nothing while it is off, must wait, or its calendar is deleted.';
grant execute on function private.take_webhook_delivery(uuid, timestamptz) to service_role;

create function private.fail_waiting(p_webhook_id uuid, p_now timestamptz) returns void
language sql volatile
set search_path = ''
as $$
  update public.webhook_deliveries d set state = 'failed', error = coalesce(d.error, 'off'), finished_at = p_now
  where d.webhook_id = p_webhook_id and d.state = 'waiting'
$$;
comment on function private.fail_waiting(uuid, timestamptz) is 'Gives up what waits for a webhook that was turned off. Admins can post it again.';
grant execute on function private.fail_waiting(uuid, timestamptz) to service_role;

-- A delivery is tried eight times within about two days. A webhook waits as long after failures in a row, whichever deliveries they were, so
-- a broken address gets few posts; after eight it is off. Tests are tried once and count for nothing.
create function private.settle_webhook(p_delivery_id uuid, p_status integer, p_error text, p_now timestamptz) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  waits constant interval[] := array['1 minute', '5 minutes', '30 minutes', '2 hours', '6 hours', '12 hours', '1 day'];
  sent public.webhook_deliveries;
  failed integer;
begin
  update public.webhook_deliveries d
  set attempts = d.attempts + 1, status = p_status, error = p_error,
    state = case
      when p_error is null then 'delivered'
      when d.kind = 'test' or d.attempts >= cardinality(waits) then 'failed'
      else 'waiting'
    end,
    finished_at = case when p_error is null or d.kind = 'test' or d.attempts >= cardinality(waits) then p_now end,
    next_try_at = coalesce(p_now + waits[d.attempts + 1], d.next_try_at)
  where d.id = p_delivery_id and d.state = 'waiting'
  returning d.* into sent;
  if sent.id is null then
    return;
  end if;
  if p_error is null then
    update public.webhooks w set failures = 0, retry_at = null where w.id = sent.webhook_id and w.failures > 0;
  elsif sent.kind <> 'test' then
    update public.webhooks w
    set failures = w.failures + 1, retry_at = p_now + waits[least(w.failures + 1, cardinality(waits))]
    where w.id = sent.webhook_id
    returning w.failures into failed;
    if failed > cardinality(waits) or p_status = 410 then
      update public.webhooks w set disabled_at = p_now, disabled_reason = case when p_status = 410 then 'gone' else 'failing' end
      where w.id = sent.webhook_id and w.disabled_at is null;
      if found then
        perform private.send_letter('sending/webhook-off', json_build_object('webhook', sent.webhook_id));
      end if;
      perform private.fail_waiting(sent.webhook_id, p_now);
    end if;
  end if;
  perform private.queue_webhook(sent.webhook_id, next.at)
  from (
    select min(d.next_try_at) as at from public.webhook_deliveries d where d.webhook_id = sent.webhook_id and d.state = 'waiting'
  ) as next
  where next.at is not null;
end
$$;
comment on function private.settle_webhook(uuid, integer, text, timestamptz) is 'Writes how a post ended, and what follows: the next, another try, or giving up.';
grant execute on function private.settle_webhook(uuid, integer, text, timestamptz) to service_role;

-- The address is theirs, and so would be what is posted to it.
create function private.disable_left_webhooks(p_calendar_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  hook uuid;
begin
  for hook in
    update public.webhooks w set disabled_at = now(), disabled_reason = 'left'
    where w.calendar_id = p_calendar_id and w.disabled_at is null and not exists (
      select from public.calendar_members m
      where m.calendar_id = w.calendar_id and m.user_id = w.created_by and m.role = 'admin'
    )
    returning w.id
  loop
    perform private.fail_waiting(hook, now());
    perform private.send_letter('sending/webhook-off', json_build_object('webhook', hook));
  end loop;
end
$$;
comment on function private.disable_left_webhooks(uuid) is 'Turns off the webhooks of an admin who leaves, is removed or demoted, and has the owner mailed.';

create function private.check_webhook(p_url text, p_kinds text[]) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not coalesce(private.is_webhook_url(p_url), false) then
    raise exception using errcode = 'TB084', message = 'Please enter an address that starts with https://.';
  elsif not coalesce(private.are_webhook_kinds(p_kinds), false) then
    raise exception using errcode = 'TB085', message = 'Please choose what is posted.';
  end if;
end
$$;
comment on function private.check_webhook(text, text[]) is 'Raises unless a webhook can have this address and these kinds.';

create function private.require_webhook(p_webhook_id uuid) returns public.webhooks
language plpgsql volatile
set search_path = ''
as $$
declare
  found_one public.webhooks;
begin
  select w.* into found_one from public.webhooks w
  where w.id = p_webhook_id and w.calendar_id = any (private.my_admin_calendars())
  for no key update;
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins of the calendar manage its webhooks.';
  end if;
  return found_one;
end
$$;
comment on function private.require_webhook(uuid) is 'Locks a webhook of the caller''s calendars; raises if there is none.';

-- Definer: clients may not write webhooks, nor read their secrets.
create function public.add_webhook(p_calendar_id uuid, p_url text, p_kinds text[]) returns table (id uuid, secret text)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if p_calendar_id is null or not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins of the calendar manage its webhooks.';
  end if;
  perform private.check_webhook(p_url, p_kinds);
  perform from public.calendars c where c.id = p_calendar_id for no key update;
  if (select count(*) from public.webhooks w where w.calendar_id = p_calendar_id) >= 5 then
    raise exception using errcode = 'TB086', message = 'A calendar can have 5 webhooks. Remove one first.';
  end if;
  perform private.require_limit('webhooks:' || auth.uid(), 20, interval '1 day', 'You can add 20 webhooks a day.');
  return query
    insert into public.webhooks as w (calendar_id, url, kinds, created_by) values (p_calendar_id, p_url, p_kinds, auth.uid())
    returning w.id, 'whsec_' || encode(w.secret, 'base64');
end
$$;
comment on function public.add_webhook(uuid, text, text[]) is 'Has changes of a calendar posted to an https address. Returns the secret that signs them, this once. For admins.';
grant execute on function public.add_webhook(uuid, text, text[]) to authenticated;

-- Definer: as add_webhook.
create function public.change_webhook(p_webhook_id uuid, p_url text, p_kinds text[], p_is_on boolean) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_webhook(p_webhook_id);
  perform private.check_webhook(p_url, p_kinds);
  update public.webhooks w set
    url = p_url, kinds = p_kinds, failures = 0, retry_at = null,
    created_by = case when p_is_on and w.disabled_reason = 'left' then auth.uid() else w.created_by end,
    disabled_at = case when not p_is_on then coalesce(w.disabled_at, now()) end,
    disabled_reason = case when not p_is_on then coalesce(w.disabled_reason, 'admin') end
  where w.id = p_webhook_id;
  if p_is_on then
    perform private.queue_webhook(p_webhook_id, now());
  else
    perform private.fail_waiting(p_webhook_id, now());
  end if;
end
$$;
comment on function public.change_webhook(uuid, text, text[], boolean) is 'Changes where and what is posted, and turns a webhook on or off. Who turns one on whose admin has left answers for it. For admins.';
grant execute on function public.change_webhook(uuid, text, text[], boolean) to authenticated;

-- Definer: as add_webhook.
create function public.rotate_webhook_secret(p_webhook_id uuid) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  made bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
begin
  perform private.require_webhook(p_webhook_id);
  update public.webhooks w set old_secret = w.secret, secret = made, rotated_at = now() where w.id = p_webhook_id;
  return 'whsec_' || encode(made, 'base64');
end
$$;
comment on function public.rotate_webhook_secret(uuid) is 'Replaces the secret and returns the new one, this once. The old one signs as well for a day. For admins.';
grant execute on function public.rotate_webhook_secret(uuid) to authenticated;

-- Definer: as add_webhook.
create function public.remove_webhook(p_webhook_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_webhook(p_webhook_id);
  delete from public.webhooks w where w.id = p_webhook_id;
end
$$;
comment on function public.remove_webhook(uuid) is 'Deletes a webhook with its log. For admins.';
grant execute on function public.remove_webhook(uuid) to authenticated;

create function private.post_now(p_webhook public.webhooks) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if p_webhook.disabled_at is not null then
    raise exception using errcode = 'TB087', message = 'This webhook is off. Turn it on first.';
  end if;
  perform private.require_limit('webhook-tries:' || auth.uid(), 60, interval '1 hour', 'You can post 60 times an hour by hand.');
  update public.webhooks w set retry_at = null where w.id = p_webhook.id and w.retry_at is not null;
  perform private.queue_webhook(p_webhook.id, now());
end
$$;
comment on function private.post_now(public.webhooks) is 'Has what waits for a webhook posted at once, when an admin asks for it.';

-- Definer: as add_webhook.
create function public.test_webhook(p_webhook_id uuid) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  made uuid;
begin
  perform private.post_now(private.require_webhook(p_webhook_id));
  insert into public.webhook_deliveries (webhook_id, kind, next_try_at) values (p_webhook_id, 'test', 'epoch') returning id into made;
  return made;
end
$$;
comment on function public.test_webhook(uuid) is 'Posts a test and returns the id of its delivery. It is tried once. For admins.';
grant execute on function public.test_webhook(uuid) to authenticated;

-- Definer: as add_webhook.
create function public.redeliver_webhook(p_delivery_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.post_now(private.require_webhook((select d.webhook_id from public.webhook_deliveries d where d.id = p_delivery_id)));
  update public.webhook_deliveries d
  set state = 'waiting', attempts = 0, next_try_at = 'epoch', finished_at = null
  where d.id = p_delivery_id;
end
$$;
comment on function public.redeliver_webhook(uuid) is 'Posts a delivery once more, under the same id. For admins.';
grant execute on function public.redeliver_webhook(uuid) to authenticated;

create function private.prune_webhook_deliveries() returns void
language sql volatile
set search_path = ''
as $$
  delete from public.webhook_deliveries d
  where d.created_at < now() - interval '14 days'
    or d.id in (
      select old.id from (
        select l.id, row_number() over (partition by l.webhook_id order by l.created_at desc) as place
        from public.webhook_deliveries l where l.state <> 'waiting'
      ) as old
      where old.place > 200
    )
$$;
comment on function private.prune_webhook_deliveries() is 'Deletes deliveries that are 14 days old, and all but the newest 200 of a webhook.';
grant execute on function private.prune_webhook_deliveries() to service_role;

-- after all tables

create trigger audit after insert or delete on public.webhooks for each row execute function private.audit_webhook();
create trigger audit_changed after update on public.webhooks
for each row when ((new.url, new.kinds, new.secret, new.disabled_at) is distinct from (old.url, old.kinds, old.secret, old.disabled_at))
execute function private.audit_webhook();
create trigger post_finished after update of state on public.mailings
for each row when (new.state = 'finished' and old.state <> 'finished' and new.kind <> 'test')
execute function private.post_mailing();
create trigger post_answer after insert on public.rsvp_answers
for each row when (new.confirmed_at is not null) execute function private.post_rsvp();
create trigger post_changed_answer after update of answer, party, waiting_since, confirmed_at on public.rsvp_answers
for each row when (
  new.confirmed_at is not null
  and (new.answer, new.party, new.waiting_since is null, new.confirmed_at is null)
  is distinct from (old.answer, old.party, old.waiting_since is null, old.confirmed_at is null)
) execute function private.post_rsvp();
