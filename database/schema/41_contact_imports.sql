-- Many contacts at once, from a list that an admin has: checked row by row, each with its result, and first as a dry run.
-- Nobody who opted out comes back this way, and the import says on what ground the people are written to.

-- Calls for one calendar do not wait for each other, except on a trial, where they fill what is left of it; an address that
-- two calls add at once is added by one and judged again by the other. `offset 0` makes PostgreSQL look up a contact by its
-- key instead of reading the whole list.
-- Definer: counts, opt-outs and the source of a contact are closed to clients.
create function public.import_contacts(p_calendar_id uuid, p_contacts jsonb, p_basis text, p_dry_run boolean default false)
returns table (line integer, result text)
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  owner constant uuid := (select c.owner_id from public.calendars c where c.id = p_calendar_id);
  calls_key constant text := 'imports:' || owner;
  calls_max constant integer := 200;
  too_many constant text := 'That was a lot of imports for one day.';
  wait integer;
  ground constant text := 'import: ' || p_basis;
  -- UUIDs of version 7: the time, one random number for all, and the line at the end. They sort in the order of the list, so
  -- that index entries are written side by side.
  ids constant text := lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14, 15);
  free bigint;
  results text[];
begin
  if not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins of the calendar can import contacts.';
  elsif private.is_suspended(owner) then
    raise exception using errcode = 'TB041', message = 'The owner''s account is suspended. Please write to support.';
  elsif p_basis is null or p_basis not in ('asked', 'members', 'told') then
    raise exception using errcode = 'invalid_parameter_value', message = 'p_basis must be asked, members or told.';
  elsif jsonb_typeof(p_contacts) is distinct from 'array' or jsonb_array_length(p_contacts) not between 1 and 5000 then
    raise exception using errcode = 'invalid_parameter_value', message = 'p_contacts must be a list of 1 to 5000 contacts.';
  end if;
  select ceil(extract(epoch from l.window_end - clock_timestamp())) into wait from private.rate_limits l
  where l.key = calls_key and l.taken >= calls_max and l.window_end > clock_timestamp();
  if found then
    perform private.refuse_limit(too_many, wait);
  end if;

  if not (select private.is_on_trial(c.owner_id) from public.calendars c where c.id = p_calendar_id) then
    free := null; -- Unlimited.
  else
    perform from public.calendars c where c.id = p_calendar_id for no key update;
    free := greatest(0, private.trial_contact_limit() - (select count(*) from public.calendar_contacts k where k.calendar_id = p_calendar_id));
  end if;

  for try in 1 .. 5 loop
    begin
      with given as materialized (
        select g.line::integer as line, g.kind, g.value, g.name, private.normalised_address(g.kind, g.value) as address,
          case when private.are_tags(g.tags) then g.tags else '{}' end as tags
        from (
          select r.line,
            case when jsonb_typeof(r.value) <> 'string' then r.value ->> 'contact_type'
              when strpos(r.value #>> '{}', '@') > 0 then 'email' else 'phone' end as kind,
            private.trimmed(case when jsonb_typeof(r.value) <> 'string' then r.value ->> 'contact_value' else r.value #>> '{}' end) as value,
            -- A name or tag that cannot be shown is no reason to refuse its address.
            case when jsonb_typeof(r.value) <> 'string' and private.is_one_line(r.value ->> 'name')
              then private.trimmed_or_null(left(private.trimmed(r.value ->> 'name'), 100)) end as name,
            case when jsonb_typeof(r.value -> 'tags') = 'array'
              then array(select distinct tag from jsonb_array_elements_text(r.value -> 'tags') as tag order by tag) else '{}' end as tags
          from jsonb_array_elements(p_contacts) with ordinality as r (value, line)
          offset 0
        ) g
      ), judged as materialized (
        select g.line, g.kind, g.value, g.name, g.tags, g.address, case
            when (g.kind in ('email', 'phone') and char_length(g.value) <= 254 and private.is_address(g.kind, g.address)) is not true
              then 'invalid'
            when row_number() over (partition by g.address, g.kind order by g.line) > 1 or exists (
              -- With `offset 0` a contact is looked up by its key, instead of reading the whole list for each call.
              select from public.calendar_contacts k
              where k.calendar_id = p_calendar_id and k.contact_type = g.kind and k.normalised = g.address offset 0
            ) then 'duplicate'
            when g.kind = 'email' and g.address in (
              select o.email from public.opt_outs o join public.calendars c on c.id = o.calendar_id
              where c.owner_id = owner and (o.source not in ('left', 'bounce') or c.id = p_calendar_id)
            ) then 'opted_out'
            else 'added'
          end as outcome
        from given g
      ), fitting as materialized (
        select j.line from judged j where j.outcome = 'added' order by j.line limit free
      ), written as (
        insert into public.calendar_contacts (
          id, calendar_id, contact_type, contact_value, name, tags, source, consent_text_version, consented_at
        )
        select (ids || to_hex(4096 + j.line))::uuid, p_calendar_id, j.kind, j.value, j.name, j.tags, 'import', ground, now()
        from judged j
        where j.outcome = 'added' and (free is null or j.line <= (select max(f.line) from fitting f)) and not p_dry_run
        -- In the same order in all calls, so that two calls cannot deadlock.
        order by j.address, j.kind
      )
      select array_agg(case
          when j.outcome = 'added' and free is not null and j.line > coalesce((select max(f.line) from fitting f), 0) then 'over_limit'
          else j.outcome
        end order by j.line)
      into results
      from judged j;
      exit;
    exception when unique_violation then
      -- Another call added one of them first. Its row is visible now, so that the next round reports a duplicate.
      if try = 5 then
        raise;
      end if;
    end;
  end loop;

  -- Last, since other calls wait for the counter until this one is committed.
  perform private.require_limit(calls_key, calls_max, interval '1 day', too_many);
  return query select u.line::integer, u.result from unnest(results) with ordinality as u (result, line);
end
$$;
comment on function public.import_contacts(uuid, jsonb, text, boolean) is 'Adds up to 5000 contacts, each with its contact_type, contact_value, name and tags, or as its address alone, and returns for each: added, duplicate, invalid, opted_out or over_limit. A dry run adds nobody.';
grant execute on function public.import_contacts(uuid, jsonb, text, boolean) to authenticated;
