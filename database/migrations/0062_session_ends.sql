-- When a session ends, by signing out, a new password or its owner in another browser, everything of it ends: its access
-- token at the next request, though it would be good for minutes more, and the push messages to its browser.
--
--   TB030  the session has ended

create function private.check_session(p_session_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform from auth.sessions s where s.id = p_session_id;
  if not found then
    raise exception using errcode = 'TB030', message = 'The session has ended.';
  end if;
end
$$;
comment on function private.check_session(uuid) is 'Raises unless the session lives. database/scope.ts calls it as the owner, in the statement that then becomes the caller.';

alter table public.push_subscriptions add column session_id uuid references auth.sessions on delete cascade;
create index push_subscriptions_session_id_idx on public.push_subscriptions (session_id);
comment on index public.push_subscriptions_session_id_idx is 'The foreign key, when a session ends.';
comment on column public.push_subscriptions.session_id is 'The session it was switched on in; it ends with it. Null: from before sessions were known here, ends with a new password.';

-- As before, with the session. Definer: a browser that somebody else signed in with before comes along with its keys, which
-- only it knows; its row changes hands, and is another's until then.
create or replace function public.register_push(p_endpoint text, p_p256dh text, p_auth text) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  registered uuid;
  session uuid := (select s.id from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid());
begin
  if not exists (select from auth.users u where u.id = auth.uid()) then
    raise exception using errcode = 'insufficient_privilege', message = 'Please sign in first.';
  end if;
  insert into public.push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
  values (auth.uid(), session, p_endpoint, p_p256dh, p_auth)
  on conflict (endpoint) do update set
    user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth
  -- Somebody else may take over only with the browser's own keys: an address alone proves nothing.
  where push_subscriptions.user_id = excluded.user_id
    or (push_subscriptions.p256dh, push_subscriptions.auth) = (excluded.p256dh, excluded.auth)
  returning id into registered;
  if registered is null then
    raise exception using errcode = 'insufficient_privilege', message = 'This browser is registered to somebody else.';
  end if;
  -- Nobody reads in more than twenty browsers; the oldest go.
  delete from public.push_subscriptions s
  where s.user_id = auth.uid() and s.id not in (
    select k.id from public.push_subscriptions k where k.user_id = auth.uid() order by k.created_at desc, k.id limit 20
  );
  return registered;
end
$$;
