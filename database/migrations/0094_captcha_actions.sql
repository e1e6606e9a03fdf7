-- A pass is for the form whose captcha was solved: one earned at the contact form opens no account.

alter table private.captcha_passes
  add column action text,
  add constraint captcha_passes_action_check check (action in ('sign-up', 'sign-in', 'support'));
comment on column private.captcha_passes.action is 'What it may be spent on. Null: the client did not say, as older ones do not; then any one of them.';
