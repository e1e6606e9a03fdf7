-- Whether a calendar is on trial: its screens ask, and the flag is its owner's.

-- Definer: a profile is closed to everybody but its person.
create or replace function public.is_calendar_on_trial(p_calendar_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select coalesce(p.trial, true)
  from public.calendars c left join public.profiles p on p.user_id = c.owner_id
  where c.id = p_calendar_id and p_calendar_id = any ((select private.my_admin_calendars())::uuid[])
$$;
comment on function public.is_calendar_on_trial(uuid) is 'Whether the limit of contacts holds, by the flag of its owner; null for anybody who is no admin.';
revoke execute on function public.is_calendar_on_trial(uuid) from public;
grant execute on function public.is_calendar_on_trial(uuid) to authenticated;

-- The admin email of a calendar cannot be removed again.

-- Definer: reads places and the server's zones for every writer.
create or replace function private.fill_calendar() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.name := private.trimmed(new.name);
  new.description := private.trimmed_or_null(new.description);
  new.admin_email := lower(private.trimmed_or_null(new.admin_email));
  new.external_calendar_url := private.trimmed_or_null(new.external_calendar_url);
  new.sendgrid_template_id := private.trimmed_or_null(new.sendgrid_template_id);

  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    new.updated_at := now();
    -- A new calendar has none, because it is public; from the first one on the settings require it.
    if new.admin_email is null and old.admin_email is not null then
      raise exception using errcode = 'not_null_violation', message = 'The admin email is required.';
    end if;
  end if;

  if tg_op = 'INSERT' or (new.state, new.city) is distinct from (old.state, old.city) then
    if tg_op = 'INSERT' or new.time_zone = old.time_zone then
      select p.time_zone into new.time_zone from public.places p where p.state = new.state and p.city = new.city;
    end if;
    if new.state is not null and new.city is not null and not exists (
      select from public.places p where p.state = new.state and p.city = new.city
    ) then
      raise exception using errcode = 'TB009', message = 'Please select a state and one of its cities.',
        detail = format('%L is not in the list of cities of %L.', left(new.city, 100), left(new.state, 100));
    end if;
  end if;
  if tg_op = 'UPDATE' and new.time_zone <> old.time_zone and not private.is_time_zone(new.time_zone) then
    raise exception using errcode = 'invalid_parameter_value', message = format('%L is not a time zone.', left(new.time_zone, 100));
  end if;
  return new;
end
$$;
