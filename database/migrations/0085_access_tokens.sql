-- Personal access tokens, and what they cover.
create table if not exists auth.access_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  name text not null,
  token_hash bytea not null,
  calendar_ids uuid[],
  can_write boolean not null default false,
  can_see_contacts boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,

  constraint access_tokens_token_hash_key unique (token_hash),
  constraint access_tokens_token_hash_check check (octet_length(token_hash) = 32),
  constraint access_tokens_name_check check (char_length(name) between 1 and 100 and private.is_one_line(name)),
  constraint access_tokens_calendar_ids_check check (cardinality(calendar_ids) between 1 and 100),
  constraint access_tokens_expires_check check (expires_at > created_at)
);

comment on table auth.access_tokens is 'Tokens by which programs call the API in a person''s name.';
comment on column auth.access_tokens.token_hash is 'SHA-256 of the token, which has 256 random bits. The token itself is shown once.';
comment on column auth.access_tokens.calendar_ids is 'The calendars it covers. Null: all of the person''s calendars, also future ones.';
comment on column auth.access_tokens.can_see_contacts is 'Whether it covers contacts and members: people''s names and addresses.';
comment on column auth.access_tokens.last_used_at is 'Written at most once a minute.';

create index if not exists access_tokens_user_id_idx on auth.access_tokens (user_id);
comment on index auth.access_tokens_user_id_idx is 'The list of a person''s tokens; ending them with a new password.';

alter table auth.access_tokens enable row level security;
drop policy if exists all_service on auth.access_tokens;
create policy all_service on auth.access_tokens for all to service_role using (true) with check (true);
comment on policy all_service on auth.access_tokens is 'Only the server makes, checks and revokes tokens.';

grant select, insert, update, delete on auth.access_tokens to service_role;

create or replace function private.token_calendars() returns uuid[]
language sql stable
set search_path = ''
as $$
  select case when claims -> 'calendars' is not null
    then array(select jsonb_array_elements_text(claims -> 'calendars'))::uuid[] end
  from (select nullif(current_setting('request.jwt.claims', true), '')::jsonb as claims) as request
$$;
comment on function private.token_calendars() is 'The calendars that the request''s access token covers; null where nothing limits them.';
grant execute on function private.token_calendars() to authenticated, service_role;

create or replace function private.my_calendars() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  covered constant uuid[] := private.token_calendars();
begin
  return array(
    select m.calendar_id from public.calendar_members m
    where m.user_id = auth.uid() and (covered is null or m.calendar_id = any (covered))
      and exists (select from public.calendars c where c.id = m.calendar_id and c.deleted_at is null offset 0)
  );
end
$$;
comment on function private.my_calendars() is 'Calendars the caller is a member of, and that their access token covers.';
grant execute on function private.my_calendars() to authenticated, service_role;

-- Definer: as my_calendars.
create or replace function private.my_admin_calendars() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  covered constant uuid[] := private.token_calendars();
begin
  return array(
    select m.calendar_id from public.calendar_members m
    where m.user_id = auth.uid() and m.role = 'admin' and (covered is null or m.calendar_id = any (covered))
      and exists (select from public.calendars c where c.id = m.calendar_id and c.deleted_at is null offset 0)
  );
end
$$;
comment on function private.my_admin_calendars() is 'Calendars the caller is an admin of.';
grant execute on function private.my_admin_calendars() to authenticated, service_role;

-- Definer: as my_calendars.
create or replace function private.my_owned_calendars() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  covered constant uuid[] := private.token_calendars();
begin
  return array(
    select c.id from public.calendars c
    where c.owner_id = auth.uid() and c.deleted_at is null and (covered is null or c.id = any (covered))
  );
end
$$;
comment on function private.my_owned_calendars() is 'Calendars the caller owns.';
grant execute on function private.my_owned_calendars() to authenticated, service_role;

drop policy if exists select_owner on public.calendars;
create policy select_owner on public.calendars for select to authenticated
  using (owner_id = (select auth.uid()) and deleted_at is null and coalesce(id = any ((select private.token_calendars())::uuid[]), true));
comment on policy select_owner on public.calendars is 'The owner sees it, and their access tokens if they cover it; also in the answer of the insert, before the member row exists.';
