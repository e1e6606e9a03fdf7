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

-- The program's time, which tests can move; the server sets it for its transaction.
create function private.program_time() returns timestamptz
language sql stable
return coalesce(nullif(current_setting('townbell.now', true), '')::timestamptz, now());
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
