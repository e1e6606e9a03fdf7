-- Events that visitors suggest, without an account. What anybody types is worth nothing until the link that was mailed to its address is
-- used; then it waits for an admin, who makes an event of it or declines it. Afterwards the same link proposes changes, which wait, too.

create table public.event_suggestions (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references public.calendars on delete cascade,
  event_id uuid,
  state text not null default 'unconfirmed',
  title text not null,
  description text,
  location_name text,
  location text,
  link_url text,
  day date not null,
  starts_at time not null,
  end_day date not null,
  ends_at time not null,
  all_day boolean not null default false,
  name text not null,
  email text not null,
  language text not null default 'en',
  reason text,
  decided_by uuid references auth.users on delete set null,
  decided_at timestamptz,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint event_suggestions_state_check check (state in ('unconfirmed', 'pending', 'accepted', 'declined')),
  constraint event_suggestions_confirmed_check check ((state = 'unconfirmed') = (confirmed_at is null)),
  constraint event_suggestions_title_check check (
    char_length(title) between 1 and 200 and private.is_one_line(title) and private.is_visible(title)
  ),
  constraint event_suggestions_description_check check (char_length(description) <= 5000 and private.is_several_lines(description)),
  constraint event_suggestions_location_name_check check (char_length(location_name) <= 200 and private.is_one_line(location_name)),
  constraint event_suggestions_location_check check (char_length(location) <= 500 and private.is_one_line(location)),
  constraint event_suggestions_link_url_check check (
    char_length(link_url) <= 2048 and private.is_one_line(link_url) and link_url ~* '^https?://[^\s\\/?#@]+([/?#][^\s\\]*)?$'
  ),
  constraint event_suggestions_days_check check (
    day >= '1970-01-01' and end_day < '2200-01-01' and end_day between day and day + 31
  ),
  constraint event_suggestions_name_check check (
    char_length(name) between 1 and 100 and private.is_one_line(name) and private.is_visible(name)
  ),
  constraint event_suggestions_email_check check (private.is_email(email)),
  constraint event_suggestions_language_check check (language in ('en', 'es')),
  constraint event_suggestions_reason_check check (char_length(reason) <= 500 and private.is_several_lines(reason))
);

comment on table public.event_suggestions is 'One row per suggested event. Deleted 90 days after it is over or was declined, and after 7 days if nobody confirmed it.';
comment on column public.event_suggestions.event_id is 'The event it became. A pending or declined suggestion that has one proposes to change it. Without a foreign key: a deleted event can be restored.';
comment on column public.event_suggestions.state is 'unconfirmed: its link was not used, and nobody sees it. pending: waits for an admin.';
comment on column public.event_suggestions.day is 'Days and times are those on the calendar''s clock.';
comment on column public.event_suggestions.starts_at is 'Ignored for whole days, as is ends_at.';
comment on column public.event_suggestions.email is 'Lower case.';
comment on column public.event_suggestions.language is 'Of the page on which it was written.';
comment on column public.event_suggestions.reason is 'Why it was declined, for whoever suggested it.';
comment on column public.event_suggestions.decided_by is 'Null: nobody yet, or it was accepted at once.';

create index event_suggestions_pending_idx on public.event_suggestions (calendar_id, confirmed_at) where state = 'pending';
comment on index public.event_suggestions_pending_idx is 'What waits in a calendar, oldest first, and how many.';
create index event_suggestions_calendar_id_idx on public.event_suggestions (calendar_id, decided_at desc);
comment on index public.event_suggestions_calendar_id_idx is 'What was decided last; the foreign key, when a calendar goes.';
create index event_suggestions_decided_by_idx on public.event_suggestions (decided_by) where decided_by is not null;
comment on index public.event_suggestions_decided_by_idx is 'The foreign key, when an account goes.';
create index event_suggestions_email_idx on public.event_suggestions (email);
comment on index public.event_suggestions_email_idx is 'What an address suggested, when its account is exported or goes.';

alter table public.event_suggestions enable row level security;
create policy select_admin on public.event_suggestions for select to authenticated
  using (state <> 'unconfirmed' and calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.event_suggestions is 'Admins see what was suggested, once the address is confirmed.';
create policy all_service on public.event_suggestions for all to service_role using (true) with check (true);
comment on policy all_service on public.event_suggestions is 'Suggestions by signed link.';

grant select on public.event_suggestions to authenticated;
grant select, insert, update, delete on public.event_suggestions to service_role;

create table public.trusted_submitters (
  calendar_id uuid not null references public.calendars on delete cascade,
  email text not null,
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),

  primary key (calendar_id, email),
  constraint trusted_submitters_email_check check (private.is_email(email))
);

comment on table public.trusted_submitters is 'Addresses whose suggestions become events at once, when their link is used.';

create index trusted_submitters_created_by_idx on public.trusted_submitters (created_by) where created_by is not null;
comment on index public.trusted_submitters_created_by_idx is 'The foreign key, when an account goes.';
create index trusted_submitters_email_idx on public.trusted_submitters (email);
comment on index public.trusted_submitters_email_idx is 'Where an address is trusted, when its account goes.';

alter table public.trusted_submitters enable row level security;
create policy select_admin on public.trusted_submitters for select to authenticated
  using (calendar_id = any ((select private.my_admin_calendars())::uuid[]));
comment on policy select_admin on public.trusted_submitters is 'Admins see whom they trust.';
create policy all_service on public.trusted_submitters for all to service_role using (true) with check (true);
comment on policy all_service on public.trusted_submitters is 'Suggestions by signed link.';

grant select on public.trusted_submitters to authenticated;
grant select, insert, update, delete on public.trusted_submitters to service_role;

-- The event was written in the same transaction, as the caller and by the rules for everybody. Of two admins the second waits for the row
-- here, finds it decided, and leaves no second event.
-- Definer: suggestions are closed to clients.
create function public.accept_suggestion(p_id uuid, p_event_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  its_calendar uuid;
begin
  update public.event_suggestions s set
    state = 'accepted', event_id = p_event_id, reason = null, decided_by = auth.uid(), decided_at = private.program_time()
  where s.id = p_id and s.state = 'pending' and s.calendar_id = any (private.my_admin_calendars())
    and exists (select from public.events e where e.id = p_event_id and e.calendar_id = s.calendar_id)
  returning s.calendar_id into its_calendar;
  if not found then
    perform private.refuse_decision(p_id);
  end if;
  perform private.log_change(its_calendar, 'suggestion_accepted');
  perform private.send_letter('suggestions/accepted', json_build_object('suggestion', p_id));
end
$$;
comment on function public.accept_suggestion(uuid, uuid) is 'Notes that a suggestion has become this event, or has changed it, and mails whoever suggested it. For admins.';
grant execute on function public.accept_suggestion(uuid, uuid) to authenticated;

-- Definer: as accept_suggestion.
create function public.decline_suggestion(p_id uuid, p_reason text default null) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  its_calendar uuid;
begin
  update public.event_suggestions s set
    state = 'declined', reason = private.trimmed_or_null(p_reason), decided_by = auth.uid(), decided_at = private.program_time()
  where s.id = p_id and s.state = 'pending' and s.calendar_id = any (private.my_admin_calendars())
  returning s.calendar_id into its_calendar;
  if not found then
    perform private.refuse_decision(p_id);
  end if;
  perform private.log_change(its_calendar, 'suggestion_declined');
  perform private.send_letter('suggestions/declined', json_build_object('suggestion', p_id));
end
$$;
comment on function public.decline_suggestion(uuid, text) is 'Declines a suggestion and mails whoever suggested it, with the reason. For admins.';
grant execute on function public.decline_suggestion(uuid, text) to authenticated;

create function private.refuse_decision(p_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if exists (
    select from public.event_suggestions s
    where s.id = p_id and s.state <> 'unconfirmed' and s.calendar_id = any (private.my_admin_calendars())
  ) then
    raise exception using errcode = 'TB075', message = 'This suggestion has been decided already.';
  end if;
  raise exception using errcode = 'insufficient_privilege', message = 'Only admins can decide about suggestions.';
end
$$;
comment on function private.refuse_decision(uuid) is 'Says why a suggestion cannot be decided: it is none of the caller''s, or was decided already.';

-- Definer: as accept_suggestion.
create function public.trust_submitter(p_suggestion_id uuid, p_is_trusted boolean default true) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  suggested public.event_suggestions;
begin
  select s.* into suggested from public.event_suggestions s
  where s.id = p_suggestion_id and s.state <> 'unconfirmed' and s.calendar_id = any (private.my_admin_calendars());
  if not found then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins can decide about suggestions.';
  end if;
  if p_is_trusted then
    insert into public.trusted_submitters (calendar_id, email, created_by)
    values (suggested.calendar_id, suggested.email, auth.uid())
    on conflict do nothing;
  else
    delete from public.trusted_submitters t where t.calendar_id = suggested.calendar_id and t.email = suggested.email;
  end if;
  if found then
    perform private.log_change(suggested.calendar_id, 'trusted_submitters');
  end if;
end
$$;
comment on function public.trust_submitter(uuid, boolean) is 'Trusts the address of a suggestion, or no longer: what it suggests becomes an event at once. For admins.';
grant execute on function public.trust_submitter(uuid, boolean) to authenticated;

-- Definer: by the policies members would count none, and this is cheaper.
create function public.suggestion_count(calendar public.calendars) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select case when calendar.id = any ((select private.my_admin_calendars())::uuid[]) then (
    select count(*) from public.event_suggestions s where s.calendar_id = calendar.id and s.state = 'pending'
  ) + private.cohost_offer_count(calendar.id) else 0 end
$$;
comment on function public.suggestion_count(public.calendars) is 'Computed field: how many suggestions and invitations to host an event wait, for admins; 0 for others.';
grant execute on function public.suggestion_count(public.calendars) to authenticated;
