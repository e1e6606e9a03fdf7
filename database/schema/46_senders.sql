-- What we know of the people who send, that is of the owners of calendars: whether an operator has approved or suspended them, or knows
-- them as a public body. Limits
-- against abuse count by owner over all their calendars, deleted ones too, and by mailbox, so that neither a new calendar nor a
-- new account at the same mailbox begins anew. docs/decisions/limits-by-owner.md says why.

-- Does what mailboxOf in domain/email-address.ts does; a test compares the two.
create function private.mailbox_hash(p_email text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select encode(sha256(convert_to(
    case when parts.domain = 'gmail.com' then replace(parts.name, '.', '') else parts.name end || '@' || parts.domain, 'UTF8'
  )), 'hex')
  from (
    select regexp_replace(regexp_replace(p_email, '@[^@]*$', ''), '^(.[^+]*)\+.*$', '\1') as name,
      regexp_replace(regexp_replace(p_email, '^.*@', ''), '^googlemail\.com$', 'gmail.com') as domain
  ) as parts
$$;
comment on function private.mailbox_hash(text) is 'A hash of the mailbox behind an address: tags after a plus share a mailbox, and Gmail ignores dots.';
grant execute on function private.mailbox_hash(text) to service_role;

-- No foreign key: a suspension outlives the account. What else is known goes with it (forget_sender).
create table private.senders (
  owner_id uuid primary key,
  mailbox text not null,
  approved_at timestamptz,
  suspended_at timestamptz,
  suspended_reason text,
  review_lifted_at timestamptz,
  public_body_at timestamptz,

  constraint senders_mailbox_check check (mailbox ~ '^[0-9a-f]{64}$'),
  constraint senders_suspended_check check (
    (suspended_at is null) = (suspended_reason is null) and char_length(suspended_reason) <= 200
  )
);

comment on table private.senders is 'One row per owner whom an operator has approved, suspended or marked as a public body, or who has lifted a pause of the review.';
comment on column private.senders.owner_id is 'The account, also once it is gone.';
comment on column private.senders.mailbox is 'mailbox_hash of the account''s address when the row was made.';
comment on column private.senders.approved_at is 'When an operator approved the owner: their mail waits for no review any more.';
comment on column private.senders.suspended_at is 'Since when none of their calendars sends anything.';
comment on column private.senders.review_lifted_at is 'When the owner lifted a pause of the review. The next one only an operator lifts.';
comment on column private.senders.public_body_at is 'When an operator marked the owner as a public body: their emergency alerts may be texted at night.';

create index senders_mailbox_idx on private.senders (mailbox) where suspended_at is not null;
comment on index private.senders_mailbox_idx is 'A new account at a suspended mailbox.';

alter table private.senders enable row level security;
create policy all_service on private.senders for all to service_role using (true) with check (true);
comment on policy all_service on private.senders is 'Operators approve and suspend.';

grant select, insert, update, delete on private.senders to service_role;

create function private.note_sender(p_owner uuid) returns void
language sql volatile
set search_path = ''
as $$
  insert into private.senders (owner_id, mailbox)
  select u.id, private.mailbox_hash(u.email) from auth.users u where u.id = p_owner
  on conflict (owner_id) do nothing
$$;
comment on function private.note_sender(uuid) is 'Makes sure that an owner has a row.';
grant execute on function private.note_sender(uuid) to service_role;

create function private.is_suspended(p_owner uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from private.senders s
    where s.suspended_at is not null
      and (s.owner_id = p_owner or s.mailbox = (select private.mailbox_hash(u.email) from auth.users u where u.id = p_owner))
  )
$$;
comment on function private.is_suspended(uuid) is 'Whether the account, or another one at the same mailbox, is suspended.';
grant execute on function private.is_suspended(uuid) to service_role;

-- A suspension is a pause of every calendar, which the sender looks at before each message leaves. Calendars cannot be created,
-- handed on or received meanwhile, so there is never one that is not paused.
create function private.suspend_owner(p_owner uuid, p_reason text) returns bigint
language plpgsql volatile
set search_path = ''
as $$
declare
  stopped bigint;
begin
  perform private.note_sender(p_owner);
  update private.senders set suspended_at = coalesce(suspended_at, now()), suspended_reason = left(p_reason, 200)
  where owner_id = p_owner;
  update public.calendars set
    sending_paused_at = coalesce(sending_paused_at, now()), sending_paused_by = 'suspension',
    sending_paused_reason = 'The owner''s account is suspended. Please write to support.'
  where owner_id = p_owner;
  get diagnostics stopped = row_count;
  return stopped;
end
$$;
comment on function private.suspend_owner(uuid, text) is 'Stops everything that an owner''s calendars send, deleted ones too; how many there are.';
grant execute on function private.suspend_owner(uuid, text) to service_role;

create function private.resume_owner(p_owner uuid) returns bigint
language plpgsql volatile
set search_path = ''
as $$
declare
  resumed bigint;
begin
  update private.senders s set suspended_at = null, suspended_reason = null
  from auth.users u
  where u.id = p_owner and (s.owner_id = p_owner or s.mailbox = private.mailbox_hash(u.email));
  update public.calendars set
    sending_paused_at = null, sending_paused_by = null, sending_paused_reason = null, sending_resumed_at = now()
  where owner_id = p_owner and sending_paused_by = 'suspension';
  get diagnostics resumed = row_count;
  return resumed;
end
$$;
comment on function private.resume_owner(uuid) is 'Ends a suspension; how many calendars send again.';
grant execute on function private.resume_owner(uuid) to service_role;

create function private.is_public_body(p_owner uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from private.senders s where s.owner_id = p_owner and s.public_body_at is not null and s.suspended_at is null)
$$;
comment on function private.is_public_body(uuid) is 'Whether an operator knows the owner as a public body.';
grant execute on function private.is_public_body(uuid) to service_role;

create function private.mark_public_body(p_owner uuid, p_is boolean) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform private.note_sender(p_owner);
  update private.senders set public_body_at = case when p_is then coalesce(public_body_at, now()) end where owner_id = p_owner;
  insert into public.audit_logs (entity_type, entity_id, action, metadata)
  values ('account', p_owner, 'update', '{"changed": ["public_body_at"]}');
end
$$;
comment on function private.mark_public_body(uuid, boolean) is 'Marks an owner as a public body, or no longer.';
grant execute on function private.mark_public_body(uuid, boolean) to service_role;

-- Definer: who deletes an account need not be allowed to change senders.
create function private.forget_sender() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from private.senders s where s.owner_id = old.id and s.suspended_at is null;
  return null;
end
$$;
comment on function private.forget_sender() is 'Of a deleted account only a suspension is remembered.';

-- after all tables

create trigger forget_sender after delete on auth.users for each row execute function private.forget_sender();
