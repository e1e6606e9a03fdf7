-- When mailings begin and end, the worker says so, for many at a time: PostgreSQL commits transactions with a message one after another.
drop trigger if exists announce_mailing on public.mailings;
create trigger announce_mailing after insert on public.mailings
for each row execute function private.announce_change();
drop trigger if exists announce_change on public.mailings;
create trigger announce_change after update of state, review on public.mailings
for each row when (new.review is distinct from old.review or new.state <> old.state and new.state not in ('sending', 'finished'))
execute function private.announce_change();
