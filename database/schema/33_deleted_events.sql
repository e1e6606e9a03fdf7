-- Events that people deleted, which can be restored for 30 days.
-- A deleted event leaves `events`, so no other query has to skip it. It is stored as one JSON value, so later schema changes do not matter.
-- The mailings that named it are stored with it: an event restored on its day must not be sent again to those who got it.
-- A series that is deleted whole is one row. Its occurrences are rows that refer to it, and are restored with it. They find it here, because
-- the foreign key deletes them after it.

create table public.deleted_events (
  id uuid primary key,
  calendar_id uuid not null references public.calendars on delete cascade,
  kind text not null default 'event',
  series_id uuid references public.deleted_events on delete cascade,
  event jsonb not null,
  told jsonb not null default '[]',
  deleted_by uuid references auth.users on delete set null,
  deleted_at timestamptz not null default now(),

  constraint deleted_events_kind_check check (kind in ('event', 'series')),
  constraint deleted_events_series_check check (series_id is null or kind = 'event')
);

comment on table public.deleted_events is 'One row per event or series that can still be restored.';
comment on column public.deleted_events.id is 'The event''s or series'' own id; it comes back with it.';
comment on column public.deleted_events.series_id is 'The deleted series it went with, and comes back with.';
comment on column public.deleted_events.event is 'The row as it was.';
comment on column public.deleted_events.told is 'Its rows of mailing_events, except test mailings.';

create index deleted_events_calendar_id_idx on public.deleted_events (calendar_id, deleted_at desc) where series_id is null;
comment on index public.deleted_events_calendar_id_idx is 'What can be restored in a calendar, newest first.';
create index deleted_events_calendar_fkey_idx on public.deleted_events (calendar_id);
comment on index public.deleted_events_calendar_fkey_idx is 'The foreign key, when a calendar goes; the admins'' policy.';
create index deleted_events_series_id_idx on public.deleted_events (series_id);
comment on index public.deleted_events_series_id_idx is 'The occurrences of a deleted series; the foreign key.';
create index deleted_events_deleted_at_idx on public.deleted_events (deleted_at);
comment on index public.deleted_events_deleted_at_idx is 'The sweep: what has been deleted for 30 days.';
create index deleted_events_deleted_by_idx on public.deleted_events (deleted_by);
comment on index public.deleted_events_deleted_by_idx is 'The foreign key, when an account goes.';

alter table public.deleted_events enable row level security;
create policy select_admin on public.deleted_events for select to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.deleted_events is 'Admins see what can be restored in their calendars.';
create policy all_service on public.deleted_events for all to service_role using (true) with check (true);
comment on policy all_service on public.deleted_events is 'Operators answer questions; the sweep deletes what is too old.';

grant select (
  id, calendar_id, kind, series_id, event, deleted_by, deleted_at
) on public.deleted_events to authenticated;
grant select, insert, update, delete on public.deleted_events to service_role;

-- Called with 'event' or 'series'. Stores only what a person deletes. A deleted calendar restores its own events; the worker and
-- series rewrites are not deletions.
-- Before the delete, because the foreign key of mailing_events cleans up right after it.
-- Definer: writes a table nobody else may write.
create function private.keep_deleted() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  gone constant jsonb := to_jsonb(old);
  of_series uuid;
begin
  select d.id into of_series from public.deleted_events d
  where tg_argv[0] = 'event' and d.kind = 'series' and d.id = (gone ->> 'series_id')::uuid;
  if of_series is null and private.is_series_at_work() then
    return old;
  end if;
  insert into public.deleted_events (id, calendar_id, kind, series_id, event, told, deleted_by)
  select old.id, old.calendar_id, tg_argv[0], of_series, gone, coalesce((
    select jsonb_agg(to_jsonb(t)) from public.mailing_events t where t.event_id = old.id and t.kind <> 'test'
  ), '[]'), u.id
  from auth.users u, private.live_calendars c
  where u.id = auth.uid() and c.id = old.calendar_id;
  return old;
end
$$;
comment on function private.keep_deleted() is 'Stores an event or series that a person deletes.';

-- Inserts the columns that existed then and still do; a new one takes its default. The creator's account may be gone.
create function private.insert_kept(p_table regclass, p_row jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  columns text;
  kept constant jsonb := p_row || jsonb_build_object(
    'created_by', (select u.id from auth.users u where u.id::text = p_row ->> 'created_by')
  );
begin
  select string_agg(quote_ident(a.attname), ', ') into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and kept ? a.attname;
  execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1)', p_table, columns)
  using kept;
exception
  -- Imported again meanwhile, or made anew by its series.
  when unique_violation then
    raise exception using errcode = 'unique_violation', message = 'There is another event in its place by now.';
end
$$;
comment on function private.insert_kept(regclass, jsonb) is 'Inserts a stored row into its table again.';

create function private.put_back_event(p_kept public.deleted_events) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  mailing uuid;
begin
  if not exists (select from public.event_series s where s.id = (p_kept.event ->> 'series_id')::uuid) then
    p_kept.event := p_kept.event || '{"series_id": null, "series_day": null}';
  end if;
  perform private.insert_kept('public.events', p_kept.event);
  for mailing in
    insert into public.mailing_events
    select t.* from jsonb_populate_recordset(null::public.mailing_events, p_kept.told) as t
    where exists (select from public.mailings m where m.id = t.mailing_id)
    returning mailing_id
  loop
    -- Recipients whose message was cancelled with the event get it now, if its day is not over; none of them had a copy.
    update public.deliveries d set state = 'planned', last_error = null
    where d.mailing_id = mailing and d.calendar_id = p_kept.calendar_id
      and d.state = 'cancelled' and d.copies = 0 and (d.contact_id is not null or d.channel = 'push');
    if found then
      update public.mailings m set state = 'planned', finished_at = null where m.id = mailing and m.state = 'finished';
    end if;
  end loop;
end
$$;
comment on function private.put_back_event(public.deleted_events) is 'Inserts an event again, with the mailings that named it, so that nobody is notified twice.';

-- For admins, and for members who deleted what they had created themselves, so that every Undo works.
-- A past event comes back too: it still cannot be edited.
-- Definer: writes events under their old id and restores which mailings named them.
create function public.restore_event(p_event_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  kept public.deleted_events;
  occurrence public.deleted_events;
begin
  select * into kept from public.deleted_events d
  where d.id = p_event_id and d.series_id is null and d.deleted_at > now() - interval '30 days' and (
    d.calendar_id = any (private.my_admin_calendars())
    or d.deleted_by = auth.uid() and d.event ->> 'created_by' = auth.uid()::text and d.calendar_id = any (private.my_calendars())
  )
  for update;
  if not found then
    raise exception using errcode = 'no_data_found', message = 'This event can no longer be restored.';
  end if;
  if kept.kind = 'event' then
    perform private.put_back_event(kept);
  else
    perform private.insert_kept('public.event_series', kept.event);
    perform set_config('townbell.write', '{"as": "series"}', true);
    for occurrence in select * from public.deleted_events d where d.series_id = p_event_id loop
      perform private.put_back_event(occurrence);
    end loop;
    perform set_config('townbell.write', '', true);
  end if;
  delete from public.deleted_events where id = p_event_id;
end
$$;
comment on function public.restore_event(uuid) is 'Brings back a deleted event or series under its old id, without notifying anybody twice.';
grant execute on function public.restore_event(uuid) to authenticated;
