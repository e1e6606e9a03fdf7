-- The secret in a calendar's invite link. It lets anybody who has it join, so it is in no column a client can select:
-- admins get it from the computed field calendars.invite_code, the owner can renew it, and removing a member does.

create table private.calendar_invites (
  calendar_id uuid primary key references public.calendars on delete cascade,
  code text not null,
  created_at timestamptz not null default now(),

  constraint calendar_invites_code_key unique (code),
  constraint calendar_invites_code_check check (code ~ '^[A-Za-z0-9_-]{24}$')
);

comment on table private.calendar_invites is 'The current invite of a calendar.';
comment on column private.calendar_invites.code is '144 random bits, as they stand in /invite/{code}.';

alter table private.calendar_invites enable row level security;
create policy all_service on private.calendar_invites for all to service_role using (true) with check (true);
comment on policy all_service on private.calendar_invites is 'Clients go through the functions below.';

grant select, insert, update, delete on private.calendar_invites to service_role;

-- Two random UUIDs carry 244 bits from the server's strong source; the hash spreads them and 18 bytes are used.
create function private.new_invite_code() returns text
language sql volatile
set search_path = ''
as $$
  select translate(
    encode(substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 18), 'base64'), '+/', '-_'
  )
$$;
comment on function private.new_invite_code() is 'A fresh unguessable code, safe in a URL.';

-- Definer: reads the closed table, for admins only. A member who knew it could come back after being removed.
create function public.invite_code(calendar public.calendars) returns text
language sql stable security definer
set search_path = ''
as $$
  select i.code
  from private.calendar_invites i
  where i.calendar_id = calendar.id and i.calendar_id = any ((select private.my_admin_calendars())::uuid[])
$$;
comment on function public.invite_code(public.calendars) is 'Computed field: the code of the invite link, for admins; null for anybody else.';
grant execute on function public.invite_code(public.calendars) to authenticated;

-- Limits guesses of invite codes. The server sets the key under which a network's attempts are counted. An attempt is counted
-- before the code is looked up and given back when it was right, in one transaction: only wrong ones count, exactly, and people
-- who open the same invite at once wait for one another instead of being refused.
create function private.take_try() returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if coalesce(current_setting('townbell.tries', true), '') = '' then
    return; -- Called by our own program, not from a network.
  end if;
  perform private.require_limit(current_setting('townbell.tries'), 30, interval '1 hour', 'Too many attempts.', 'over_request_rate_limit');
end
$$;
comment on function private.take_try() is 'Counts an attempt of the caller''s network, or refuses it: 30 per hour.';

create function private.give_back_try() returns void
language sql volatile
set search_path = ''
as $$
  update private.rate_limits set taken = taken - 1 where key = current_setting('townbell.tries', true) and taken > 0
$$;
comment on function private.give_back_try() is 'Gives back the attempt, because the code was right.';

-- Definer: shows the holder of a code what it leads to, before they sign in. The code is the proof.
create function public.get_invite(p_code text)
returns table (calendar_id uuid, name text, description text, member_count bigint, role text, email text)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.take_try();
  return query
  select c.id, c.name, c.description, (select count(*) from public.calendar_members m where m.calendar_id = c.id), i.role, i.email
  from (
    select l.calendar_id, 'member' as role, null as email from private.calendar_invites l where l.code = p_code
    union all
    select m.calendar_id, m.role, m.email from public.member_invitations m
    where m.token_hash = sha256(convert_to(p_code, 'UTF8')) and m.expires_at > now()
  ) as i
  join public.calendars c on c.id = i.calendar_id
  where not c.disabled;
  if found then
    perform private.give_back_try();
  end if;
end
$$;
comment on function public.get_invite(text) is 'What an invite leads to, and for which address if it was mailed; no row when it is wrong, renewed, expired, or the calendar disabled.';
grant execute on function public.get_invite(text) to anon, authenticated, service_role;

-- Definer: adds the caller to a table where nobody may insert. The code is the permission; the role is member, unless the code was mailed
-- to the caller with another (accept_invitation).
create function public.join_calendar(p_code text) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  joined uuid;
begin
  select c.id into joined
  from private.calendar_invites i
  join public.calendars c on c.id = i.calendar_id
  where i.code = p_code and not c.disabled;
  -- A removal locks the calendar before it renews the code. Whoever was removed while this waited has an old code.
  perform from public.calendars c where c.id = joined for share;
  if joined is null then
    joined := private.accept_invitation(p_code);
  elsif not exists (select from private.calendar_invites i where i.calendar_id = joined and i.code = p_code) then
    joined := null;
  end if;
  if joined is null then
    raise exception using errcode = 'TB011', message = 'This invite link is not valid any more.';
  end if;
  if not exists (select from auth.users u where u.id = auth.uid()) then
    raise exception using errcode = 'insufficient_privilege', message = 'Please sign in to join the calendar.';
  end if;
  insert into public.calendar_members (calendar_id, user_id, role) values (joined, auth.uid(), 'member')
  on conflict (calendar_id, user_id) do nothing;
  -- What leaving stopped. An opt-out by mail stays: only a confirmation by mail lifts it.
  delete from public.opt_outs o using auth.users u
  where o.calendar_id = joined and o.source = 'left' and u.id = auth.uid() and u.email_confirmed_at is not null and o.email = u.email;
  return joined;
end
$$;
comment on function public.join_calendar(text) is 'Joins the calendar of an invite, as member or as what a mailed one says; again is no error. Returns the calendar.';
grant execute on function public.join_calendar(text) to authenticated;

-- Definer: writes the closed table, for the owner only.
create function public.renew_invite(p_calendar_id uuid) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  renewed text;
begin
  update private.calendar_invites i set code = private.new_invite_code(), created_at = now()
  from private.live_calendars c
  where i.calendar_id = p_calendar_id and c.id = i.calendar_id and c.owner_id = auth.uid()
  returning i.code into renewed;
  if renewed is null then
    raise exception using errcode = 'insufficient_privilege', message = 'Only the owner can renew the invite link.';
  end if;
  return renewed;
end
$$;
comment on function public.renew_invite(uuid) is 'Creates a new code; links with the old one stop working.';
grant execute on function public.renew_invite(uuid) to authenticated;
