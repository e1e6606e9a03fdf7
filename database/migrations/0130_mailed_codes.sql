-- Signing in by a mailed code or link, and a code in place of a password that an account does not have: database/schema/11_sessions.sql,
-- 13_account_mails.sql.

comment on column auth.users.encrypted_password is 'An argon2id string; never the password. An exclamation mark where there is none: the person signs in by a mailed code.';

alter table auth.sessions drop constraint sessions_signed_in_by_check,
  add constraint sessions_signed_in_by_check check (signed_in_by in ('password', 'signup', 'recovery', 'magiclink'));
comment on column auth.sessions.signed_in_by is 'A password, or a mail: its link, or the code of a sign-in (magiclink). A recovery session may set a password under the rules of a reset.';

alter table auth.one_time_tokens drop constraint one_time_tokens_kind_check,
  add constraint one_time_tokens_kind_check check (
    kind in ('signup', 'recovery', 'magiclink', 'reauthentication', 'email_change', 'two_step_undo', 'transfer_undo')
  );
comment on table auth.one_time_tokens is 'Links and codes sent by mail: sign in, confirm an address, reset a password. Hashed and short-lived; links work once.';
comment on column auth.one_time_tokens.browser_hash is 'SHA-256 of the cookie of the browser that asked, null for a program. To confirm a sign-up, the link asks for no password there; a code or link to sign in works nowhere else. Of a reauthentication: of the session''s id.';
