-- One sending of a calendar: the day-of mail of a day, or a later one because an event came late. Planning it inserts
-- the row; the unique key makes a second plan of the same sending harmless. Admins watch it go out.

create table public.mailings (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references public.calendars on delete cascade,
  day date not null,
  kind text not null default 'day_of',
  sequence integer not null default 1,
  state text not null default 'planned',
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,

  constraint mailings_sequence_key unique (calendar_id, day, kind, sequence),
  -- For deliveries, whose calendar must be their mailing's.
  constraint mailings_calendar_key unique (id, calendar_id),
  constraint mailings_kind_check check (kind in ('day_of', 'test')),
  constraint mailings_sequence_check check (sequence >= 1),
  constraint mailings_state_check check (state in ('planned', 'sending', 'finished', 'held', 'cancelled')),
  constraint mailings_times_check check (finished_at >= started_at)
);

create index mailings_open_idx on public.mailings (day) where state in ('planned', 'sending', 'held');
comment on index public.mailings_open_idx is 'The worker: what is still to be sent.';

comment on table public.mailings is 'One row a sending. How far it is, is counted from its deliveries.';
comment on column public.mailings.day is 'The day of its events, in the calendar''s zone.';
comment on column public.mailings.sequence is '1 for the planned hour; 2 and on for events added later that day.';
comment on column public.mailings.state is 'held: an operator must say go, for instance after a backup was restored.';

create table public.mailing_events (
  mailing_id uuid not null references public.mailings on delete cascade,
  event_id uuid not null references public.events on delete cascade,

  primary key (mailing_id, event_id)
);

create index mailing_events_event_id_idx on public.mailing_events (event_id);
comment on index public.mailing_events_event_id_idx is 'Whether an event has gone out already; the foreign key.';

comment on table public.mailing_events is 'Which events a mailing tells of.';

alter table public.mailings enable row level security;
alter table public.mailing_events enable row level security;

create policy select_admin on public.mailings for select to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.mailings is 'Admins see what was sent for their calendars.';
create policy all_service on public.mailings for all to service_role using (true) with check (true);
comment on policy all_service on public.mailings is 'The worker plans and sends.';
create policy select_admin on public.mailing_events for select to authenticated
  using (exists (select from public.mailings m where m.id = mailing_id));
comment on policy select_admin on public.mailing_events is 'Whoever sees the mailing, by its own policy, sees what it tells of.';
create policy all_service on public.mailing_events for all to service_role using (true) with check (true);
comment on policy all_service on public.mailing_events is 'The worker plans and sends.';

grant select on public.mailings, public.mailing_events to authenticated;
grant select, insert, update, delete on public.mailings, public.mailing_events to service_role;
