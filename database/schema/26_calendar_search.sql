-- Locate a calendar: by state, city or name, by guests. Under row-level security `ilike` may not use an index (it is
-- not leakproof), so the search is a function that returns public columns of public calendars and nothing else.

-- All words must be found. The longest goes through the index; the others are checked on what it finds.
-- Definer: searches with an index, over rows and columns that anon may read anyway.
create function public.search_calendars(p_query text default '', p_limit integer default 100, p_offset integer default 0)
returns table (id uuid, name text, description text, city text, state text, identifier bigint)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  patterns text[] := array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(lower(left(coalesce(p_query, ''), 200)), '[\s,]+') as word
    where word <> ''
    order by char_length(word) desc
  );
  -- A page is 100 at most: nobody reads more, and nobody should copy the list in one call.
  page integer := least(greatest(coalesce(p_limit, 100), 0), 100);
  skipped integer := greatest(coalesce(p_offset, 0), 0);
begin
  if cardinality(patterns) = 0 then
    return query
      select c.id, c.name, c.description, c.city, c.state, c.identifier
      from public.calendars c
      where not c.disabled and c.allow_guest_users
      order by c.state, c.city, c.name, c.id
      limit page offset skipped;
  else
    return query
      select c.id, c.name, c.description, c.city, c.state, c.identifier
      from public.calendars c
      where not c.disabled and c.allow_guest_users
        and lower(c.name || ' ' || c.city || ' ' || c.state) like patterns[1]
        -- Without the first, which the index has checked.
        and lower(c.name || ' ' || c.city || ' ' || c.state) like all (patterns[2:])
      order by c.state, c.city, c.name, c.id
      limit page offset skipped;
  end if;
end
$$;
comment on function public.search_calendars(text, integer, integer) is 'Public calendars that take followers and match every word, by state, city, name.';
grant execute on function public.search_calendars(text, integer, integer) to anon, authenticated, service_role;
