-- Members add a number of their own, which leaves with them.

comment on column public.calendar_contacts.created_by is 'The admin who typed it in, or the member who added their own number. Null for an import, whose line of history has the same moment and says by whom; for a follower; and once the account is gone.';

-- Definer: contacts are closed to members; this shows only the numbers that came with the caller's own confirmed address, and only their ends.
create function public.get_my_numbers() returns table (calendar_id uuid, phone text, state text)
language sql stable security definer
set search_path = ''
as $$
  select distinct on (k.calendar_id) k.calendar_id, left(k.address, 2) || ' ··· ' || right(k.address, 4),
    case
      when exists (select from public.suppressions s where s.channel = 'sms' and s.address = k.address) then 'stopped'
      when k.confirmed_at is null then 'waiting'
      else 'on'
    end
  from auth.users u
  join private.phone_companions o on o.email = u.email
  join private.contact_choices k on k.contact_id = o.contact_id and k.is_on
  where u.id = auth.uid() and u.email_confirmed_at is not null and k.calendar_id = any ((select private.my_calendars())::uuid[])
  order by k.calendar_id, k.confirmed_at desc nulls last, k.contact_id
$$;
comment on function public.get_my_numbers() is 'Which number each of the caller''s calendars texts: on, waiting for their YES, or stopped by STOP.';
grant execute on function public.get_my_numbers() to authenticated;

-- A number that a member added is theirs and goes; one that is on the list for another reason stays there, without texts.
-- Definer: members may not write contacts.
create function private.drop_own_numbers(p_calendar uuid, p_user uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  delete from public.calendar_contacts k
  where k.calendar_id = p_calendar and k.created_by = p_user and k.source = 'follow' and k.contact_type = 'phone'
$$;
comment on function private.drop_own_numbers(uuid, uuid) is 'Takes the numbers off a list that a member added for themselves.';
grant execute on function private.drop_own_numbers(uuid, uuid) to service_role;

-- Definer: as get_my_numbers.
create function public.stop_my_texts(p_calendar_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.drop_own_numbers(p_calendar_id, auth.uid());
  perform private.stop_texts(p_calendar_id, u.email) from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null;
end
$$;
comment on function public.stop_my_texts(uuid) is 'Stops a calendar''s texts to the caller''s own numbers.';
grant execute on function public.stop_my_texts(uuid) to authenticated;

create or replace function private.opt_out_leaver() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.opt_outs (calendar_id, email, source)
  select c.id, u.email, 'left'
  from auth.users u, public.calendars c
  where u.id = old.user_id and u.email_confirmed_at is not null and c.id = old.calendar_id
    and (
      old.user_id = auth.uid() or exists (
        select from public.notification_preferences p
        where p.calendar_id = old.calendar_id and p.user_id = old.user_id and not p.email_notifications
      )
    )
  on conflict (calendar_id, email) do nothing;
  perform private.drop_own_numbers(old.calendar_id, old.user_id);
  if old.user_id = auth.uid() then
    perform private.stop_texts(old.calendar_id, u.email) from auth.users u where u.id = old.user_id and u.email_confirmed_at is not null;
  end if;
  return old;
end
$$;
comment on function private.opt_out_leaver() is 'Leaving a calendar stops its mail and texts, also to an address that an admin put on the list. The number that a member added goes, whoever ends the membership.';

create or replace function private.opt_out_deleted_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.opt_outs (calendar_id, email, source)
  select m.calendar_id, old.email, 'left'
  from public.calendar_members m
  join public.calendar_contacts k on k.calendar_id = m.calendar_id and k.contact_type = 'email' and k.normalised = old.email
  where m.user_id = old.id and old.email_confirmed_at is not null
  on conflict (calendar_id, email) do nothing;
  perform private.drop_own_numbers(m.calendar_id, old.id) from public.calendar_members m where m.user_id = old.id;
  perform private.stop_texts(m.calendar_id, old.email)
  from public.calendar_members m where m.user_id = old.id and old.email_confirmed_at is not null;
  return old;
end
$$;
