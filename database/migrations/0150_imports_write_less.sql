-- A contact is written into three indexes instead of five when it is imported, and checked against one foreign key instead of two (decision 54).

drop index public.calendar_contacts_created_at_idx;
create index calendar_contacts_created_at_idx on public.calendar_contacts (calendar_id, created_at, contact_type);
comment on index public.calendar_contacts_created_at_idx is
  'The contact dialog: all of a calendar, oldest first. How many by email and by text, from the index alone.';

drop index public.calendar_contacts_created_by_idx;
create index calendar_contacts_created_by_idx on public.calendar_contacts (created_by) where created_by is not null;
comment on index public.calendar_contacts_created_by_idx is 'The foreign key, when an account goes.';
comment on column public.calendar_contacts.created_by is
  'Null for an import, whose line of history has the same moment and says by whom; for who followed; and once the account is gone.';

-- By its address first, this key also answers what calendar_contacts_address_idx was for. Made last: while there are no contacts, all indexes
-- cost the same to the planner, and it takes the newest. By another one, a first list would be read for each of its lines.
drop index public.calendar_contacts_address_idx;
alter table public.calendar_contacts drop constraint calendar_contacts_normalised_key;
alter table public.calendar_contacts add constraint calendar_contacts_normalised_key unique (normalised, contact_type, calendar_id);
comment on index public.calendar_contacts_normalised_key is 'Webhooks: every list an address is on.';

-- As before, but that ids are in order, and who imports is said once, in history.
create or replace function public.import_contacts(p_calendar_id uuid, p_contacts jsonb, p_basis text, p_dry_run boolean default false)
returns table (line integer, result text)
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  calls_key constant text := 'imports:' || p_calendar_id;
  calls_max constant integer := 200;
  too_many constant text := 'That was a lot of imports for one day. Please go on tomorrow.';
  ground constant text := 'import: ' || p_basis;
  -- Of version 7: the time, one random number for all, and at the end the line. So they are written side by side, and in the order of the list.
  ids constant text := lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14, 15);
  free bigint;
  lines integer[];
  results text[];
begin
  if not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins of the calendar can import contacts.';
  elsif p_basis is null or p_basis not in ('asked', 'members', 'told') then
    raise exception using errcode = 'invalid_parameter_value', message = 'p_basis must be asked, members or told.';
  elsif jsonb_typeof(p_contacts) is distinct from 'array' or jsonb_array_length(p_contacts) not between 1 and 5000 then
    raise exception using errcode = 'invalid_parameter_value', message = 'p_contacts must be a list of 1 to 5000 contacts.';
  elsif exists (
    select from private.rate_limits l where l.key = calls_key and l.taken >= calls_max and l.window_end > clock_timestamp()
  ) then
    raise exception using errcode = 'TB013', message = too_many;
  end if;

  if exists (
    select from public.calendars c join public.profiles p on p.user_id = c.owner_id where c.id = p_calendar_id and not p.trial
  ) then
    free := null; -- As many as there are.
  else
    perform from public.calendars c where c.id = p_calendar_id for no key update;
    free := greatest(0, 10 - (select count(*) from public.calendar_contacts k where k.calendar_id = p_calendar_id));
  end if;

  for try in 1 .. 5 loop
    begin
      with given as materialized (
        select g.line::integer as line, g.kind, g.value, private.normalised_address(g.kind, g.value) as address
        from (
          select r.line, r.value ->> 'contact_type' as kind, private.trimmed(r.value ->> 'contact_value') as value
          from jsonb_array_elements(p_contacts) with ordinality as r (value, line)
          offset 0
        ) g
      ), judged as materialized (
        select g.line, g.kind, g.value, g.address, case
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
          id, calendar_id, contact_type, contact_value, source, consent_text_version, consented_at
        )
        select (ids || to_hex(4096 + j.line))::uuid, p_calendar_id, j.kind, j.value, 'import', ground, now()
        from judged j
        where j.outcome = 'added' and j.line <= (select max(f.line) from fitting f) and not p_dry_run
        -- All calls in the same order, so that none waits for one that waits for it.
        order by j.kind, j.address
      )
      select array_agg(j.line), array_agg(case
          when j.outcome = 'added' and j.line > coalesce((select max(f.line) from fitting f), 0) then 'over_limit' else j.outcome
        end)
      into lines, results
      from judged j;
      exit;
    exception when unique_violation then
      -- Another call was faster with one of them: with its row to be seen, that one is a duplicate.
      if try = 5 then
        raise;
      end if;
    end;
  end loop;

  -- Last, since other calls wait for the counter until this one is committed.
  if not (select l.allowed from private.take_limit(calls_key, calls_max, interval '1 day') l) then
    raise exception using errcode = 'TB013', message = too_many;
  end if;
  return query select u.line, u.result from unnest(lines, results) as u (line, result) order by u.line;
end
$$;
