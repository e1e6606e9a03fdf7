-- A second step of signing in, for those who want one: a code from an app (TOTP), and ten recovery codes for the day the
-- phone is lost. Only the auth surface works here. docs/decisions/two-step-sign-in.md says how it is enforced.

create table auth.second_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text,
  sealed_secret bytea not null,
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  verified_at timestamptz,

  constraint second_factors_user_id_key unique (user_id),
  constraint second_factors_friendly_name_check check (
    char_length(friendly_name) between 1 and 100 and private.is_one_line(friendly_name)
  )
);

comment on table auth.second_factors is 'One row per person with an authenticator app, or about to have one.';
comment on column auth.second_factors.sealed_secret is 'What the codes are made from, encrypted with a key that is not in the database and bound to this row.';
comment on column auth.second_factors.last_step is 'The half minute of the last code that was taken; that code and older ones are not taken again.';
comment on column auth.second_factors.verified_at is 'When the first code was given. Until then the row counts for nothing and the next enrolment replaces it.';

alter table auth.second_factors enable row level security;
create policy all_service on auth.second_factors for all to service_role using (true) with check (true);
comment on policy all_service on auth.second_factors is 'Only the auth surface checks codes.';

grant select, insert, update, delete on auth.second_factors to service_role;

create table auth.recovery_codes (
  user_id uuid not null references auth.users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,

  primary key (user_id, code_hash)
);

comment on table auth.recovery_codes is 'Ten rows per person with a second step: each code is taken once in place of one from the app.';
comment on column auth.recovery_codes.code_hash is 'SHA-256 of 80 random bits; the code itself is with its owner only.';

alter table auth.recovery_codes enable row level security;
create policy all_service on auth.recovery_codes for all to service_role using (true) with check (true);
comment on policy all_service on auth.recovery_codes is 'Only the auth surface checks codes.';

grant select, insert, update, delete on auth.recovery_codes to service_role;
