-- People who can sign in: accounts, their sessions, and the tokens that prove things about them. Only the auth surface
-- works here, as service_role. Passwords are argon2id strings; every token is kept as a hash, so that whoever reads a
-- backup cannot sign in with it.

create schema auth;
grant usage on schema auth to service_role;
comment on schema auth is 'Accounts, sessions and tokens. Never served by the data API.';

-- The claims of the request, as the server verified them. A pooled connection leaves '' behind where a setting was
-- local to a transaction, hence nullif.
create function auth.jwt() returns jsonb
language sql stable
set search_path = ''
as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb
$$;
comment on function auth.jwt() is 'Claims of the verified token of this request, or null.';

create function auth.uid() returns uuid
language sql stable
set search_path = ''
as $$
  select nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')::uuid
$$;
comment on function auth.uid() is 'The signed-in person of this request, or null.';

create function auth.role() returns text
language sql stable
set search_path = ''
as $$
  select nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role', '')
$$;
comment on function auth.role() is 'The role claim of this request, or null.';

-- Policies call these as whoever asks; execute is enough for that, usage of the schema is not needed.
grant execute on function auth.jwt(), auth.uid(), auth.role() to anon, authenticated, service_role;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  encrypted_password text not null,
  email_confirmed_at timestamptz,
  user_metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_sign_in_at timestamptz,

  constraint users_email_key unique (email),
  constraint users_email_check check (
    email = lower(btrim(email)) and char_length(email) <= 255 and email ~ '^[^@\s[:cntrl:]]+@[^@\s[:cntrl:]]+$'
  ),
  constraint users_password_check check (encrypted_password <> ''),
  constraint users_metadata_check check (
    jsonb_typeof(user_metadata) = 'object' and octet_length(user_metadata::text) <= 16384
  )
);

comment on table auth.users is 'One row a person who can sign in.';
comment on column auth.users.email is 'Lower case and trimmed, so that one address is one account.';
comment on column auth.users.encrypted_password is 'An argon2id string; never the password.';
comment on column auth.users.email_confirmed_at is 'When the link in the confirmation mail was used. Null: may sign in, may not create calendars.';
comment on column auth.users.user_metadata is 'What the person told us at sign-up: display_name. Their own words, so no policy may trust it.';

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now(),
  not_after timestamptz,
  signed_in_by text not null default 'password',
  user_agent text,
  address_hint text,

  constraint sessions_signed_in_by_check check (signed_in_by in ('password', 'signup', 'recovery')),
  constraint sessions_user_agent_check check (char_length(user_agent) <= 512),
  constraint sessions_address_hint_check check (char_length(address_hint) <= 64)
);

create index sessions_user_id_idx on auth.sessions (user_id);
comment on index auth.sessions_user_id_idx is 'Sign out everywhere; end the other sessions after a new password.';

comment on table auth.sessions is 'One row a signed-in browser: the family its refresh tokens belong to. Gone means signed out.';
comment on column auth.sessions.not_after is 'When the session ends whatever happens. Null: while it is refreshed.';
comment on column auth.sessions.signed_in_by is 'A password, or the link of a mail. A recovery session may set a password under the rules of a reset.';
comment on column auth.sessions.address_hint is 'A shortened network address, to recognise a session by; never the whole one.';

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  session_id uuid not null references auth.sessions on delete cascade,
  token_hash bytea not null,
  parent_id bigint references auth.refresh_tokens on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  revoked_at timestamptz,

  constraint refresh_tokens_token_hash_key unique (token_hash)
);

create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);
comment on index auth.refresh_tokens_session_id_idx is 'Revoke a whole family when a used token comes back.';
create index refresh_tokens_parent_id_idx on auth.refresh_tokens (parent_id);
comment on index auth.refresh_tokens_parent_id_idx is 'Find the child a token was already exchanged for, inside the grace of concurrent tabs.';

comment on table auth.refresh_tokens is 'Every refresh token ever given out in a session that still lives; each is exchanged once for its child.';
comment on column auth.refresh_tokens.token_hash is 'SHA-256 of the token; the token itself is with the client only.';
comment on column auth.refresh_tokens.used_at is 'When it was exchanged. Used again later than the grace: the family is revoked.';

create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  kind text not null,
  token_hash bytea not null,
  redirect_to text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,

  constraint one_time_tokens_token_hash_key unique (token_hash),
  constraint one_time_tokens_kind_check check (kind in ('signup', 'recovery', 'email_change')),
  constraint one_time_tokens_redirect_check check (char_length(redirect_to) <= 2048),
  constraint one_time_tokens_expires_check check (expires_at > created_at)
);

create index one_time_tokens_user_id_idx on auth.one_time_tokens (user_id, kind);
comment on index auth.one_time_tokens_user_id_idx is 'Retire the earlier links of a person when a new one of the same kind is sent.';
create index one_time_tokens_expires_at_idx on auth.one_time_tokens (expires_at);
comment on index auth.one_time_tokens_expires_at_idx is 'Throw away what has expired.';

comment on table auth.one_time_tokens is 'Links sent by mail: confirm an address, reset a password. Single use, hashed, short-lived.';
comment on column auth.one_time_tokens.redirect_to is 'Where the link leads afterwards; checked against the allowed origins before it is stored.';

alter table auth.users enable row level security;
alter table auth.sessions enable row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.one_time_tokens enable row level security;

create policy all_service on auth.users for all to service_role using (true) with check (true);
comment on policy all_service on auth.users is 'Sign-up and sign-in act before there is anybody to ask as.';
create policy all_service on auth.sessions for all to service_role using (true) with check (true);
comment on policy all_service on auth.sessions is 'Only the auth surface opens, refreshes and ends sessions.';
create policy all_service on auth.refresh_tokens for all to service_role using (true) with check (true);
comment on policy all_service on auth.refresh_tokens is 'Only the auth surface exchanges tokens.';
create policy all_service on auth.one_time_tokens for all to service_role using (true) with check (true);
comment on policy all_service on auth.one_time_tokens is 'Only the auth surface makes and uses links.';

grant select, insert, update, delete on auth.users, auth.sessions, auth.refresh_tokens, auth.one_time_tokens to service_role;
