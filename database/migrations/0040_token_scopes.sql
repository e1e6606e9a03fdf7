-- Access tokens of sirens, schools and registration desks: database/schema/15_access_tokens.sql and 60_audit_logs.sql.

alter table auth.access_tokens
  add column scopes text[] not null default '{}',
  add constraint access_tokens_scopes_check check (scopes <@ array['send_alerts', 'read_mailings', 'read_answers', 'record_answers']);
comment on column auth.access_tokens.scopes is 'What else it covers: sending alerts, reading mailings and answers, recording answers.';

create function private.token_name() returns text
language sql stable
set search_path = ''
as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'token'
$$;
comment on function private.token_name() is 'What the person calls the access token of the request; null for requests of people.';
grant execute on function private.token_name() to authenticated, service_role;

-- In two steps, so that no row is rewritten.
alter table public.audit_logs add column token_name text;
alter table public.audit_logs alter column token_name set default private.token_name();
comment on column public.audit_logs.token_name is 'The access token by which a program did it in the person''s name; null: they did it themselves.';

alter policy select_own on public.rsvp_answers
  using (user_id = (select auth.uid()) and coalesce(calendar_id = any ((select private.token_calendars())::uuid[]), true));
alter policy select_own on public.slot_signups
  using (user_id = (select auth.uid()) and coalesce(calendar_id = any ((select private.token_calendars())::uuid[]), true));

create or replace function public.get_history(
  p_calendar_id uuid, p_kind text default null, p_before bigint default null, p_limit integer default 50
)
returns table (
  id bigint, created_at timestamptz, actor text, entity_type text, action text, subject text, is_self boolean, details jsonb
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
  select l.id, l.created_at, actor.display_name || coalesce(' (token “' || l.token_name || '”)', ''), l.entity_type, l.action,
    coalesce(person.display_name, k.contact_value, i.email, e.title, s.title, d.event ->> 'title'),
    coalesce(l.entity_type = 'membership' and l.entity_id = l.actor_user_id, false),
    l.metadata - 'calendar_id' - 'calendar_name'
  from (
    select * from public.audit_logs a
    where a.calendar_id = p_calendar_id and p_calendar_id = any ((select private.my_admin_calendars())::uuid[])
      and (p_kind is null or a.entity_type = p_kind or p_kind = 'event' and a.entity_type = 'series'
        or p_kind = 'membership' and a.entity_type = 'invitation')
      and (p_before is null or a.id < p_before)
    order by a.id desc
    limit least(greatest(coalesce(p_limit, 50), 1), 100)
  ) as l
  left join public.profiles actor on actor.user_id = l.actor_user_id
  left join public.profiles person on l.entity_type = 'membership' and person.user_id = l.entity_id
  left join public.calendar_contacts k on l.entity_type = 'contact' and k.id = l.entity_id and k.calendar_id = p_calendar_id
  left join public.member_invitations i
    on l.entity_type = 'invitation' and i.id = l.entity_id and i.calendar_id = p_calendar_id
  left join public.events e on l.entity_type = 'event' and e.id = l.entity_id and e.calendar_id = p_calendar_id
  left join public.event_series s on l.entity_type = 'series' and s.id = l.entity_id and s.calendar_id = p_calendar_id
  left join public.deleted_events d
    on l.entity_type in ('event', 'series') and d.id = l.entity_id and d.calendar_id = p_calendar_id
  order by l.id desc;
end
$$;
