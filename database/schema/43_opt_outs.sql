-- Addresses that do not want mail of a calendar any more. It beats every list, import and re-add; only the person's own
-- confirmed follow removes the row. Closed to clients: being on it is nobody else's business, and reading it would
-- show who follows what. The opt-out page goes through a function.

create table public.opt_outs (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references public.calendars on delete cascade,
  email text not null,
  source text not null default 'form',
  created_at timestamptz not null default now(),

  constraint opt_outs_email_key unique (calendar_id, email),
  constraint opt_outs_email_check check (private.is_email(email)),
  constraint opt_outs_source_check check (source in ('form', 'link', 'one_click', 'operator'))
);

comment on table public.opt_outs is 'One row per address and calendar that must not write to it.';
comment on column public.opt_outs.email is 'Lower case, as contacts are compared.';
comment on column public.opt_outs.source is 'form: unsigned, from the page. link: signed, from a mail. one_click: the mail program''s button (RFC 8058).';

create index opt_outs_email_idx on public.opt_outs (email);
comment on index public.opt_outs_email_idx is 'Everything one address opted out of: undo, and questions to support.';

alter table public.opt_outs enable row level security;
create policy all_service on public.opt_outs for all to service_role using (true) with check (true);
comment on policy all_service on public.opt_outs is 'Written by the opt-out function, read by the sender.';

grant select, insert, update, delete on public.opt_outs to service_role;

-- after all tables

create trigger stop_what_is_leaving before insert on public.opt_outs
for each row execute function private.stop_what_is_leaving('email');
