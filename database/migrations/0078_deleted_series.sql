-- A series that is deleted whole is kept as one thing (0066), its occurrences with it: the foreign key deletes them after it, and
-- each finds its series among what was deleted.

create trigger keep before delete on public.event_series for each row execute function private.keep_deleted('series');
