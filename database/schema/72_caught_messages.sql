-- Mail and texts that no provider carries: on a newcomer's machine they are stored here and shown at /dev/mailbox, so that
-- the confirmation link can be clicked. In the database because several processes send and another one shows.
-- Holds whole messages with working links, so it is closed to clients and off in production.

create table private.caught_messages (
  id uuid primary key default gen_random_uuid(),
  position bigint generated always as identity,
  kind text not null,
  sender text not null,
  recipient text not null,
  subject text not null default '',
  html text not null default '',
  text text not null default '',
  headers jsonb not null default '{}',
  message_id text,
  caught_at timestamptz not null default now(),

  constraint caught_messages_position_key unique (position),
  constraint caught_messages_kind_check check (kind in ('email', 'sms')),
  constraint caught_messages_headers_check check (jsonb_typeof(headers) = 'object')
);

comment on table private.caught_messages is 'One row per message that would have been sent. Only the newest 500 stay.';
comment on column private.caught_messages.position is 'The order of catching; times can be equal.';

alter table private.caught_messages enable row level security;
create policy all_service on private.caught_messages for all to service_role using (true) with check (true);
comment on policy all_service on private.caught_messages is 'Written by the catcher, read by the page of caught mail.';

grant select, insert, delete on private.caught_messages to service_role;

-- A demo can run for weeks: only the newest matter.
create function private.keep_newest_caught() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  delete from private.caught_messages
  where position <= (select c.position from private.caught_messages c order by c.position desc offset 500 limit 1);
  return null;
end
$$;
comment on function private.keep_newest_caught() is 'Deletes all but the newest 500.';

create trigger keep_newest after insert on private.caught_messages
for each statement execute function private.keep_newest_caught();
