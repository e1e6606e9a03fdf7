-- The people of a calendar as its admins see them: each with a state and its reason, searched, filtered, sorted and page by page.

-- Definer's functions below read it: opt-outs, suppressions and confirmations are closed to clients. Of a suppression admins
-- learn that an address bounced or a number replied STOP, because they can do something about it; who complained stays private.
create view private.contact_states with (security_invoker = true) as
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
    when o.id is not null then case when o.source = 'left' then 'left' else o.reason end
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
create function public.find_contacts(
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
grant execute on function public.find_contacts(uuid, text, text, text, text, integer, integer, uuid) to authenticated;

-- Definer: as find_contacts.
create function public.count_contacts(p_calendar_id uuid)
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
grant execute on function public.count_contacts(uuid) to authenticated;

create function public.count_tags(p_calendar_id uuid)
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
grant execute on function public.count_tags(uuid) to authenticated;

create function public.tag_contacts(p_calendar_id uuid, p_ids uuid[], p_add text[] default '{}', p_remove text[] default '{}')
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
grant execute on function public.tag_contacts(uuid, uuid[], text[], text[]) to authenticated;

create function public.remove_contacts(p_calendar_id uuid, p_ids uuid[]) returns integer
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
grant execute on function public.remove_contacts(uuid, uuid[]) to authenticated;

-- How many a mail to some tags reaches. Members learn the number, as of a mail to everybody.
-- Definer: contacts, opt-outs and preferences are closed to others.
create function public.count_tagged(p_calendar_id uuid, p_tags text[]) returns table (emails bigint, texts bigint)
language sql stable security definer
set search_path = ''
as $$
  select
    count(*) filter (
      where k.contact_type = 'email' and not exists (select from private.stops(p_calendar_id, 'email', k.normalised))
    ),
    count(*) filter (
      where k.contact_type = 'phone' and k.confirmed_at is not null
        and not exists (select from private.stops(p_calendar_id, 'sms', k.normalised))
    )
  from public.calendar_contacts k
  where k.calendar_id = p_calendar_id and k.tags && p_tags and p_calendar_id = any ((select private.my_calendars())::uuid[])
$$;
comment on function public.count_tagged(uuid, text[]) is 'How many emails and texts an event or alert makes that goes to contacts with one of these tags only. For members; zero for others.';
grant execute on function public.count_tagged(uuid, text[]) to authenticated;

-- A tag that nobody has would notify nobody. One that lost its last contact later stays, until the event gets others.
create function private.admitted_tags(p_calendar_id uuid, p_tags text[]) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  unknown text;
begin
  if not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins choose who is notified.';
  end if;
  select tag into unknown from unnest(p_tags) as tag
  where not exists (select from public.calendar_contacts k where k.calendar_id = p_calendar_id and tag = any (k.tags))
  order by tag limit 1;
  if found then
    raise exception using errcode = 'TB015', message = format('No recipient of this calendar has the tag “%s”.', left(unknown, 40));
  end if;
  return array(select distinct tag from unnest(p_tags) as tag order by tag);
end
$$;
comment on function private.admitted_tags(uuid, text[]) is 'The tags that are notified, sorted: chosen by admins, among those that recipients have.';
