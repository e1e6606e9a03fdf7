-- Servers hear of changes through one channel, calendar_changes, and tell the streams that are open (server/streams). A message names the
-- calendar and what changed, never what it contains. PostgreSQL sends equal messages of a transaction once, and none of one that fails.

create function private.announce_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_table_name = 'calendars' then
    perform pg_notify('calendar_changes', new.id || ' events');
  else
    perform pg_notify('calendar_changes', new.calendar_id || ' mailings');
  end if;
  return null;
end
$$;
comment on function private.announce_change() is 'Notifies servers that a calendar or its mailings changed.';

-- after all tables

create trigger announce_mailing after insert on public.mailings
for each row execute function private.announce_change();
-- When mailings begin and end, the worker says so, for many at a time (worker/sending/announce-progress.ts): PostgreSQL commits
-- transactions with a message one after another, and thousands of mailings may begin in the same minute.
create trigger announce_change after update of state, review on public.mailings
for each row when (new.review is distinct from old.review or new.state <> old.state and new.state not in ('sending', 'finished'))
execute function private.announce_change();
