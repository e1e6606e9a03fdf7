-- Locate a calendar: by state, city, name or description, by guests. Under row-level security `ilike` may not use an index (it is
-- not leakproof), so the search is a function that returns public columns of public calendars and nothing else.

-- The words of a search, the longest first: what to look for, and the state that a word abbreviates. "tx" is Texas or the word
-- "tx", not a part of another word.
create function private.searched_words(query text)
returns table (word text, pattern text, state text)
language plpgsql stable
set search_path = ''
as $$
begin
  return query
    select
      split.word,
      case when code.state is null then '%' || escaped || '%' else '% ' || escaped || ' %' end,
      code.state
    from regexp_split_to_table(lower(left(coalesce(query, ''), 200)), '[\s,]+') as split (word)
    cross join lateral regexp_replace(split.word, '([\\%_])', '\\\1', 'g') as escaped
    left join (values
      ('al', 'Alabama'), ('ak', 'Alaska'), ('az', 'Arizona'), ('ar', 'Arkansas'), ('ca', 'California'), ('co', 'Colorado'),
      ('ct', 'Connecticut'), ('de', 'Delaware'), ('fl', 'Florida'), ('ga', 'Georgia'), ('hi', 'Hawaii'), ('id', 'Idaho'),
      ('il', 'Illinois'), ('in', 'Indiana'), ('ia', 'Iowa'), ('ks', 'Kansas'), ('ky', 'Kentucky'), ('la', 'Louisiana'),
      ('me', 'Maine'), ('md', 'Maryland'), ('ma', 'Massachusetts'), ('mi', 'Michigan'), ('mn', 'Minnesota'),
      ('ms', 'Mississippi'), ('mo', 'Missouri'), ('mt', 'Montana'), ('ne', 'Nebraska'), ('nv', 'Nevada'),
      ('nh', 'New Hampshire'), ('nj', 'New Jersey'), ('nm', 'New Mexico'), ('ny', 'New York'), ('nc', 'North Carolina'),
      ('nd', 'North Dakota'), ('oh', 'Ohio'), ('ok', 'Oklahoma'), ('or', 'Oregon'), ('pa', 'Pennsylvania'),
      ('ri', 'Rhode Island'), ('sc', 'South Carolina'), ('sd', 'South Dakota'), ('tn', 'Tennessee'), ('tx', 'Texas'),
      ('ut', 'Utah'), ('vt', 'Vermont'), ('va', 'Virginia'), ('wa', 'Washington'), ('wv', 'West Virginia'),
      ('wi', 'Wisconsin'), ('wy', 'Wyoming')
    ) as code (abbreviation, state) on code.abbreviation = split.word
    where split.word <> ''
    order by char_length(split.word) desc;
end
$$;
comment on function private.searched_words(text) is 'The words of a search, longest first.';

-- All words must be found. The longest goes through the index; the others are checked on what it finds. If there is nothing,
-- names and places are searched for words that are similar, or that have two letters swapped: the 20 most at once.
-- Each search is planned for its words: a plan for any words reads the whole table.
-- Definer: searches with an index, over rows and columns that anon may read anyway.
create function public.search_calendars(p_query text default '', p_limit integer default 100, p_offset integer default 0)
returns table (id uuid, name text, description text, city text, state text, identifier bigint)
language plpgsql stable security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  words text[];
  patterns text[];
  states text[];
  swapped text[];
  -- A page is 100 at most: nobody reads more, and nobody should copy the list in one call.
  page integer := least(greatest(coalesce(p_limit, 100), 0), 100);
  skipped integer := greatest(coalesce(p_offset, 0), 0);
begin
  select array_agg(w.word), array_agg(w.pattern), array_agg(w.state) into words, patterns, states
  from private.searched_words(p_query) w;
  if words is null then
    return query
      select c.id, c.name, c.description, c.city, c.state, c.identifier
      from public.calendars c
      where not c.disabled and c.allow_guest_users
      order by c.state, c.city, c.name, c.id
      limit page offset skipped;
    return;
  end if;

  return query
    select c.id, c.name, c.description, c.city, c.state, c.identifier
    from public.calendars c
    where not c.disabled and c.allow_guest_users
      and (
        lower(' ' || c.name || ' ' || c.city || ' ' || c.state || ' ' || coalesce(c.description, '') || ' ') like patterns[1]
        or c.state = states[1]
      )
      -- Without the first, which the index has checked.
      and not exists (
        select from unnest(patterns[2:], states[2:]) as other (pattern, state)
        where c.state is distinct from other.state
          and lower(' ' || c.name || ' ' || c.city || ' ' || c.state || ' ' || coalesce(c.description, '') || ' ') not like other.pattern
      )
    order by c.state, c.city, c.name, c.id
    limit page offset skipped;

  -- Short words are similar to too much, and many words cost too much.
  if found or skipped > 0 or cardinality(words) > 5 or char_length(words[1]) not between 4 and 30 then return; end if;
  swapped := array(
    select '%' || regexp_replace(
      left(words[1], at - 1) || substr(words[1], at + 1, 1) || substr(words[1], at, 1) || substr(words[1], at + 2), '([\\%_])', '\\\1', 'g'
    ) || '%'
    from generate_series(1, char_length(words[1]) - 1) as at
  );
  -- Until the end of the transaction, which is this call.
  perform set_config('pg_trgm.word_similarity_threshold', '0.39', true);
  return query
    select c.id, c.name, c.description, c.city, c.state, c.identifier
    from public.calendars c
    where not c.disabled and c.allow_guest_users
      and (
        lower(c.name || ' ' || c.city || ' ' || c.state) operator(extensions.%>) words[1]
        or lower(c.name || ' ' || c.city || ' ' || c.state) like any (swapped)
      )
      and not exists (
        select from unnest(words[2:], patterns[2:], states[2:]) as other (word, pattern, state)
        where c.state is distinct from other.state
          and lower(' ' || c.name || ' ' || c.city || ' ' || c.state || ' ') not like other.pattern
          and (
            char_length(other.word) < 4
            or not lower(c.name || ' ' || c.city || ' ' || c.state) operator(extensions.%>) other.word
          )
      )
    order by c.state, c.city, c.name, c.id
    limit least(page, 20);
end
$$;
comment on function public.search_calendars(text, integer, integer) is 'Public calendars that take followers and match every word, by state, city, name.';
grant execute on function public.search_calendars(text, integer, integer) to anon, authenticated, service_role;

-- The cards of found calendars show what is next. Not definer: guests see the events of listed calendars only.
create function public.next_events(p_calendars uuid[])
returns table (
  calendar_id uuid, time_zone text, title text, category text, start_time timestamptz, all_day boolean, event_date date
)
language sql stable
set search_path = ''
as $$
  select c.id, c.time_zone, next.title, next.category, next.start_time, next.all_day, next.event_date
  from public.calendars c
  cross join lateral (
    select e.title, e.category, e.start_time, e.all_day, e.event_date
    from public.events e
    -- Nothing lasts longer, and the index is by start.
    where e.calendar_id = c.id and e.start_time > now() - interval '31 days'
      and e.end_time > now() and e.status not in ('cancelled', 'postponed')
    order by e.start_time, e.id
    limit 1
  ) next
  where c.id = any (p_calendars[1:100]) and not c.disabled
$$;
comment on function public.next_events(uuid[]) is 'The next event of each of these calendars, at most 100.';
grant execute on function public.next_events(uuid[]) to anon, service_role;
