-- Pages of co-hosts are made anew when an event begins or ends to ask who comes or helps.
-- A calendar that is locked is being changed, and has a new version anyway: skipping it keeps the order of locks.
-- Definer: whoever asks who comes may not write calendars of others.
create or replace function private.follow_cohost_lists() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.calendars c set version = c.version + 1, updated_at = now()
  where c.id in (
    select k.id from public.events mine
    join public.events other on other.cohost_id = mine.cohost_id and other.id <> mine.id
    join public.calendars k on k.id = other.calendar_id
    where mine.id = coalesce(new.event_id, old.event_id)
    for no key update of k skip locked
  );
  return null;
end
$$;
comment on function private.follow_cohost_lists() is 'Pages of co-hosts say whether an event asks who comes or helps.';

create or replace trigger follow_cohost after insert or update of is_open on public.event_rsvps
for each row execute function private.follow_cohost_lists();
create or replace trigger follow_cohost after insert or delete on public.event_slots
for each row execute function private.follow_cohost_lists();
