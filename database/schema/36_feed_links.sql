-- A member's own address of a calendar's feed, for programs that cannot sign in. Anybody who has the address reads the calendar
-- as that member, also one that is not public, until the member renews or revokes it or leaves. Only its hash is stored: the
-- address is shown once, and nobody who reads the table can use it.

create table public.feed_links (
  calendar_id uuid not null,
  user_id uuid not null,
  secret_hash bytea not null,
  created_at timestamptz not null default now(),

  constraint feed_links_secret_hash_key unique (secret_hash),
  constraint feed_links_member_fkey foreign key (calendar_id, user_id)
    references public.calendar_members (calendar_id, user_id) on delete cascade,
  constraint feed_links_pkey primary key (user_id, calendar_id),
  constraint feed_links_secret_hash_check check (octet_length(secret_hash) = 32)
);

comment on table public.feed_links is 'One row per member and calendar with a private feed.';
comment on column public.feed_links.secret_hash is 'SHA-256 of the secret in the address. It has 192 random bits, so no salt or slow hash is needed.';

create index feed_links_member_idx on public.feed_links (calendar_id, user_id);
comment on index public.feed_links_member_idx is 'The foreign key, when a member leaves.';

alter table public.feed_links enable row level security;
create policy select_self on public.feed_links for select to authenticated using (user_id = (select auth.uid()));
comment on policy select_self on public.feed_links is 'Which of one''s calendars have a private feed.';
create policy delete_self on public.feed_links for delete to authenticated using (user_id = (select auth.uid()));
comment on policy delete_self on public.feed_links is 'Revoking it.';
create policy all_service on public.feed_links for all to service_role using (true) with check (true);
comment on policy all_service on public.feed_links is 'Operators may revoke feeds.';

grant delete on public.feed_links to authenticated;
grant select (calendar_id, user_id, created_at) on public.feed_links to authenticated;
grant select, insert, update, delete on public.feed_links to service_role;

-- Definer: clients may not choose the secret, nor write its hash.
create function public.renew_feed_link(p_calendar_id uuid) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- Two random UUIDs carry 244 bits from the server's strong source; the hash spreads them and 24 bytes are used.
  secret constant text := translate(
    encode(substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 24), 'base64'), '+/', '-_'
  );
begin
  if p_calendar_id is null or not (p_calendar_id = any (private.my_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only members have a private feed of a calendar.';
  end if;
  insert into public.feed_links as l (calendar_id, user_id, secret_hash)
  values (p_calendar_id, auth.uid(), sha256(convert_to(secret, 'UTF8')))
  on conflict (user_id, calendar_id) do update set secret_hash = excluded.secret_hash, created_at = now();
  return secret;
end
$$;
comment on function public.renew_feed_link(uuid) is 'Makes the caller''s private feed of a calendar, or a new address for it; the old one stops working. The secret is returned this once.';
grant execute on function public.renew_feed_link(uuid) to authenticated;
