-- People who can sign in. Only the auth surface works in this schema, as service_role. Passwords are argon2id strings; every
-- token is stored as a hash, so that reading a backup is not enough to sign in.

create schema auth;
grant usage on schema auth to service_role;
comment on schema auth is 'Accounts, sessions and tokens. Never served by the data API.';

-- The claims of the request, as the server verified them. A pooled connection leaves '' behind where a setting was
-- local to a transaction, hence nullif. Policies call these as the caller's role; execute is enough for that, usage of the
-- schema is not needed.
create function auth.jwt() returns jsonb
language sql stable
set search_path = ''
as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb
$$;
comment on function auth.jwt() is 'Claims of the verified token of this request, or null.';
grant execute on function auth.jwt() to anon, authenticated, service_role;

-- A bound body pins no search path, so that PostgreSQL inlines it into policies.
create function auth.uid() returns uuid
language sql stable
return nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')::uuid;
comment on function auth.uid() is 'The signed-in person of this request, or null.';
grant execute on function auth.uid() to anon, authenticated, service_role;

create function auth.role() returns text
language sql stable
set search_path = ''
as $$
  select nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role', '')
$$;
comment on function auth.role() is 'The role claim of this request, or null.';
grant execute on function auth.role() to anon, authenticated, service_role;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  encrypted_password text not null,
  email_confirmed_at timestamptz,
  second_factor_since timestamptz,
  known_networks text[] not null default '{}',
  user_metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_sign_in_at timestamptz,

  constraint users_email_key unique (email),
  constraint users_email_check check (
    email = lower(btrim(email)) and char_length(email) <= 255 and email ~ '^[^@\s[:cntrl:]]+@[^@\s[:cntrl:]]+$'
  ),
  constraint users_password_check check (encrypted_password <> ''),
  constraint users_known_networks_check check (cardinality(known_networks) <= 20),
  constraint users_metadata_check check (
    jsonb_typeof(user_metadata) = 'object' and octet_length(user_metadata::text) <= 16384
  )
);

comment on table auth.users is 'One row per person who can sign in.';
comment on column auth.users.email is 'Lower case and trimmed, so that one address is one account.';
comment on column auth.users.encrypted_password is 'An argon2id string; never the password. An exclamation mark where there is none: the person signs in by a mailed code.';
comment on column auth.users.email_confirmed_at is 'When the link in the confirmation mail was used. Null: may sign in, may not create calendars.';
comment on column auth.users.second_factor_since is 'When the second step was turned on; null: the password is enough. On this row, because signing in locks it: a session that is opened at the same moment sees it or is ended.';
comment on column auth.users.known_networks is 'Where the person signed in, shortened to IPv4 /24 or IPv6 /48, the newest first. There, guesses made elsewhere ask nothing of them.';
comment on column auth.users.user_metadata is 'What the person entered at sign-up: display_name. No policy may trust it.';

alter table auth.users enable row level security;
create policy all_service on auth.users for all to service_role using (true) with check (true);
comment on policy all_service on auth.users is 'Sign-up and sign-in run before anybody is signed in.';

grant select, insert, update, delete on auth.users to service_role;

-- after all tables

create trigger make_profile after insert on auth.users for each row execute function private.make_profile();
create trigger follow_account after update of email, user_metadata on auth.users
for each row when (old.email <> new.email or old.user_metadata <> new.user_metadata)
execute function private.follow_account();
