-- Roles and schemas. Every request runs as one of three roles, set inside its transaction; what each may do is written on
-- the tables.
--
--   anon           a visitor with only the public key
--   authenticated  a signed-in person, identified by the claims of their token
--   service_role   our own worker, webhooks and sign-up; trusted, but through grants and policies we can read,
--                  not through bypassrls, so a table it may not touch stays closed to it as well
--
-- Roles belong to the whole cluster, so several databases may share them: they are created only when missing.
--
-- Errors that our own rules raise have a SQLSTATE of class TB. docs/errors.md lists them.

do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin noinherit', wanted);
      exception
        -- Another database of the same cluster was migrated at the same moment.
        when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;
end
$$;

-- The program connects as the owner of the database and steps down to one of the three. It should be able to become
-- them without having their rights in between; PostgreSQL 15 cannot separate the two.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
    if (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
      continue;
    elsif current_setting('server_version_num')::int >= 160000 then
      if not pg_catalog.pg_has_role(current_user, wanted, 'set') then
        execute format('grant %I to current_user with inherit false, set true', wanted);
      end if;
    elsif not pg_catalog.pg_has_role(current_user, wanted, 'member') then
      execute format('grant %I to current_user', wanted);
    end if;
  end loop;
exception
  when insufficient_privilege then
    raise exception 'The roles anon, authenticated and service_role exist already and % may not use them.', current_user
      using errcode = 'insufficient_privilege',
        hint = format('As an administrator run: grant anon, authenticated, service_role to %I;', current_user);
end
$$;

-- A function is closed until a role is granted it. Without this PostgreSQL lets everybody call every new function.
alter default privileges revoke execute on functions from public;

-- The schema that clients reach through the data API: tables with policies, and functions meant to be called by name.
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

-- The schema that the rules need and no client may name: helpers of policies and triggers, secrets, counters.
create schema private;
grant usage on schema private to service_role;
comment on schema private is 'Helpers and secrets behind the policies. Never served by the data API.';

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
comment on schema extensions is 'Extensions live here, so that public holds only our own things.';

create extension if not exists pg_trgm with schema extensions;
