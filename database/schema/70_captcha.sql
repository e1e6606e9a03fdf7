-- A captcha is solved once and spent once. The answer to a challenge is exchanged for a pass, and the pass for one
-- sign-up, sign-in or message, whichever it was solved for. Stored in the database so that no second server accepts what the first has seen.

create table private.captcha_passes (
  pass_hash bytea primary key,
  network text not null,
  action text,
  is_hard boolean not null default false,
  expires_at timestamptz not null,

  constraint captcha_passes_network_check check (char_length(network) <= 64),
  constraint captcha_passes_action_check check (action in ('sign-up', 'sign-in', 'support'))
);

comment on table private.captcha_passes is 'One row per pass that was not spent yet; spending deletes it.';
comment on column private.captcha_passes.pass_hash is 'SHA-256 of the pass; the browser has the only copy.';
comment on column private.captcha_passes.network is 'Where it was earned; elsewhere it is worth nothing.';
comment on column private.captcha_passes.action is 'What it may be spent on. Null: older clients do not say; then any one of them.';

comment on column private.captcha_passes.is_hard is 'Whether the puzzle was a hard one, which signing in asks for while passwords of the account are guessed.';

create index captcha_passes_expires_at_idx on private.captcha_passes (expires_at);
comment on index private.captcha_passes_expires_at_idx is 'Delete what nobody spent in time.';

alter table private.captcha_passes enable row level security;
create policy all_service on private.captcha_passes for all to service_role using (true) with check (true);
comment on policy all_service on private.captcha_passes is 'A client that could write here would need no captcha.';

grant select, insert, update, delete on private.captcha_passes to service_role;

create table private.used_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);

comment on table private.used_challenges is 'One row per challenge, a puzzle''s or a passkey''s, whose answer was accepted; a second answer is refused.';
comment on column private.used_challenges.challenge_hash is 'SHA-256 of the challenge''s signature.';

create index used_challenges_expires_at_idx on private.used_challenges (expires_at);
comment on index private.used_challenges_expires_at_idx is 'Delete challenges that could not be used again anyway.';

alter table private.used_challenges enable row level security;
create policy all_service on private.used_challenges for all to service_role using (true) with check (true);
comment on policy all_service on private.used_challenges is 'A client that could delete here could answer twice.';

grant select, insert, update, delete on private.used_challenges to service_role;
