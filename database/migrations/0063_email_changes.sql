-- An account moves to another address once a link sent there was used. And letters to an address that no account has any
-- more: to the old one after such a move, and to somebody who has left.

alter table auth.one_time_tokens
  add column new_email text,
  add constraint one_time_tokens_new_email_check check ((kind = 'email_change') = (new_email is not null) and private.is_email(new_email));
comment on column auth.one_time_tokens.new_email is 'Where the link of an email_change goes, and what the address becomes. Also kept when the address has an account already: then no link is sent, and nobody can tell.';

create table auth.notices (
  id uuid primary key default gen_random_uuid(),
  letter text not null,
  email text not null,
  created_at timestamptz not null default now(),

  constraint notices_letter_check check (letter in ('email-changed', 'goodbye')),
  constraint notices_email_check check (private.is_email(email))
);

create index notices_created_at_idx on auth.notices (created_at);
comment on index auth.notices_created_at_idx is 'Throw away what could not be sent.';

comment on table auth.notices is 'One row a letter that waits to be sent to an address which is no account''s any more. Deleted when it is sent.';
comment on column auth.notices.email is 'Here and not in the queue, which holds no addresses.';

alter table auth.notices enable row level security;
create policy all_service on auth.notices for all to service_role using (true) with check (true);
comment on policy all_service on auth.notices is 'Only the auth surface writes them, and the worker sends them.';
grant select, insert, update, delete on auth.notices to service_role;
