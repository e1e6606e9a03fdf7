-- In which language a signed-in browser reads. What nobody asked for on a page, such as a notice that the second step is off or a
-- push message, is in it.

alter table auth.sessions
  add column language text not null default 'en',
  add constraint sessions_language_check check (language in ('en', 'es'));
comment on column auth.sessions.language is 'Of the pages in this browser, when it signed in or was refreshed last.';
