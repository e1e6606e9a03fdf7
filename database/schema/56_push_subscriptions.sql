-- Browsers in which a member wants to be notified of events. The endpoint is an address we post to, chosen by the browser:
-- only those of the known push services are taken, or anybody could have us call what they like.

create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  session_id uuid references auth.sessions on delete cascade on update cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),

  constraint push_subscriptions_endpoint_key unique (endpoint),
  constraint push_subscriptions_endpoint_check check (
    char_length(endpoint) <= 1024
    and endpoint ~ '^https://([a-z0-9-]+\.)*(fcm\.googleapis\.com|push\.services\.mozilla\.com|notify\.windows\.com|push\.apple\.com)/[!-~]*$'
  ),
  constraint push_subscriptions_p256dh_check check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  constraint push_subscriptions_auth_check check (auth ~ '^[A-Za-z0-9_-]{22}$')
);

comment on table public.push_subscriptions is 'One row per browser that may show a member what happens today.';
comment on column public.push_subscriptions.session_id is 'The session it was switched on in; it ends with it. Null: from before sessions were known here, ends with a new password.';
comment on column public.push_subscriptions.endpoint is 'Where the push service of the browser takes messages.';
comment on column public.push_subscriptions.p256dh is 'The browser''s public key: only it can read what is sent.';
comment on column public.push_subscriptions.auth is 'A secret of the browser, part of the encryption.';

create index push_subscriptions_user_id_idx on public.push_subscriptions (user_id, created_at);
comment on index public.push_subscriptions_user_id_idx is 'The browsers of a member; the foreign key.';
create index push_subscriptions_session_id_idx on public.push_subscriptions (session_id);
comment on index public.push_subscriptions_session_id_idx is 'The foreign key, when a session ends.';

alter table public.push_subscriptions enable row level security;
create policy select_self on public.push_subscriptions for select to authenticated using (user_id = (select auth.uid()));
comment on policy select_self on public.push_subscriptions is 'One''s own browsers.';
create policy delete_self on public.push_subscriptions for delete to authenticated using (user_id = (select auth.uid()));
comment on policy delete_self on public.push_subscriptions is 'Turning it off, in this browser or in one that was lost.';
create policy all_service on public.push_subscriptions for all to service_role using (true) with check (true);
comment on policy all_service on public.push_subscriptions is 'The worker sends, and forgets what has ended.';

-- Keys are of use only together with the endpoint, and to us; a page needs to know which browsers there are.
grant delete on public.push_subscriptions to authenticated;
grant select (id, user_id, endpoint, created_at) on public.push_subscriptions to authenticated;
grant select, insert, update, delete on public.push_subscriptions to service_role;

-- Definer: a browser may have been registered by somebody else before, and its row belongs to them until the browser proves
-- with its keys, which only it has, that it may change hands.
create function public.register_push(p_endpoint text, p_p256dh text, p_auth text) returns uuid
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
comment on function public.register_push(text, text, text) is 'Sends the caller''s events to this browser from now on; again is no error.';
grant execute on function public.register_push(text, text, text) to authenticated;
