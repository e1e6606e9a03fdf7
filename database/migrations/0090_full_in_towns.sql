-- Town pages say which events are full, as the pages of calendars do.
-- One query over all calendars of a page: each is one range of events_start_time_idx, cut off at the limit of the whole.
-- Definer: as get_collection. Returns the columns of events that guests may read.
create or replace function public.get_collection_events(
  p_collection_id uuid, p_from timestamptz, p_to timestamptz, p_calendars uuid[] default null, p_limit integer default 500
)
returns table (
  id uuid, calendar_id uuid, uid text, sequence integer, series_id uuid, series_day date, title text, description text,
  location text, location_name text, link_url text, latitude double precision, longitude double precision, image text,
  image_alt text, start_time timestamptz, end_time timestamptz, all_day boolean, event_date date, end_date date,
  event_date_for_reporting timestamptz, category text, status text, status_reason text, previous_start_time timestamptz,
  is_public boolean, created_at timestamptz, updated_at timestamptz
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  most constant integer := least(greatest(coalesce(p_limit, 500), 0), 5000);
begin
  if not exists (select from public.collections l where l.id = p_collection_id and not private.is_suspended(l.owner_id)) then
    return;
  end if;
  return query
    select e.id, e.calendar_id, e.uid, e.sequence, e.series_id, e.series_day, e.title, e.description, e.location, e.location_name,
      e.link_url, e.latitude, e.longitude, e.image, e.image_alt, e.start_time, e.end_time, e.all_day, e.event_date, e.end_date,
      e.event_date_for_reporting, e.category,
      case
        when e.status = 'scheduled' and exists (
          select from public.event_rsvps r where r.event_id = e.id and r.is_open and r.is_full
        ) then 'full'
        else e.status
      end,
      e.status_reason, e.previous_start_time, e.is_public, e.created_at, e.updated_at
    from private.shown_calendars(p_collection_id) m
    cross join lateral (
      select one.* from public.events one
      where one.calendar_id = m.calendar_id and one.is_public
        and one.start_time > p_from - interval '32 days' and one.start_time < p_to and one.end_time > p_from
      order by one.start_time, one.id
      limit most
    ) e
    where p_calendars is null or m.calendar_id = any (p_calendars)
    order by e.start_time, e.id
    limit most;
end
$$;
comment on function public.get_collection_events(uuid, timestamptz, timestamptz, uuid[], integer) is 'Events of a town page between two instants, in the order of their start; of some of its calendars, or all. Status full: no place is left.';
