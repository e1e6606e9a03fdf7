-- What one imported contact costs (decision 34). Every rule is as before.

-- Definer: callers may not write history. An import of contacts is one line that tells how many, as an import of events is; each
-- contact has itself by whom, when and on what ground it came.
create or replace function private.audit_added_contacts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.audit_logs (actor_user_id, calendar_id, entity_type, entity_id, action, metadata)
  select (select u.id from auth.users u where u.id = auth.uid()), c.id, 'contact', k.entity_id, k.action,
    jsonb_build_object('calendar_id', c.id, 'calendar_name', c.name) || k.details
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
  ) as k
  join public.calendars c on c.id = k.calendar_id;
  return null;
end
$$;
comment on function private.audit_added_contacts() is 'History of contacts that were added: a line each, and one for those of an import.';
comment on column public.audit_logs.entity_id is 'The id of the calendar, contact or event; for a membership and an account, of the person; for an import, of the calendar.';

-- As before. What the pattern lets through has one byte a character.
create or replace function private.is_email(value text) returns boolean
language sql immutable parallel safe
return octet_length(value) <= 254
    and value ~ '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$'
    and strpos(value, '@') <= 65
    and (octet_length(value) - strpos(value, '@') <= 63 or value !~ '@.*[a-z0-9-]{64}');

-- As before, in fewer steps: judged once, and counted only up to what a free account has left.
create or replace function public.import_contacts(p_calendar_id uuid, p_contacts jsonb, p_basis text, p_dry_run boolean default false)
returns table (line integer, result text)
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  free bigint;
begin
  if not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins of the calendar can import contacts.';
  elsif p_basis is null or p_basis not in ('asked', 'members', 'told') then
    raise exception using errcode = 'invalid_parameter_value', message = 'p_basis must be asked, members or told.';
  elsif jsonb_typeof(p_contacts) is distinct from 'array' or jsonb_array_length(p_contacts) not between 1 and 5000 then
    raise exception using errcode = 'invalid_parameter_value', message = 'p_contacts must be a list of 1 to 5000 contacts.';
  elsif not (select l.allowed from private.take_limit('imports:' || p_calendar_id, 200, interval '1 day') l) then
    raise exception using errcode = 'TB013', message = 'That was a lot of imports for one day. Please go on tomorrow.';
  end if;

  perform from public.calendars c where c.id = p_calendar_id for no key update;
  -- Null: as many as there are.
  select case when coalesce(p.trial, true) then greatest(0, 10 - (
      select count(*) from public.calendar_contacts k where k.calendar_id = p_calendar_id
    )) end
  into free
  from public.calendars c left join public.profiles p on p.user_id = c.owner_id
  where c.id = p_calendar_id;

  return query
  with given as materialized (
    select g.line::integer as line, g.kind, g.value, private.normalised_address(g.kind, g.value) as address
    from (
      select r.line, r.value ->> 'contact_type' as kind, private.trimmed(r.value ->> 'contact_value') as value
      from jsonb_array_elements(p_contacts) with ordinality as r (value, line)
      offset 0
    ) g
  ), judged as materialized (
    select g.line, g.kind, g.value, case
        when (g.kind in ('email', 'phone') and char_length(g.value) <= 254 and private.is_address(g.kind, g.address)) is not true
          then 'invalid'
        when row_number() over (partition by g.kind, g.address order by g.line) > 1 or exists (
          -- With `offset 0` a contact is looked up by its key, instead of reading the whole list for each call.
          select from public.calendar_contacts k
          where k.calendar_id = p_calendar_id and k.contact_type = g.kind and k.normalised = g.address offset 0
        ) then 'duplicate'
        when g.kind = 'email' and exists (
          select from public.opt_outs o where o.calendar_id = p_calendar_id and o.email = g.address
        ) then 'opted_out'
        else 'added'
      end as outcome
    from given g
  ), fitting as materialized (
    select j.line from judged j where j.outcome = 'added' order by j.line limit free
  ), written as (
    insert into public.calendar_contacts (
      calendar_id, contact_type, contact_value, source, consent_text_version, consented_at, created_by
    )
    select p_calendar_id, j.kind, j.value, 'import', 'import: ' || p_basis, now(), auth.uid()
    from judged j
    where j.outcome = 'added' and j.line <= (select max(f.line) from fitting f) and not p_dry_run
    order by j.line
  )
  select j.line, case
      when j.outcome = 'added' and j.line > coalesce((select max(f.line) from fitting f), 0) then 'over_limit' else j.outcome
    end
  from judged j
  order by j.line;
end
$$;
