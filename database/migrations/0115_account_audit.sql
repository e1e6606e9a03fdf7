-- What an operator does to an account is written down as well, such as turning off a second step that somebody is locked out by.
alter table public.audit_logs
  drop constraint audit_logs_entity_type_check,
  add constraint audit_logs_entity_type_check
    check (entity_type in ('calendar', 'membership', 'contact', 'event', 'series', 'account'));

comment on table public.audit_logs is 'One row a change of a calendar, member, contact or event, and one a change of an account by an operator.';
comment on column public.audit_logs.entity_id is 'The id of the calendar, contact or event; for a membership and an account, of the person.';
