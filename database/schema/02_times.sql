-- Clocks and time zones, for the triggers of every table.

create function private.touch() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.touch() is 'Sets updated_at.';

-- What the program says of the rows it writes in its transaction, as JSON: docs/decisions/event-writes.md. Clients cannot set it: the
-- data API sets no settings for them.
create function private.write_option(p_name text) returns text
language sql stable
return nullif(current_setting('townbell.write', true), '')::jsonb ->> p_name;
comment on function private.write_option(text) is 'What the program says of what it writes: as (series or import), notify, now.';
grant execute on function private.write_option(text) to authenticated, service_role;

-- Tests can move it.
create function private.program_time() returns timestamptz
language sql stable
return coalesce(private.write_option('now')::timestamptz, now());
comment on function private.program_time() is 'Now, by the program''s clock.';

-- Only names that browsers know too: the server's list also has abbreviations and files of its own.
create function private.is_time_zone(p_name text) returns boolean
language sql stable
set search_path = ''
as $$
  select p_name = 'UTC'
    or p_name ~ '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/'
    and exists (select from pg_catalog.pg_timezone_names z where z.name = p_name)
$$;
comment on function private.is_time_zone(text) is 'Whether the text is the IANA name of a zone.';
