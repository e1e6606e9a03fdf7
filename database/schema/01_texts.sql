-- What a text may be made of, for the checks of every table. domain/characters.ts and domain/email-address.ts have the same
-- rules, and a test compares the two. Ranges are written out because character classes depend on the locale of the server.
-- Checks run these as the role that writes the row, so clients may execute them. Bodies of language sql are bound when created
-- (return, not a string), because clients may not look names up in the schema private; they pin no search path, so that
-- PostgreSQL can inline them.

-- In plpgsql, here and below: PostgreSQL prepares a table's checks for every statement, including the constants of inlined
-- functions, but a plpgsql body only once per session.
create function private.is_one_line(value text) returns boolean
language plpgsql immutable parallel safe strict
set search_path = ''
as $$
begin
  return value !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]';
end
$$;
comment on function private.is_one_line(text) is 'No control characters (header injection) and no overrides of direction.';
grant execute on function private.is_one_line(text) to anon, authenticated, service_role;

create function private.is_several_lines(value text) returns boolean
language plpgsql immutable parallel safe strict
set search_path = ''
as $$
begin
  return value !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]';
end
$$;
comment on function private.is_several_lines(text) is 'Same as is_one_line, with line breaks and tabs allowed.';
grant execute on function private.is_several_lines(text) to anon, authenticated, service_role;

create function private.is_visible(value text) returns boolean
language plpgsql immutable parallel safe strict
set search_path = ''
as $$
begin
  return value ~ (
    '[^'
    '\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2'
    '\u115f-\u1160\u1680\u17b4-\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000'
    '\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f'
    '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff'
    ']'
  );
end
$$;
comment on function private.is_visible(text) is 'Not blank, and not made only of characters that show nothing.';
grant execute on function private.is_visible(text) to anon, authenticated, service_role;

create function private.trimmed(value text) returns text
language sql immutable parallel safe
return regexp_replace(value,
  '^[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000\ufeff]+'
  '|[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000\ufeff]+$', '', 'g');
comment on function private.trimmed(text) is 'Without white space at either end.';
grant execute on function private.trimmed(text) to anon, authenticated, service_role;

create function private.trimmed_or_null(value text) returns text
language sql immutable parallel safe
return case when private.is_visible(value) then private.trimmed(value) end;
comment on function private.trimmed_or_null(text) is 'Trimmed; blank becomes null.';
grant execute on function private.trimmed_or_null(text) to anon, authenticated, service_role;

-- Dot-atoms and an ASCII domain only: quoted local parts and SMTPUTF8 are refused by too many carriers to promise delivery.
-- The limit of 63 characters per label is checked beside the pattern, because a pattern that counts is ten times as slow;
-- an address of at most 64 bytes cannot break it.
create function private.is_email(value text) returns boolean
language sql immutable parallel safe
return octet_length(value) <= 254
    and value ~ '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$'
    and (octet_length(value) <= 64 or (
      strpos(value, '@') <= 65
      and (octet_length(value) - strpos(value, '@') <= 63 or value !~ '@.*[a-z0-9-]{64}')
    ));
comment on function private.is_email(text) is 'An address in the form we store: lower case, one @, a domain with a dot.';
grant execute on function private.is_email(text) to anon, authenticated, service_role;

-- Two spellings of one recipient are one recipient. Phones without a country code are taken as North American, as the
-- places of the product are. A number that is in its normal form already is compared with one pattern instead of three.
create function private.normalised_address(kind text, value text) returns text
language sql immutable parallel safe
return case
  when kind = 'email' then lower(private.trimmed(value))
  when value ~ '^\+[0-9]+$' then value
  else regexp_replace(
    regexp_replace(regexp_replace(value, '[\s().\u00a0-]', '', 'g'), '^([2-9][0-9]{9})$', '+1\1'),
    '^(?!\+)', '+'
  )
end;
comment on function private.normalised_address(text, text) is 'The form in which addresses and numbers are compared: lower-case email, E.164 phone.';
grant execute on function private.normalised_address(text, text) to anon, authenticated, service_role;

-- Digits are counted beside the pattern: a pattern that counts takes three times as long.
create function private.is_address(kind text, value text) returns boolean
language sql immutable parallel safe
return case kind
  when 'email' then private.is_email(value)
  else octet_length(value) <= 16 and value ~ '^\+[1-9][0-9]+$'
end;
comment on function private.is_address(text, text) is 'A normalised address of its kind.';
grant execute on function private.is_address(text, text) to anon, authenticated, service_role;
