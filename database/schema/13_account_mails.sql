-- Mails about an account: links that confirm an address, reset a password, move the account to another address or undo a step, and notices
-- to an address that no account has any more: the old one after such a move, and that of somebody who left.

create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  kind text not null,
  token_hash bytea not null,
  encrypted_password text,
  browser_hash bytea,
  user_metadata jsonb,
  calendar_id uuid,
  new_email text,
  redirect_to text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  code_challenge text,
  code_hash bytea,

  constraint one_time_tokens_code_challenge_check check (code_challenge ~ '^[A-Za-z0-9_-]{43}$'),
  constraint one_time_tokens_code_hash_check check (code_hash is null or (code_challenge is not null and used_at is not null)),
  constraint one_time_tokens_code_hash_key unique (code_hash),
  constraint one_time_tokens_token_hash_key unique (token_hash),
  constraint one_time_tokens_kind_check check (
    kind in ('signup', 'recovery', 'magiclink', 'reauthentication', 'email_change', 'two_step_undo', 'transfer_undo')
  ),
  constraint one_time_tokens_password_check check (kind not in ('two_step_undo', 'transfer_undo') or encrypted_password is not null),
  constraint one_time_tokens_calendar_check check ((kind = 'transfer_undo') = (calendar_id is not null)),
  constraint one_time_tokens_redirect_check check (char_length(redirect_to) <= 2048),
  constraint one_time_tokens_expires_check check (expires_at > created_at),
  constraint one_time_tokens_new_email_check check ((kind = 'email_change') = (new_email is not null) and private.is_email(new_email))
);

comment on table auth.one_time_tokens is 'Links and codes sent by mail: sign in, confirm an address, reset a password. Hashed and short-lived; links work once.';
comment on column auth.one_time_tokens.encrypted_password is 'The argon2id string of the password that the link asks for. To confirm a sign-up: the one that was chosen then, which becomes the account''s; null: the account''s. To undo a step: the one from before it, so that a password which a thief has set since is none.';
comment on column auth.one_time_tokens.browser_hash is 'SHA-256 of the cookie of the browser that asked, null for a program. To confirm a sign-up, the link asks for no password there; a code or link to sign in works nowhere else. Of a reauthentication: of the session''s id.';
comment on column auth.one_time_tokens.user_metadata is 'What was entered at that sign-up, which becomes the account''s.';
comment on column auth.one_time_tokens.calendar_id is 'The calendar that the link takes back.';
comment on column auth.one_time_tokens.new_email is 'Where the link of an email_change goes, and what the address becomes. Stored also when the address has an account already: then no link is sent, and the requester cannot notice.';
comment on column auth.one_time_tokens.redirect_to is 'Where the link leads afterwards; checked against the allowed origins before it is stored.';
comment on column auth.one_time_tokens.code_challenge is 'PKCE: the hash of a secret that only the client knows which asked for the mail.';
comment on column auth.one_time_tokens.code_hash is 'PKCE: the code that the used link led back with, until the client exchanges it for a session with its secret.';

create index one_time_tokens_user_id_idx on auth.one_time_tokens (user_id, kind);
comment on index auth.one_time_tokens_user_id_idx is 'Retire the earlier links of a person when a new one of the same kind is sent.';
create index one_time_tokens_expires_at_idx on auth.one_time_tokens (expires_at);
comment on index auth.one_time_tokens_expires_at_idx is 'Delete what has expired.';

alter table auth.one_time_tokens enable row level security;
create policy all_service on auth.one_time_tokens for all to service_role using (true) with check (true);
comment on policy all_service on auth.one_time_tokens is 'Only the auth surface makes and uses links.';

grant select, insert, update, delete on auth.one_time_tokens to service_role;

create table auth.notices (
  id uuid primary key default gen_random_uuid(),
  letter text not null,
  email text not null,
  created_at timestamptz not null default now(),

  constraint notices_letter_check check (letter in ('email-changed', 'goodbye')),
  constraint notices_email_check check (private.is_email(email))
);

comment on table auth.notices is 'One row per mail that waits to be sent to an address which is no account''s any more. Deleted when it is sent.';
comment on column auth.notices.email is 'Here and not in the queue, which holds no addresses.';

create index notices_created_at_idx on auth.notices (created_at);
comment on index auth.notices_created_at_idx is 'Delete what could not be sent.';

alter table auth.notices enable row level security;
create policy all_service on auth.notices for all to service_role using (true) with check (true);
comment on policy all_service on auth.notices is 'Only the auth surface writes them, and the worker sends them.';

grant select, insert, update, delete on auth.notices to service_role;
