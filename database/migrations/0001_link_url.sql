-- The website or meeting link of an event.

alter table public.events add column if not exists link_url text;
alter table public.events drop constraint if exists events_link_url_check, add constraint events_link_url_check check (
  char_length(link_url) <= 2048 and private.is_one_line(link_url) and link_url ~* '^https?://[^\s\\/?#@]+([/?#][^\s\\]*)?$'
);
comment on column public.events.link_url is 'Its website, or where it is met online.';
grant select (link_url) on public.events to anon;
grant insert (link_url), update (link_url) on public.events to authenticated;

alter table public.event_series add column if not exists link_url text;
alter table public.event_series drop constraint if exists event_series_link_url_check, add constraint event_series_link_url_check check (
  char_length(link_url) <= 2048 and private.is_one_line(link_url) and link_url ~* '^https?://[^\s\\/?#@]+([/?#][^\s\\]*)?$'
);
comment on column public.event_series.link_url is 'Same as in events.';
grant select (link_url) on public.event_series to anon;
grant insert (link_url), update (link_url) on public.event_series to authenticated;

drop trigger audit on public.event_series;
create trigger audit after insert or delete or update of
  title, description, location, location_name, link_url, latitude, longitude, image, image_alt, category, include_in_mailer, status,
  all_day, starts_on, starts_at, ends_at, end_days, time_zone, rrule, rdates, exdates
on public.event_series
for each row when (not private.is_importing())
execute function private.write_audit('series');
