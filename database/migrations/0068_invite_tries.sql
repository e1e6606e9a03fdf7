-- Guessing at invites. The server says under which key the tries of a network are counted (server/http/invite-tries.ts). A try is
-- taken before the code is looked at and given back when it was right, in one transaction: only wrong ones are counted, exactly,
-- and people who open the same invite at once wait for one another a moment instead of being refused.

create function private.take_try() returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  allowed boolean;
  wait integer;
begin
  if coalesce(current_setting('townbell.tries', true), '') = '' then
    return; -- Not from a network: our own.
  end if;
  select l.allowed, l.retry_after into allowed, wait
  from private.take_limit(current_setting('townbell.tries'), 30, interval '1 hour') l;
  if not allowed then
    -- The data API answers with this status and header.
    raise sqlstate 'PGRST' using
      message = json_build_object(
        'code', 'over_request_rate_limit',
        'message', format(
          'Too many tries. Please try again in %s minute%s.', ceil(wait / 60.0), case when wait > 60 then 's' else '' end
        ),
        'details', null, 'hint', null
      ),
      detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After', wait));
  end if;
end
$$;
comment on function private.take_try() is 'Counts a try of the caller''s network, or refuses it: 30 an hour.';

create function private.give_back_try() returns void
language sql volatile
set search_path = ''
as $$
  update private.rate_limits set taken = taken - 1 where key = current_setting('townbell.tries', true) and taken > 0
$$;
comment on function private.give_back_try() is 'The try was right and is not counted.';

-- Definer: shows whoever holds a code what it leads to, before they sign in. The code is the proof.
create or replace function public.get_invite(p_code text)
returns table (calendar_id uuid, name text, description text, member_count bigint)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.take_try();
  return query
  select c.id, c.name, c.description, (select count(*) from public.calendar_members m where m.calendar_id = c.id)
  from private.calendar_invites i
  join public.calendars c on c.id = i.calendar_id
  where i.code = p_code and not c.disabled;
  if found then
    perform private.give_back_try();
  end if;
end
$$;
