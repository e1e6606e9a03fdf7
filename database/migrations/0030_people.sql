-- Recipients have names and tags, and admins read them page by page, each with its state.

create or replace function private.are_tags(tags text[]) returns boolean
language sql immutable parallel safe
return cardinality(tags) <= 20 and array_ndims(tags) = 1 and not exists (
  select from unnest(tags) as each (tag)
  where each.tag is null or char_length(each.tag) > 40 or not private.is_one_line(each.tag) or not private.is_visible(each.tag)
    or private.trimmed(each.tag) <> each.tag or strpos(each.tag, ',') > 0
);
comment on function private.are_tags(text[]) is 'At most 20 tags of at most 40 characters, without the comma that separates them in forms.';
revoke execute on function private.are_tags(text[]) from public;
grant execute on function private.are_tags(text[]) to authenticated, service_role;

alter table public.calendar_contacts add column if not exists name text, add column if not exists tags text[] not null default '{}';
alter table public.calendar_contacts drop constraint if exists calendar_contacts_name_check, add constraint calendar_contacts_name_check
  check (char_length(name) <= 100 and private.is_one_line(name) and private.is_visible(name));
alter table public.calendar_contacts drop constraint if exists calendar_contacts_tags_check, add constraint calendar_contacts_tags_check
  check (tags = '{}' or private.are_tags(tags));
comment on column public.calendar_contacts.name is 'What the admins call the recipient; only they see it. Null: they have not said.';
comment on column public.calendar_contacts.tags is 'Groups that the admins made: a street, the block captains. Sorted, each once. Only admins see them.';
drop policy if exists update_admin on public.calendar_contacts;
create policy update_admin on public.calendar_contacts for update to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]))
  with check (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy update_admin on public.calendar_contacts is 'Admins name and tag recipients; no other column is granted.';
grant insert (name, tags), update (name, tags) on public.calendar_contacts to authenticated;

-- Definer: clients may not look into the schema of the rules.
create or replace function private.trim_contact_name() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.name := private.trimmed_or_null(new.name);
  return new;
end
$$;
comment on function private.trim_contact_name() is 'A name is stored trimmed, and a blank one as none.';
revoke execute on function private.trim_contact_name() from public;

create or replace trigger trim_name before insert or update of name on public.calendar_contacts
for each row when (new.name is not null) execute function private.trim_contact_name();

drop function if exists public.unreachable(public.calendar_contacts);

-- Definer: writes a table nobody else may write.
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
      'role', case when entity = 'membership' then subject -> 'role' end,
      'contact_type', case when entity = 'contact' then subject -> 'contact_type' end,
      'source', case when entity = 'contact' then subject -> 'source' end,
      'self_removal', case when entity = 'membership' and tg_op = 'DELETE' and subject ->> 'user_id' = auth.uid()::text then true end
    ))
  );
  return null;
end
$$;

create or replace function public.import_contacts(p_calendar_id uuid, p_contacts jsonb, p_basis text, p_dry_run boolean default false)
returns table (line integer, result text)
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  owner constant uuid := (select c.owner_id from public.calendars c where c.id = p_calendar_id);
  calls_key constant text := 'imports:' || owner;
  calls_max constant integer := 200;
  too_many constant text := 'That was a lot of imports for one day. Please continue tomorrow.';
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
  elsif exists (
    select from private.rate_limits l where l.key = calls_key and l.taken >= calls_max and l.window_end > clock_timestamp()
  ) then
    raise exception using errcode = 'TB013', message = too_many;
  end if;

  if exists (
    select from public.calendars c join public.profiles p on p.user_id = c.owner_id where c.id = p_calendar_id and not p.trial
  ) then
    free := null; -- Unlimited.
  else
    perform from public.calendars c where c.id = p_calendar_id for no key update;
    free := greatest(0, private.trial_contact_limit() - (select count(*) from public.calendar_contacts k where k.calendar_id = p_calendar_id));
  end if;

  for try in 1 .. 5 loop
    begin
      with given as materialized (
        select g.line::integer as line, g.kind, g.value, g.name, private.normalised_address(g.kind, g.value) as address
        from (
          select r.line,
            case when jsonb_typeof(r.value) <> 'string' then r.value ->> 'contact_type'
              when strpos(r.value #>> '{}', '@') > 0 then 'email' else 'phone' end as kind,
            private.trimmed(case when jsonb_typeof(r.value) <> 'string' then r.value ->> 'contact_value' else r.value #>> '{}' end) as value,
            -- A name that cannot be shown is no reason to refuse its address.
            case when jsonb_typeof(r.value) <> 'string' and private.is_one_line(r.value ->> 'name')
              then private.trimmed_or_null(left(private.trimmed(r.value ->> 'name'), 100)) end as name
          from jsonb_array_elements(p_contacts) with ordinality as r (value, line)
          offset 0
        ) g
      ), judged as materialized (
        select g.line, g.kind, g.value, g.name, g.address, case
            when (g.kind in ('email', 'phone') and char_length(g.value) <= 254 and private.is_address(g.kind, g.address)) is not true
              then 'invalid'
            when row_number() over (partition by g.address, g.kind order by g.line) > 1 or exists (
              -- With `offset 0` a contact is looked up by its key, instead of reading the whole list for each call.
              select from public.calendar_contacts k
              where k.calendar_id = p_calendar_id and k.contact_type = g.kind and k.normalised = g.address offset 0
            ) then 'duplicate'
            when g.kind = 'email' and g.address in (
              select o.email from public.opt_outs o join public.calendars c on c.id = o.calendar_id
              where c.owner_id = owner and (o.source <> 'left' or c.id = p_calendar_id)
            ) then 'opted_out'
            else 'added'
          end as outcome
        from given g
      ), fitting as materialized (
        select j.line from judged j where j.outcome = 'added' order by j.line limit free
      ), written as (
        insert into public.calendar_contacts (
          id, calendar_id, contact_type, contact_value, name, source, consent_text_version, consented_at
        )
        select (ids || to_hex(4096 + j.line))::uuid, p_calendar_id, j.kind, j.value, j.name, 'import', ground, now()
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
  if not (select l.allowed from private.take_limit(calls_key, calls_max, interval '1 day') l) then
    raise exception using errcode = 'TB013', message = too_many;
  end if;
  return query select u.line::integer, u.result from unnest(results) with ordinality as u (result, line);
end
$$;
comment on function public.import_contacts(uuid, jsonb, text, boolean) is 'Adds up to 5000 contacts, each with its contact_type, contact_value and name, or as its address alone, and returns for each: added, duplicate, invalid, opted_out or over_limit. A dry run adds nobody.';
revoke execute on function public.import_contacts(uuid, jsonb, text, boolean) from public;
grant execute on function public.import_contacts(uuid, jsonb, text, boolean) to authenticated;

-- Definer's functions below read it: opt-outs, suppressions and confirmations are closed to clients. Of a suppression admins
-- learn that an address bounced or a number replied STOP, because they can do something about it; who complained stays private.
create or replace view private.contact_states with (security_invoker = true) as
select k.id, k.calendar_id, k.contact_type, k.contact_value, k.normalised, k.name, k.tags, k.source, k.created_at,
  case
    when o.id is not null then 'unsubscribed'
    when s.reason = 'bounce' then 'bounced'
    when s.id is not null then 'suppressed'
    when k.confirmed_at is not null then 'confirmed'
    when k.contact_type = 'phone' then 'waiting'
    else 'added'
  end as state,
  case
    when o.id is not null then case when o.source = 'left' then 'left' end
    when s.reason = 'bounce' then left(s.detail, 200)
    when s.id is not null then case when s.reason = 'stop' then 'stop' end
    when k.contact_type = 'phone' and k.confirmed_at is null
      then case when q.id is null then 'not_asked' when q.expires_at > now() then 'asked' else 'expired' end
  end as reason,
  coalesce(o.created_at, s.created_at, k.confirmed_at, q.created_at, k.created_at) as since
from public.calendar_contacts k
left join public.opt_outs o on k.contact_type = 'email' and o.calendar_id = k.calendar_id and o.email = k.normalised
left join public.suppressions s
  on s.channel = case k.contact_type when 'phone' then 'sms' else 'email' end and s.address = k.normalised
left join private.phone_confirmations q on q.contact_id = k.id;
comment on view private.contact_states is 'Contacts, each with its state (confirmed, added, waiting, bounced, unsubscribed, suppressed), the reason where there is one, and since when.';
grant select on private.contact_states to service_role;

-- Reads the contacts of one calendar and no index of words: imports must stay fast, and one list is short enough. A search is at
-- most five words of 100 characters together, and no pattern of its own.
-- Each call is planned for its calendar: lists have one contact or a hundred thousand.
-- Definer: reads private.contact_states.
create or replace function public.find_contacts(
  p_calendar_id uuid, p_search text default '', p_state text default null, p_tag text default null,
  p_sort text default 'added', p_limit integer default 50, p_offset integer default 0, p_after uuid default null
)
returns table (
  id uuid, contact_type text, contact_value text, name text, tags text[], source text, created_at timestamptz, state text,
  reason text, since timestamptz, last_sent_at timestamptz, found bigint
)
language plpgsql stable security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  needle constant text := lower(private.trimmed(left(coalesce(p_search, ''), 100)));
  patterns constant text[] := array(
    select '%' || regexp_replace(split.word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(needle, '\s+') as split (word)
    where split.word <> ''
    limit 5
  );
  -- However a number is written, its digits are those of the stored one.
  digits constant text := case when needle ~ '^[+0-9().\s-]{3,}$' then '%' || regexp_replace(needle, '[^0-9]', '', 'g') || '%' end;
begin
  if not (p_calendar_id = any (private.my_admin_calendars())) then
    return;
  end if;
  return query
    -- First only which contacts and in what order: their states are looked up for one page.
    with page as materialized (
      select k.id, count(*) over () as found
      from private.contact_states k
      where k.calendar_id = p_calendar_id
        and (
          needle = '' or lower(coalesce(k.name, '') || ' ' || k.contact_value) like all (patterns)
          or k.contact_type = 'phone' and k.normalised like digits
        )
        and (p_state is null or k.state = p_state)
        and (p_tag is null or p_tag = '' and k.tags = '{}' or p_tag = any (k.tags))
        and (p_after is null or k.id > p_after)
      order by
        -- Ann is not lost among a hundred Annas.
        needle <> '' and (k.normalised = needle or lower(k.name) is not distinct from needle) desc,
        case when p_sort = 'id' then k.id end,
        case when p_sort = 'name' then k.name is null end,
        case when p_sort = 'name' then lower(k.name) end,
        case when p_sort = 'name' then k.normalised end,
        case when p_sort = 'newest' then k.created_at end desc,
        k.created_at, k.id
      limit least(greatest(coalesce(p_limit, 50), 1), 1000) offset greatest(coalesce(p_offset, 0), 0)
    ), numbered as (
      select p.id, p.found, row_number() over () as place from page p
    )
    select k.id, k.contact_type, k.contact_value, k.name, k.tags, k.source, k.created_at, k.state, k.reason, k.since, sent.at, p.found
    from numbered p
    join private.contact_states k on k.id = p.id
    left join lateral (
      select d.sent_at as at from public.deliveries d
      where d.contact_id = k.id and d.sent_at is not null
      order by d.created_at desc
      limit 1
    ) sent on true
    order by p.place;
end
$$;
comment on function public.find_contacts(uuid, text, text, text, text, integer, integer, uuid) is 'A page of a calendar''s contacts that match every word, state and tag (empty: those without a tag), by when they were added, newest, name or id; how many there are in all; p_after, with id, goes through them for an export. For its admins; nothing for others.';
revoke execute on function public.find_contacts(uuid, text, text, text, text, integer, integer, uuid) from public;
grant execute on function public.find_contacts(uuid, text, text, text, text, integer, integer, uuid) to authenticated;

-- Definer: as find_contacts.
create or replace function public.count_contacts(p_calendar_id uuid)
returns table (state text, contact_type text, contacts bigint)
language sql stable security definer
set search_path = ''
as $$
  select k.state, k.contact_type, count(*)
  from private.contact_states k
  where k.calendar_id = p_calendar_id and p_calendar_id = any ((select private.my_admin_calendars())::uuid[])
  group by k.state, k.contact_type
$$;
comment on function public.count_contacts(uuid) is 'How many contacts a calendar has in each state. For its admins; nothing for others.';
revoke execute on function public.count_contacts(uuid) from public;
grant execute on function public.count_contacts(uuid) to authenticated;

create or replace function public.count_tags(p_calendar_id uuid)
returns table (tag text, contacts bigint)
language sql stable
set search_path = ''
as $$
  select each.tag, count(*)
  from public.calendar_contacts k cross join lateral unnest(k.tags) as each (tag)
  where k.calendar_id = p_calendar_id
  group by each.tag
  order by each.tag
  limit 200
$$;
comment on function public.count_tags(uuid) is 'How many contacts of a calendar have each tag. For its admins; nothing for others.';
revoke execute on function public.count_tags(uuid) from public;
grant execute on function public.count_tags(uuid) to authenticated;

create or replace function public.tag_contacts(p_calendar_id uuid, p_ids uuid[], p_add text[] default '{}', p_remove text[] default '{}')
returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  changed integer;
begin
  if cardinality(p_ids) > 1000 then
    raise exception using errcode = 'invalid_parameter_value', message = 'At most 1000 contacts at a time.';
  end if;
  update public.calendar_contacts k
  set tags = array(select distinct each.tag from unnest(k.tags || p_add) as each (tag) where each.tag <> all (coalesce(p_remove, '{}')) order by 1)
  where k.calendar_id = p_calendar_id and k.id = any (p_ids);
  get diagnostics changed = row_count;
  return changed;
end
$$;
comment on function public.tag_contacts(uuid, uuid[], text[], text[]) is 'Adds tags to contacts and takes tags from them; returns how many contacts. For admins.';
revoke execute on function public.tag_contacts(uuid, uuid[], text[], text[]) from public;
grant execute on function public.tag_contacts(uuid, uuid[], text[], text[]) to authenticated;

create or replace function public.remove_contacts(p_calendar_id uuid, p_ids uuid[]) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  removed integer;
begin
  if cardinality(p_ids) > 1000 then
    raise exception using errcode = 'invalid_parameter_value', message = 'At most 1000 contacts at a time.';
  end if;
  delete from public.calendar_contacts k where k.calendar_id = p_calendar_id and k.id = any (p_ids);
  get diagnostics removed = row_count;
  return removed;
end
$$;
comment on function public.remove_contacts(uuid, uuid[]) is 'Removes many contacts at once, more than an address of the data API can name; returns how many. For admins.';
revoke execute on function public.remove_contacts(uuid, uuid[]) from public;
grant execute on function public.remove_contacts(uuid, uuid[]) to authenticated;
