-- What an organizer writes to those who answered or signed up for an event. It is a mailing of the kind 'message': it waits ten minutes, or
-- leaves at once if that was chosen, and has a delivery for each address. So opt-outs, pauses, reviews and the ledger are those of every
-- mailing.

create table public.event_messages (
  mailing_id uuid primary key,
  calendar_id uuid not null,
  event_id uuid not null references public.events on delete cascade,
  audience text[] not null,
  message text not null,
  created_by uuid references auth.users on delete set null,

  constraint event_messages_mailing_fkey foreign key (mailing_id, calendar_id)
    references public.mailings (id, calendar_id) on delete cascade,
  constraint event_messages_audience_check check (
    audience <@ array['going', 'maybe', 'waiting', 'helping'] and cardinality(audience) between 1 and 4
  ),
  constraint event_messages_message_check check (
    char_length(message) between 1 and 2000 and private.is_several_lines(message) and private.is_visible(message)
  )
);

comment on table public.event_messages is 'One row per message to the guests of an event: what its mailing says, and to whom.';
comment on column public.event_messages.audience is 'Of those who answered or signed up: going, maybe, waiting, helping. Who that is, is looked up when it leaves.';

create index event_messages_event_id_idx on public.event_messages (event_id);
comment on index public.event_messages_event_id_idx is 'The foreign key, when an event goes.';
create index event_messages_mailing_idx on public.event_messages (mailing_id, calendar_id);
comment on index public.event_messages_mailing_idx is 'The foreign key, when a mailing goes.';
create index event_messages_created_by_idx on public.event_messages (created_by);
comment on index public.event_messages_created_by_idx is 'The foreign key, when an account goes.';

alter table public.event_messages enable row level security;
create policy select_admin on public.event_messages for select to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.event_messages is 'Admins see what was written to guests of their events.';
create policy all_service on public.event_messages for all to service_role using (true) with check (true);
comment on policy all_service on public.event_messages is 'The worker reads what it sends.';

grant select on public.event_messages to authenticated;
grant select, insert, update, delete on public.event_messages to service_role;

-- How many messages to guests an owner's calendars may send in a day: EVENT_MESSAGES_… in domain/limits.ts.
create function private.event_message_limit(p_trial boolean) returns integer
language sql immutable parallel safe
return case when p_trial then 5 else 20 end;
comment on function private.event_message_limit(boolean) is 'Messages to guests in 24 hours, of all calendars of an owner.';

-- An answer comes before a sign-up of the same person. Without an address: an admin wrote it down.
create function private.event_guests(p_event_id uuid, p_audience text[]) returns table (email text, name text, language text)
language sql stable
set search_path = ''
as $$
  select guest.email, guest.name, guest.language
  from (
    select a.email, a.name, a.language, row_number() over (partition by a.email, case when a.email is null then a.id end order by a.place) as nth
    from (
      select r.id, r.email, r.name, r.language, 1 as place
      from public.rsvp_answers r
      where r.event_id = p_event_id and r.confirmed_at is not null
        and case when r.waiting_since is null then r.answer else 'waiting' end = any (p_audience)
      union all
      select s.id, s.email, s.name, s.language, 2
      from public.slot_signups s
      where s.event_id = p_event_id and s.confirmed_at is not null and 'helping' = any (p_audience)
    ) as a
  ) as guest
  where guest.nth = 1
$$;
comment on function private.event_guests(uuid, text[]) is 'Who answered or signed up for an event so, each address once.';
grant execute on function private.event_guests(uuid, text[]) to service_role;

-- Definer: opt-outs are closed to clients.
create function public.count_event_guests(p_event_id uuid, p_audience text[])
returns table (people bigint, unsubscribed bigint, without_address bigint)
language sql stable security definer
set search_path = ''
as $$
  select count(*) filter (where g.email is not null and not stopped.is_stopped), count(*) filter (where stopped.is_stopped),
    count(*) filter (where g.email is null)
  from public.events e
  cross join lateral private.event_guests(e.id, p_audience) as g
  cross join lateral (
    select exists (select from private.stops(e.calendar_id, 'email', g.email)) as is_stopped
  ) as stopped
  where e.id = p_event_id and e.calendar_id = any ((select private.my_admin_calendars())::uuid[])
$$;
comment on function public.count_event_guests(uuid, text[]) is 'How many of those who answered or signed up so a message would reach, and how many not. For admins; zeros for others.';
grant execute on function public.count_event_guests(uuid, text[]) to authenticated;

-- Definer: clients may not write mailings. The key is the mailing's id, so that a request that is repeated sends nothing twice.
create function public.message_guests(
  p_key uuid, p_event_id uuid, p_audience text[], p_message text, p_now boolean default false
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  at timestamptz := private.program_time();
  event public.events;
  owner uuid;
  today date;
begin
  select e.* into event from public.events e where e.id = p_event_id and e.calendar_id = any (private.my_admin_calendars());
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can write to those who answered.';
  elsif p_key is null then
    raise exception using errcode = 'invalid_parameter_value', message = 'p_key is missing.';
  end if;
  perform private.require_sending(event.calendar_id);
  select c.owner_id, (at at time zone c.time_zone)::date into owner, today
  from public.calendars c where c.id = event.calendar_id for no key update;
  if exists (select from public.event_messages m where m.mailing_id = p_key and m.calendar_id = event.calendar_id) then
    return p_key;
  elsif not exists (select from private.event_guests(event.id, p_audience) g where g.email is not null) then
    raise exception using errcode = 'TB053', message = 'There is nobody to write to.';
  end if;
  perform private.require_limit(
    'event-messages:' || owner, private.event_message_limit(private.is_on_trial(owner)), interval '1 day',
    'You have written to guests as often as one day allows.'
  );
  insert into public.mailings (id, calendar_id, day, kind, sequence, state, created_at, due_at, expires_at)
  values (p_key, event.calendar_id, today, 'message', 1 + coalesce((
    select max(o.sequence) from public.mailings o where o.calendar_id = event.calendar_id and o.kind = 'message' and o.day = today
  ), 0), 'waiting', at, case when p_now then at else at + interval '10 minutes' end, at + interval '2 days');
  insert into public.event_messages (mailing_id, calendar_id, event_id, audience, message, created_by)
  values (p_key, event.calendar_id, event.id, p_audience, private.trimmed(p_message), (select u.id from auth.users u where u.id = auth.uid()));
  if p_now then
    perform graphile_worker.add_job('plan-notices', job_key => 'plan-notices');
  end if;
  return p_key;
end
$$;
comment on function public.message_guests(uuid, uuid, text[], text, boolean) is 'Mails those who answered or signed up for an event so, in ten minutes or now; the id of the mailing. For admins.';
grant execute on function public.message_guests(uuid, uuid, text[], text, boolean) to authenticated;

-- Definer: as message_guests. The planner locks the same row: either it finds the message cancelled, or we find it planned. The row stays,
-- so that a late repetition of the request finds its key.
create function public.withdraw_message(p_mailing_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if not private.is_my_mailing(p_mailing_id) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can take back a message.';
  end if;
  update public.mailings m set state = 'cancelled' where m.id = p_mailing_id and m.kind = 'message' and m.state = 'waiting';
  if not found then
    raise exception using errcode = 'TB023', message = 'The message has gone out already.';
  end if;
end
$$;
comment on function public.withdraw_message(uuid) is 'Takes back a message to guests that waits. For admins.';
grant execute on function public.withdraw_message(uuid) to authenticated;

create function private.guest_of(p_delivery_id uuid) returns table (name text, language text)
language sql stable
set search_path = ''
as $$
  select coalesce(a.name, s.name), coalesce(a.language, s.language)
  from public.deliveries d
  join public.event_messages m on m.mailing_id = d.mailing_id
  left join public.rsvp_answers a on a.event_id = m.event_id and a.email = d.address
  left join public.slot_signups s on s.event_id = m.event_id and s.email = d.address
  where d.id = p_delivery_id and d.contact_id is null and d.member_id is null
$$;
comment on function private.guest_of(uuid) is 'Who gets a message to guests, as they named themselves there, and the language of the page on which they did.';
grant execute on function private.guest_of(uuid) to service_role;
