-- Sessions: bound to their person, and with a new id once the second step is taken. Guessing from everywhere makes puzzles harder.

alter table auth.refresh_tokens
  drop constraint refresh_tokens_session_id_fkey,
  add constraint refresh_tokens_session_id_fkey foreign key (session_id) references auth.sessions on delete cascade on update cascade;
alter table public.push_subscriptions
  drop constraint push_subscriptions_session_id_fkey,
  add constraint push_subscriptions_session_id_fkey foreign key (session_id) references auth.sessions on delete cascade on update cascade;
comment on column auth.sessions.id is 'In every access token. Changes when the second step is taken, so that tokens from before end with it.';

drop function if exists private.check_session(uuid);
create or replace function private.check_session(p_session_id uuid, p_user_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id;
  if not found then
    raise exception using errcode = 'TB030', message = 'The session has ended.';
  end if;
end
$$;
comment on function private.check_session(uuid, uuid) is 'Raises TB030 unless the person has the session. database/scope.ts calls it as the owner, in the statement that then becomes the caller.';

alter table auth.users add column if not exists known_networks text[] not null default '{}';
alter table auth.users drop constraint if exists users_known_networks_check, add constraint users_known_networks_check check (cardinality(known_networks) <= 20);
comment on column auth.users.known_networks is 'Where the person signed in, shortened to IPv4 /24 or IPv6 /48, the newest first. There, guesses made elsewhere ask nothing of them.';

alter table private.captcha_passes add column if not exists is_hard boolean not null default false;
comment on column private.captcha_passes.is_hard is 'Whether the puzzle was a hard one, which signing in asks for while passwords of the account are guessed.';
