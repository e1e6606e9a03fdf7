-- Links of mails that lead back with a code, which the client exchanges for a session (PKCE).
alter table auth.one_time_tokens add column if not exists code_challenge text;
alter table auth.one_time_tokens add column if not exists code_hash bytea;
alter table auth.one_time_tokens drop constraint if exists one_time_tokens_code_challenge_check;
alter table auth.one_time_tokens add constraint one_time_tokens_code_challenge_check check (code_challenge ~ '^[A-Za-z0-9_-]{43}$');
alter table auth.one_time_tokens drop constraint if exists one_time_tokens_code_hash_check;
alter table auth.one_time_tokens
  add constraint one_time_tokens_code_hash_check check (code_hash is null or (code_challenge is not null and used_at is not null));
alter table auth.one_time_tokens drop constraint if exists one_time_tokens_code_hash_key;
alter table auth.one_time_tokens add constraint one_time_tokens_code_hash_key unique (code_hash);
comment on column auth.one_time_tokens.code_challenge is 'PKCE: the hash of a secret that only the client knows which asked for the mail.';
comment on column auth.one_time_tokens.code_hash is 'PKCE: the code that the used link led back with, until the client exchanges it for a session with its secret.';
