-- One mail a day for everything somebody follows. Each calendar has its own mailing and delivery of it, so that its admins,
-- opt-outs, pauses and notices of change work as ever; the sender takes all deliveries of an address and day together, and
-- one mail leaves.

create table private.digests (
  address text not null,
  day date not null,

  constraint digests_pkey primary key (address, day),
  constraint digests_address_check check (private.is_email(address))
);

comment on table private.digests is 'One row per address and day whose digest was planned: there is no second one. What comes later that day comes from its calendar.';
comment on column private.digests.day is 'The day of its events, where their calendars are.';

alter table private.digests enable row level security;
create policy all_service on private.digests for all to service_role using (true) with check (true);
comment on policy all_service on private.digests is 'The worker plans.';

grant select, insert, update, delete on private.digests to service_role;
