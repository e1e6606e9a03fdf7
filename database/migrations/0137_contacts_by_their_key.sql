-- The address is there as it is compared and sent to: it need not be made a second time for each row.
alter table public.calendar_contacts drop constraint calendar_contacts_value_check;
alter table public.calendar_contacts add constraint calendar_contacts_value_check
  check (char_length(contact_value) <= 254 and private.is_address(contact_type, normalised));

-- As before. With `offset 0` a contact is looked up by its key: PostgreSQL read the whole list for each call, which grows with it.
create or replace function public.import_contacts(p_calendar_id uuid, p_contacts jsonb, p_basis text, p_dry_run boolean default false)
returns table (line integer, result text)
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  free bigint;
begin
  if not (p_calendar_id = any (private.my_admin_calendars())) then
    raise exception using errcode = 'insufficient_privilege', message = 'Only admins of the calendar can import contacts.';
  elsif p_basis is null or p_basis not in ('asked', 'members', 'told') then
    raise exception using errcode = 'invalid_parameter_value', message = 'p_basis must be asked, members or told.';
  elsif jsonb_typeof(p_contacts) is distinct from 'array' or jsonb_array_length(p_contacts) not between 1 and 5000 then
    raise exception using errcode = 'invalid_parameter_value', message = 'p_contacts must be a list of 1 to 5000 contacts.';
  elsif not (select l.allowed from private.take_limit('imports:' || p_calendar_id, 200, interval '1 day') l) then
    raise exception using errcode = 'TB013', message = 'That was a lot of imports for one day. Please go on tomorrow.';
  end if;

  perform from public.calendars c where c.id = p_calendar_id for no key update;
  select case when coalesce(p.trial, true) then 10 - (
      select count(*) from public.calendar_contacts k where k.calendar_id = p_calendar_id
    ) end
  into free
  from public.calendars c left join public.profiles p on p.user_id = c.owner_id
  where c.id = p_calendar_id;

  return query
  with given as materialized (
    select g.line::integer as line, g.kind, g.value, private.normalised_address(g.kind, g.value) as address
    from (
      select r.line, r.value ->> 'contact_type' as kind, private.trimmed(r.value ->> 'contact_value') as value
      from jsonb_array_elements(p_contacts) with ordinality as r (value, line)
    ) g
  ), known as materialized (
    select given.*,
      coalesce(given.kind in ('email', 'phone') and char_length(given.value) <= 254
        and private.is_address(given.kind, given.address), false) as valid,
      row_number() over (partition by given.kind, given.address order by given.line) > 1 as again
    from given
  ), judged as materialized (
    select known.*, case
        when not known.valid then 'invalid'
        when known.again or exists (
          select from public.calendar_contacts k
          where k.calendar_id = p_calendar_id and k.contact_type = known.kind and k.normalised = known.address offset 0
        ) then 'duplicate'
        when known.kind = 'email' and exists (
          select from public.opt_outs o where o.calendar_id = p_calendar_id and o.email = known.address
        ) then 'opted_out'
        else 'added'
      end as judgement
    from known
  ), placed as materialized (
    select judged.*, row_number() over (partition by judged.judgement order by judged.line) as place from judged
  ), results as materialized (
    select placed.*, case when placed.judgement = 'added' and placed.place > free then 'over_limit' else placed.judgement end as outcome
    from placed
  ), written as (
    insert into public.calendar_contacts (
      calendar_id, contact_type, contact_value, source, consent_text_version, consented_at, created_by
    )
    select p_calendar_id, r.kind, r.value, 'import', 'import: ' || p_basis, now(), auth.uid()
    from results r where r.outcome = 'added' and not p_dry_run
    order by r.line
  )
  select r.line, r.outcome from results r order by r.line;
end
$$;
