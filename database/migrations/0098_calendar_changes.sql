-- Servers are notified when a calendar changes.
create or replace function private.announce_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_table_name = 'calendars' then
    perform pg_notify('calendar_changes', new.id || ' events');
  elsif tg_table_name = 'mailings' then
    perform pg_notify('calendar_changes', new.calendar_id || ' mailings');
  else
    perform pg_notify('calendar_changes', old.calendar_id || ' access');
  end if;
  return null;
end
$$;
comment on function private.announce_change() is 'Notifies servers that a calendar, its mailings or its members changed.';

create or replace trigger announce_change after update on public.calendars
for each row when (new.version <> old.version) execute function private.announce_change();
create or replace trigger announce_change after insert or update of state, review on public.mailings
for each row execute function private.announce_change();
create or replace trigger announce_change after delete or update of role on public.calendar_members
for each row execute function private.announce_change();
