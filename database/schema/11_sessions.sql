-- Signed-in browsers. When a session ends, by signing out, a new password or its owner in another browser, everything of it
-- ends: its access token at the next request, though it would be good for minutes more, and the push messages to its browser.

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now(),
  not_after timestamptz,
  signed_in_by text not null default 'password',
  second_step text,
  second_step_at timestamptz,
  user_agent text,
  address_hint text,
  language text not null default 'en',

  constraint sessions_signed_in_by_check check (signed_in_by in ('password', 'signup', 'recovery', 'magiclink', 'passkey')),
  constraint sessions_user_agent_check check (char_length(user_agent) <= 512),
  constraint sessions_address_hint_check check (char_length(address_hint) <= 64),
  constraint sessions_second_step_check check (second_step in ('totp', 'recovery_code', 'passkey')),
  constraint sessions_second_step_at_check check ((second_step is null) = (second_step_at is null)),
  constraint sessions_language_check check (language in ('en', 'es'))
);

comment on table auth.sessions is 'One row per signed-in browser: the family its refresh tokens belong to. Gone means signed out.';
comment on column auth.sessions.id is 'In every access token. Changes when the second step is taken, so that tokens from before end with it.';
comment on column auth.sessions.not_after is 'When the session ends whatever happens. Null: while it is refreshed.';
comment on column auth.sessions.signed_in_by is 'A password, a passkey, or a mail: its link, or the code of a sign-in (magiclink). A recovery session may set a password under the rules of a reset.';
comment on column auth.sessions.second_step is 'How the second step was taken in this session; a passkey is both steps. Null in an account that has one: the session opens nothing yet.';
comment on column auth.sessions.second_step_at is 'When a code was last given. Turning the second step off asks for a recent one.';
comment on column auth.sessions.address_hint is 'A shortened network address, to recognise a session by; never the whole one.';
comment on column auth.sessions.language is 'Language of the pages in this browser when it last signed in or refreshed. Mails and push messages that no page asked for use it.';

create index sessions_user_id_idx on auth.sessions (user_id);
comment on index auth.sessions_user_id_idx is 'Sign out everywhere; end the other sessions after a new password.';

alter table auth.sessions enable row level security;
create policy all_service on auth.sessions for all to service_role using (true) with check (true);
comment on policy all_service on auth.sessions is 'Only the auth surface opens, refreshes and ends sessions.';

grant select, insert, update, delete on auth.sessions to service_role;

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  session_id uuid not null references auth.sessions on delete cascade on update cascade,
  token_hash bytea not null,
  parent_id bigint references auth.refresh_tokens on delete set null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  revoked_at timestamptz,

  constraint refresh_tokens_token_hash_key unique (token_hash)
);

comment on table auth.refresh_tokens is 'The refresh tokens of a session; each is exchanged once for its child, and deleted a week later.';
comment on column auth.refresh_tokens.token_hash is 'SHA-256 of the token; the token itself is with the client only.';
comment on column auth.refresh_tokens.used_at is 'When it was exchanged. Used again later than the grace: the family is revoked.';

create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);
comment on index auth.refresh_tokens_session_id_idx is 'Revoke a whole family when a used token comes back.';
create index refresh_tokens_parent_id_idx on auth.refresh_tokens (parent_id);
comment on index auth.refresh_tokens_parent_id_idx is 'Find the child a token was already exchanged for, inside the grace of concurrent tabs.';

alter table auth.refresh_tokens enable row level security;
create policy all_service on auth.refresh_tokens for all to service_role using (true) with check (true);
comment on policy all_service on auth.refresh_tokens is 'Only the auth surface exchanges tokens.';

grant select, insert, update, delete on auth.refresh_tokens to service_role;

create function private.check_session(p_session_id uuid, p_user_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id;
  if not found then
    raise exception using errcode = 'TB030', message = 'The session has ended.';
  end if;
end
$$;
comment on function private.check_session(uuid, uuid) is 'Raises TB030 unless the person has the session. database/scope.ts calls it as the owner, in the statement that then becomes the caller.';
