-- Personal access tokens: how a program calls the API in a person's name, without a browser, a captcha or the password. A token allows
-- what its person may do and never more: some calendars or all, reading or also writing, people's addresses or not, and
-- what else they chose, such as sending alerts. What it covers
-- is checked by the server (server/http/token-scope.ts) and, for calendars, by private.my_calendars() and its neighbors.

create table auth.access_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  name text not null,
  token_hash bytea not null,
  calendar_ids uuid[],
  can_write boolean not null default false,
  can_see_contacts boolean not null default false,
  scopes text[] not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,

  constraint access_tokens_token_hash_key unique (token_hash),
  constraint access_tokens_token_hash_check check (octet_length(token_hash) = 32),
  constraint access_tokens_name_check check (char_length(name) between 1 and 100 and private.is_one_line(name)),
  constraint access_tokens_calendar_ids_check check (cardinality(calendar_ids) between 1 and 100),
  constraint access_tokens_scopes_check check (scopes <@ array['send_alerts', 'read_mailings', 'read_answers', 'record_answers']),
  constraint access_tokens_expires_check check (expires_at > created_at)
);

comment on table auth.access_tokens is 'Tokens by which programs call the API in a person''s name.';
comment on column auth.access_tokens.token_hash is 'SHA-256 of the token, which has 256 random bits. The token itself is shown once.';
comment on column auth.access_tokens.calendar_ids is 'The calendars it covers. Null: all of the person''s calendars, also future ones.';
comment on column auth.access_tokens.can_see_contacts is 'Whether it covers contacts and members: people''s names and addresses.';
comment on column auth.access_tokens.scopes is 'What else it covers: sending alerts, reading mailings and answers, recording answers.';
comment on column auth.access_tokens.last_used_at is 'Written at most once a minute.';

create index access_tokens_user_id_idx on auth.access_tokens (user_id);
comment on index auth.access_tokens_user_id_idx is 'The list of a person''s tokens; ending them with a new password.';

alter table auth.access_tokens enable row level security;
create policy all_service on auth.access_tokens for all to service_role using (true) with check (true);
comment on policy all_service on auth.access_tokens is 'Only the server makes, checks and revokes tokens.';

grant select, insert, update, delete on auth.access_tokens to service_role;

create function private.token_calendars() returns uuid[]
language sql stable
set search_path = ''
as $$
  select case when claims -> 'calendars' is not null
    then array(select jsonb_array_elements_text(claims -> 'calendars'))::uuid[] end
  from (select nullif(current_setting('request.jwt.claims', true), '')::jsonb as claims) as request
$$;
comment on function private.token_calendars() is 'The calendars that the request''s access token covers; null where nothing limits them.';
grant execute on function private.token_calendars() to authenticated, service_role;

create function private.token_name() returns text
language sql stable
set search_path = ''
as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'token'
$$;
comment on function private.token_name() is 'What the person calls the access token of the request; null for requests of people.';
grant execute on function private.token_name() to authenticated, service_role;
