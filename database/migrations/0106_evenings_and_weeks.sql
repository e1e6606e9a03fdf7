-- Two more times to be told: the evening before, and on Sunday evening for the week. On the day itself everybody is told who has not
-- been told yet, so whatever misses its evening or its week is made up for.

alter table private.contact_preferences
  drop constraint contact_preferences_timing_check,
  add constraint contact_preferences_timing_check check (
    timing in ('day_of', 'evening') or channel = 'email' and timing = 'weekly'
  );
comment on column private.contact_preferences.timing is 'day_of: on the day itself. evening: at 18:00 on the day before. weekly: on Sunday at 18:00 for the seven days to come; a week does not fit into a text.';

create index contact_preferences_timing_idx on private.contact_preferences (timing, address) where timing <> 'day_of';
comment on index private.contact_preferences_timing_idx is 'Planning: the few who are told at another time.';

alter table public.mailings
  drop constraint mailings_kind_check,
  add constraint mailings_kind_check check (kind in ('day_of', 'test', 'change', 'alert', 'evening', 'weekly'));
comment on column public.mailings.day is 'The day of its events, in the calendar''s zone; of a change, an alert or a week, the day it was written.';

alter table public.mailing_events
  drop constraint mailing_events_kind_check,
  add constraint mailing_events_kind_check check (kind in ('day_of', 'test', 'alert', 'evening', 'weekly'));
comment on column public.mailing_events.day is 'The event''s, when it was planned; of an alert, the mailing''s. An event that is moved to another day is told again on that day.';
create unique index mailing_events_ahead_key on public.mailing_events (event_id, day, kind) where kind in ('evening', 'weekly');
comment on index public.mailing_events_ahead_key is 'An event is told once of an evening and once in a week, whoever plans at the same time.';
