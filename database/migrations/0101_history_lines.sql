-- The history says whether sending was paused or resumed, who unsubscribed, and that people were checked in.

create or replace function private.write_audit() returns trigger
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
comment on column public.audit_logs.metadata is 'calendar_id and calendar_name; for an update, the names of the columns changed; whether sending is paused or the calendar disabled now; for a contact, type and source; for leaving, self_removal; for an alert that was sent, which kind it was and whether it was texted at night.';

-- Admins see one follower less. Who follows by email is named as in the list of people; a member who gets email as such is not.
-- Definer: callers may not write history.
create function private.log_opt_out() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  given public.opt_outs := case tg_op when 'DELETE' then old else new end;
begin
  insert into public.audit_logs (calendar_id, entity_type, entity_id, action, metadata)
  select c.id, 'contact', coalesce(k.id, c.id), 'update', jsonb_build_object(
    'calendar_id', c.id, 'calendar_name', c.name, 'contact_type', 'email',
    'changed', jsonb_build_array(case tg_op when 'DELETE' then 'opt_in' else 'opt_out' end)
  )
  from public.calendars c
  left join public.calendar_contacts k on k.calendar_id = c.id and k.contact_type = 'email' and k.normalised = given.email
  where c.id = given.calendar_id;
  return null;
end
$$;
comment on function private.log_opt_out() is 'Notes in the history that somebody unsubscribed, or came back. Leaving a calendar has a line of its own.';

create trigger log_opt_out after insert on public.opt_outs
for each row when (new.source <> 'left') execute function private.log_opt_out();
create trigger log_opt_in after delete on public.opt_outs
for each row when (old.source <> 'left') execute function private.log_opt_out();

create or replace function public.check_in_rsvp(p_answer_id uuid, p_is_here boolean default true) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  answer public.rsvp_answers;
begin
  update public.rsvp_answers a set
    checked_in_at = case when p_is_here then coalesce(a.checked_in_at, private.program_time()) end
  where a.id = p_answer_id and a.confirmed_at is not null and a.calendar_id = any (private.my_admin_calendars())
  returning * into answer;
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can check people in.';
  end if;
  -- One line where it begins: a door checks in hundreds.
  if p_is_here and not exists (
    select from public.rsvp_answers other
    where other.event_id = answer.event_id and other.id <> answer.id and other.checked_in_at is not null
  ) then
    perform private.log_change(answer.calendar_id, 'check_ins', answer.event_id);
  end if;
  return p_is_here;
end
$$;
