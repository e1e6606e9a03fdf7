-- /metrics counts the messages of the last day at every scrape. Deliveries are written in the order of time and kept for long,
-- so a few bytes a thousand pages find the last day without a full scan, and cost the planner nothing to keep.

create index deliveries_created_at_idx on public.deliveries using brin (created_at) with (autosummarize = on);
comment on index public.deliveries_created_at_idx is '/metrics: messages of the last 24 hours, by state.';
