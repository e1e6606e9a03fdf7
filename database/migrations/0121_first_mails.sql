-- Where many mailings are due together, the first mail of each is planned before the others.
alter table public.mailings add column if not exists is_fully_planned boolean not null default true;
comment on column public.mailings.is_fully_planned is 'False: many were due together, and only its first mail is planned yet.';
create index if not exists mailings_begun_idx on public.mailings (created_at, id) where not is_fully_planned;
comment on index public.mailings_begun_idx is 'Planning: mailings whose other recipients are still to be planned.';

-- To find out whether a mailing has texts to send, PostgreSQL should not read all its mails.
drop index if exists public.deliveries_waiting_idx;
create index deliveries_waiting_idx on public.deliveries (mailing_id, calendar_id, channel) where is_waiting;
comment on index public.deliveries_waiting_idx is 'Claiming: what is to be sent of a mailing on a channel, for update skip locked. Whether there is anything.';
