-- What a text may be made of, for the checks of every table after this. The same rules as domain/characters.ts and
-- domain/email-address.ts; a test compares the two. Ranges are written out because character classes depend on the
-- locale of the server. Checks run these as whoever writes the row, so clients may execute them; the bodies are parsed
-- when created (return, not a string), because clients may not look names up in the schema private.

create function private.is_one_line(value text) returns boolean
language sql immutable parallel safe
set search_path = ''
return value !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]';
comment on function private.is_one_line(text) is 'No control characters (header injection) and no overrides of direction.';

create function private.is_several_lines(value text) returns boolean
language sql immutable parallel safe
set search_path = ''
return value !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]';
comment on function private.is_several_lines(text) is 'As one line, with line breaks and tabs allowed.';

create function private.is_visible(value text) returns boolean
language sql immutable parallel safe
set search_path = ''
return value ~ (
  '[^'
  '\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2'
  '\u115f-\u1160\u1680\u17b4-\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000'
  '\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f'
  '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff'
  ']'
);
comment on function private.is_visible(text) is 'Not blank, and not made only of characters that show nothing.';

create function private.trimmed(value text) returns text
language sql immutable parallel safe
set search_path = ''
return regexp_replace(value,
  '^[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000\ufeff]+'
  '|[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000\ufeff]+$', '', 'g');
comment on function private.trimmed(text) is 'Without white space at either end.';

create function private.trimmed_or_null(value text) returns text
language sql immutable parallel safe
set search_path = ''
return case when private.is_visible(value) then private.trimmed(value) end;
comment on function private.trimmed_or_null(text) is 'Trimmed; blank becomes null.';

-- Dot-atoms and an ASCII domain only: quoted local parts and SMTPUTF8 are refused by too many carriers to promise delivery.
create function private.is_email(value text) returns boolean
language sql immutable parallel safe
set search_path = ''
return char_length(value) <= 254
    and value ~ '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$'
    and strpos(value, '@') <= 65;
comment on function private.is_email(text) is 'An address in the form we store: lower case, one @, a domain with a dot.';

-- Two spellings of one recipient are one recipient. Phones without a country code are taken as North American, as the
-- places of the product are.
create function private.normalised_address(kind text, value text) returns text
language sql immutable parallel safe
set search_path = ''
begin atomic
  select case
    when kind = 'email' then lower(private.trimmed(value))
    when digits ~ '^\+' then digits
    when digits ~ '^[2-9][0-9]{9}$' then '+1' || digits
    else '+' || digits
  end
  from (select regexp_replace(value, '[\s().\u00a0-]', '', 'g') as digits) as stripped;
end;
comment on function private.normalised_address(text, text) is 'The form in which addresses and numbers are compared: lower-case email, E.164 phone.';

create function private.is_address(kind text, value text) returns boolean
language sql immutable parallel safe
set search_path = ''
return case kind
    when 'email' then private.is_email(value)
    else value ~ '^\+[1-9][0-9]{1,14}$'
  end;
comment on function private.is_address(text, text) is 'A normalised address of its kind.';

grant execute on function
  private.is_one_line(text), private.is_several_lines(text), private.is_visible(text), private.trimmed(text),
  private.trimmed_or_null(text), private.is_email(text), private.normalised_address(text, text), private.is_address(text, text)
to anon, authenticated, service_role;
