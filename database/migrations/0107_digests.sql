-- One mail a day for everything somebody follows. Each calendar keeps its own mailing and delivery of it, so that its admins, opt-outs,
-- pauses and notices of change work as ever; the sender takes all deliveries of an address and day together, and one mail leaves.

alter table private.contact_preferences
  drop constraint contact_preferences_timing_check,
  add constraint contact_preferences_timing_check check (
    timing in ('day_of', 'evening') or channel = 'email' and timing in ('weekly', 'digest')
  );
comment on column private.contact_preferences.timing is 'day_of: on the day itself. evening: at 18:00 on the day before. weekly: on Sunday at 18:00 for the seven days to come. digest: on the day, with all other calendars of which the same was chosen. The last two do not fit into a text.';

alter table public.mailings
  drop constraint mailings_kind_check,
  add constraint mailings_kind_check check (kind in ('day_of', 'test', 'change', 'alert', 'evening', 'weekly', 'digest'));
alter table public.mailing_events
  drop constraint mailing_events_kind_check,
  add constraint mailing_events_kind_check check (kind in ('day_of', 'test', 'alert', 'evening', 'weekly', 'digest'));

create table private.digests (
  address text not null,
  day date not null,

  constraint digests_pkey primary key (address, day),
  constraint digests_address_check check (private.is_email(address))
);

comment on table private.digests is 'One row an address and day whose digest was planned: there is no second one. What comes later that day comes from its calendar.';
comment on column private.digests.day is 'The day of its events, where their calendars are.';

alter table private.digests enable row level security;
create policy all_service on private.digests for all to service_role using (true) with check (true);
comment on policy all_service on private.digests is 'The worker plans.';
grant select, insert, update, delete on private.digests to service_role;
