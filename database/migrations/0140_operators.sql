-- Who runs the installation through the screen /operator, the code that claims it, and what was pressed there.

create table private.operators (
  user_id uuid primary key references auth.users on delete cascade,
  role text not null,
  named_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),

  constraint operators_role_check check (role in ('operator', 'helper'))
);

comment on table private.operators is 'One row per person who may open the operator''s screen.';
comment on column private.operators.role is 'operator: everything. helper: answers people at the counter, does nothing irreversible, and cannot act on operators or helpers.';
comment on column private.operators.named_by is 'Null: claimed with the code, or by an account since deleted.';

create index operators_named_by_idx on private.operators (named_by) where named_by is not null;
comment on index private.operators_named_by_idx is 'The foreign key, when an account goes.';

alter table private.operators enable row level security;
create policy all_service on private.operators for all to service_role using (true) with check (true);
comment on policy all_service on private.operators is 'Only the operator''s surface names and removes them.';

grant select, insert, update, delete on private.operators to service_role;

create table private.operator_codes (
  only_row boolean primary key default true,
  code_hash bytea,
  expires_at timestamptz not null,

  constraint operator_codes_only_row_check check (only_row)
);

comment on table private.operator_codes is 'At most one row: the code that makes somebody the operator. Written by the first start, and by townbell admin operator-code.';
comment on column private.operator_codes.code_hash is 'SHA-256 of 100 random bits; null once it was used.';

alter table private.operator_codes enable row level security;
create policy all_service on private.operator_codes for all to service_role using (true) with check (true);
comment on policy all_service on private.operator_codes is 'Only the operator''s surface takes it.';

grant select, insert, update, delete on private.operator_codes to service_role;

-- No foreign key: it outlives the accounts that it speaks of.
create table private.operator_history (
  id bigint generated always as identity primary key,
  made_at timestamptz not null default now(),
  operator_id uuid not null,
  operator_name text not null,
  act text not null,
  about text,
  reason text,

  constraint operator_history_operator_name_check check (char_length(operator_name) <= 255),
  constraint operator_history_act_check check (act ~ '^[a-z-]{1,40}$'),
  constraint operator_history_about_check check (char_length(about) <= 300),
  constraint operator_history_reason_check check (char_length(reason) <= 200)
);

comment on table private.operator_history is 'One row per press in the operator''s screen that changed something, written in its transaction.';
comment on column private.operator_history.operator_name is 'The address of the operator at that time.';
comment on column private.operator_history.about is 'A calendar''s number and name, or an address of which only the first letter and the domain are stored.';

alter table private.operator_history enable row level security;
create policy select_service on private.operator_history for select to service_role using (true);
comment on policy select_service on private.operator_history is 'The operator''s screen shows it.';
create policy insert_service on private.operator_history for insert to service_role with check (true);
comment on policy insert_service on private.operator_history is 'Each press adds a row; none is changed or deleted.';

grant select, insert on private.operator_history to service_role;

create function private.operator_of(p_session_id uuid, p_user_id uuid)
returns table (role text, second_step_at timestamptz)
language sql stable
set search_path = ''
as $$
  select o.role, s.second_step_at
  from private.operators o
  join auth.sessions s on s.user_id = o.user_id and s.id = p_session_id
  where o.user_id = p_user_id
$$;
comment on function private.operator_of(uuid, uuid) is 'What a person is in the operator''s screen, and when the second step was taken in this session; no row for everybody else.';
grant execute on function private.operator_of(uuid, uuid) to service_role;

create function private.masked_address(p_address text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case when p_address like '%@%' then left(p_address, 1) || '…' || substring(p_address from '@[^@]*$')
    else '…' || right(p_address, 2) end
$$;
comment on function private.masked_address(text) is 'An address or number as lists show it: enough to recognise one that is known, too little to write to it.';
grant execute on function private.masked_address(text) to service_role;
