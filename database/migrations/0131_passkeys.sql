-- Passkeys: database/schema/16_passkeys.sql, and sessions that one opened, 11_sessions.sql.

create table auth.passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  friendly_name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,

  constraint passkeys_credential_id_key unique (credential_id),
  constraint passkeys_credential_id_check check (octet_length(credential_id) between 1 and 1023),
  constraint passkeys_public_key_check check (octet_length(public_key) between 1 and 4096),
  constraint passkeys_transports_check check (cardinality(transports) <= 10),
  constraint passkeys_friendly_name_check check (
    char_length(friendly_name) between 1 and 100 and private.is_one_line(friendly_name)
  )
);

comment on table auth.passkeys is 'One row per passkey of a person. The secret stays in their device.';
comment on column auth.passkeys.credential_id is 'What the device calls it.';
comment on column auth.passkeys.public_key is 'COSE: checks what the device signs.';
comment on column auth.passkeys.sign_count is 'How often the device has signed, where it counts: a number that goes back is a copy. Zero: it does not count.';
comment on column auth.passkeys.transports is 'How a browser reaches the device; a hint for it, and nothing else.';

create index passkeys_user_id_idx on auth.passkeys (user_id);
comment on index auth.passkeys_user_id_idx is 'The list of a person''s passkeys.';

alter table auth.passkeys enable row level security;
create policy all_service on auth.passkeys for all to service_role using (true) with check (true);
comment on policy all_service on auth.passkeys is 'Only the server adds, checks and removes them.';

grant select, insert, update, delete on auth.passkeys to service_role;

alter table auth.sessions drop constraint sessions_signed_in_by_check,
  add constraint sessions_signed_in_by_check check (signed_in_by in ('password', 'signup', 'recovery', 'magiclink', 'passkey')),
  drop constraint sessions_second_step_check,
  add constraint sessions_second_step_check check (second_step in ('totp', 'recovery_code', 'passkey'));
comment on column auth.sessions.signed_in_by is 'A password, a passkey, or a mail: its link, or the code of a sign-in (magiclink). A recovery session may set a password under the rules of a reset.';
comment on column auth.sessions.second_step is 'How the second step was taken in this session; a passkey is both steps. Null in an account that has one: the session opens nothing yet.';
comment on table private.used_challenges is 'One row per challenge, a puzzle''s or a passkey''s, whose answer was accepted; a second answer is refused.';
