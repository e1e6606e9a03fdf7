-- No day has 24:00: a calendar that was set to it by the API mailed nothing.
update public.calendars set notify_at = '23:59' where notify_at = '24:00';

alter table public.calendars add constraint calendars_notify_at_check check (notify_at < '24:00');

comment on function private.require_answering_member(uuid) is 'The caller, if they may answer what an event of their calendars asks.';
comment on column public.rsvp_answers.mailed_state is 'What became of the answer, as the person was mailed last: the same is not mailed twice.';
