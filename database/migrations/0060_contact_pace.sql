-- How fast admins may fill a list. They type in addresses of people who have not been asked, so without a bound an account
-- could be used to write to the whole town once, before bounces and complaints pause it. People who follow by themselves are
-- not counted.
--
--   TB013  200 contacts were added to the calendar within a day

-- Counted as they are added, not from the rows: who deletes and adds again in turns is counted all the same. Given back when
-- the add fails. After the trigger `admit` by its name, so that duplicates and opt-outs are told as what they are.
-- Definer: the counters are closed to clients.
create function private.pace_contacts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not (new.calendar_id = any (private.my_admin_calendars())) then
    return new; -- The policy refuses it, and a stranger must not use up the count.
  end if;
  if exists (
    select from public.calendar_contacts k
    where k.calendar_id = new.calendar_id and k.contact_type = new.contact_type
      and k.normalised = private.normalised_address(new.contact_type, new.contact_value)
  ) then
    return new; -- A duplicate adds nobody.
  end if;
  if not (select l.allowed from private.take_limit('contacts:' || new.calendar_id, 200, interval '1 day') l) then
    raise exception using errcode = 'TB013',
      message = 'A calendar can add 200 contacts a day. Please go on tomorrow, or invite people to follow it themselves.';
  end if;
  return new;
end
$$;
comment on function private.pace_contacts() is 'At most 200 contacts a day and calendar are added by its admins.';

create trigger admit_paced before insert on public.calendar_contacts
for each row when (current_user in ('anon', 'authenticated'))
execute function private.pace_contacts();
