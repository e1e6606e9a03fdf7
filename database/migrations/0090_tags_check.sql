-- The check of tags no longer writes its whole body into every statement that adds an event, a series or a contact.

create or replace function private.are_tags(tags text[]) returns boolean
language plpgsql immutable parallel safe strict security definer
set search_path = ''
as $$
begin
  return cardinality(tags) <= 20 and array_ndims(tags) = 1 and not exists (
    select from unnest(tags) as each (tag)
    where each.tag is null or char_length(each.tag) > 40 or not private.is_one_line(each.tag) or not private.is_visible(each.tag)
      or private.trimmed(each.tag) <> each.tag or strpos(each.tag, ',') > 0
  );
end
$$;
