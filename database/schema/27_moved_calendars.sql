-- Calendars that live on another installation now. Their addresses here lead there, also after the calendar itself is deleted.

create table private.moved_calendars (
  calendar_id uuid primary key,
  identifier bigint not null,
  url text not null,
  key text,
  moved_at timestamptz not null default now(),

  constraint moved_calendars_identifier_key unique (identifier),
  constraint moved_calendars_url_check check (char_length(url) <= 500 and url ~ '^https?://[^\s/?#@]+$'),
  constraint moved_calendars_key_check check (char_length(key) <= 200)
);

comment on table private.moved_calendars is 'One row per calendar that an operator has moved. No foreign key: it outlives the calendar.';
comment on column private.moved_calendars.identifier is 'The number of its short addresses here.';
comment on column private.moved_calendars.url is 'The origin of the other installation.';
comment on column private.moved_calendars.key is 'What the other installation gave us, so that it takes opt-outs by links of our mails. Null: none.';

alter table private.moved_calendars enable row level security;
create policy all_service on private.moved_calendars for all to service_role using (true) with check (true);
comment on policy all_service on private.moved_calendars is 'Operators move calendars; the server forwards.';

grant select, insert, update, delete on private.moved_calendars to service_role;
