-- Every event of a public calendar has a page, and the sitemap names those that are coming, over all calendars.

create index events_sitemap_idx on public.events (start_time, id) where is_public;
comment on index public.events_sitemap_idx is 'The sitemap: what is coming on public calendars, soonest first, page by page.';
