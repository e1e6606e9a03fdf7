-- History of who changed what. Triggers write it in the transaction of the change, so it can be neither skipped nor forged.
-- It outlives the calendar and the account it speaks of. No addresses, numbers or texts are stored in it.

create table public.audit_logs (
  id bigint generated always as identity primary key,
  actor_user_id uuid references auth.users on delete set null,
  calendar_id uuid references public.calendars on delete set null,
  entity_type text not null,
  entity_id uuid not null,
  action text not null,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  token_name text default private.token_name(),

  constraint audit_logs_entity_type_check
    check (entity_type in ('calendar', 'membership', 'invitation', 'contact', 'event', 'series', 'account')),
  constraint audit_logs_action_check check (action in ('create', 'update', 'delete', 'restore', 'import', 'send'))
);

comment on table public.audit_logs is 'One row per change of a calendar, member, contact or event, and one per change of an account by an operator.';
comment on column public.audit_logs.actor_user_id is 'Null: our own doing, or an account since deleted.';
comment on column public.audit_logs.calendar_id is 'Null once the calendar is deleted; metadata then has its id.';
comment on column public.audit_logs.token_name is 'The access token by which a program did it in the person''s name; null: they did it themselves.';
comment on column public.audit_logs.entity_id is 'The id of the calendar, contact or event; for a membership and an account, of the person; for an import, of the calendar.';
comment on column public.audit_logs.metadata is 'calendar_id and calendar_name; for an update, the names of the columns changed; whether sending is paused or the calendar disabled now; for a contact, type and source; for leaving, self_removal; for an alert that was sent, which kind it was and whether it was texted at night.';

create index audit_logs_calendar_id_idx on public.audit_logs (calendar_id, id desc);
comment on index public.audit_logs_calendar_id_idx is 'A calendar''s history, newest first.';
create index audit_logs_actor_user_id_idx on public.audit_logs (actor_user_id);
comment on index public.audit_logs_actor_user_id_idx is 'The foreign key, when an account goes.';

alter table public.audit_logs enable row level security;
create policy select_admin on public.audit_logs for select to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.audit_logs is 'Admins read the history of their calendars.';
create policy all_service on public.audit_logs for all to service_role using (true) with check (true);
comment on policy all_service on public.audit_logs is 'Operators read it all, and delete what is too old.';

-- Insert only so that a client's own entry can be dropped (drop_own_audit); there is no policy for it.
grant select on public.audit_logs to authenticated;
grant insert (
  actor_user_id, calendar_id, entity_type, entity_id, action, metadata
) on public.audit_logs to authenticated;
grant select, insert, delete on public.audit_logs to service_role;

-- Called with the entity type. A calendar that is marked is deleted, an event that is inserted while it is in deleted_events is restored.
-- Definer: writes a table nobody else may write.
create function private.write_audit() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  entity text := tg_argv[0];
  after jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  before jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  subject jsonb := coalesce(after, before);
  calendar uuid := (case entity when 'calendar' then subject ->> 'id' else subject ->> 'calendar_id' end)::uuid;
  said text := case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end;
  calendar_name text;
  changed jsonb;
  known boolean;
begin
  if entity = 'calendar' and tg_op = 'UPDATE' and after -> 'deleted_at' is distinct from before -> 'deleted_at' then
    said := case when after ->> 'deleted_at' is null then 'restore' else 'delete' end;
  elsif entity in ('event', 'series') and tg_op = 'INSERT' then
    if exists (select from public.deleted_events d where d.id = (subject ->> 'id')::uuid) then
      said := 'restore';
    end if;
  elsif tg_op = 'UPDATE' then
    select jsonb_agg(f.key order by f.key) into changed
    from jsonb_each(after) f
    where f.value is distinct from before -> f.key
      and f.key not in ('version', 'updated_at', 'is_public', 'created_by', 'tags');
    if changed is null then
      return null;
    end if;
  end if;

  select c.name into calendar_name from public.calendars c where c.id = calendar;
  known := found;
  if not known and entity <> 'calendar' then
    return null; -- Goes with its calendar, whose deletion has its own row.
  end if;

  insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata)
  values (
    -- Null when people delete their own account: it is gone by now.
    (select u.id from auth.users u where u.id = auth.uid()),
    case when known then calendar end,
    entity,
    (case entity when 'membership' then subject ->> 'user_id' else subject ->> 'id' end)::uuid,
    said,
    jsonb_strip_nulls(jsonb_build_object(
      'calendar_id', calendar,
      'calendar_name', coalesce(calendar_name, subject ->> 'name'),
      'changed', changed,
      'is_paused', case when changed ? 'sending_paused_at' then to_jsonb(after ->> 'sending_paused_at' is not null) end,
      'is_disabled', case when entity = 'calendar' and changed ? 'disabled' then after -> 'disabled' end,
      'role', case when entity = 'membership' then subject -> 'role' end,
      'contact_type', case when entity = 'contact' then subject -> 'contact_type' end,
      'source', case when entity = 'contact' then subject -> 'source' end,
      'self_removal', case when entity = 'membership' and tg_op = 'DELETE' and subject ->> 'user_id' = auth.uid()::text then true end
    ))
  );
  return null;
end
$$;
comment on function private.write_audit() is 'Logs who created, changed or deleted the row.';

-- Definer: callers may not write history.
create function private.log_change(p_calendar_id uuid, p_what text, p_event_id uuid default null) returns void
language sql volatile security definer
set search_path = ''
as $$
  insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata)
  select (select u.id from auth.users u where u.id = auth.uid()), c.id,
    case when p_event_id is null then 'calendar' else 'event' end, coalesce(p_event_id, c.id), 'update',
    jsonb_build_object('calendar_id', c.id, 'calendar_name', c.name, 'changed', jsonb_build_array(p_what))
  from public.calendars c where c.id = p_calendar_id
$$;
comment on function private.log_change(uuid, text, uuid) is 'Notes in the history what else was changed of a calendar, or of its event, without whom it is about.';
grant execute on function private.log_change(uuid, text, uuid) to service_role;

-- Clients write their own log entry after creating or leaving a calendar. The triggers have done so already: an entry about
-- oneself and a calendar one is or was in is accepted and dropped, everything else is refused.
-- Definer: looks up whether the caller was in a calendar they may no longer see.
create function private.drop_own_audit() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.actor_user_id = auth.uid() and (
    new.calendar_id = any (private.my_calendars())
    or exists (
      select from public.audit_logs l
      where l.calendar_id = new.calendar_id and l.entity_type = 'membership' and l.entity_id = auth.uid()
    )
  ) then
    return null;
  end if;
  return new;
end
$$;
comment on function private.drop_own_audit() is 'A client''s own log entry has no effect.';

create trigger drop_own_audit before insert on public.audit_logs
for each row when (current_user in ('anon', 'authenticated'))
execute function private.drop_own_audit();
