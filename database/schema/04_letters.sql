-- Letters to one person, except mailings. The job holds ids, so that no address and no working link lies in the queue: the worker reads the
-- rest when it sends (worker/letters). One that waits under the same key is replaced: while the mail server is down, no copies pile up.
create function private.send_letter(
  p_letter text, p_ids json, p_key text default null, p_language text default null, p_tries integer default 12,
  p_after interval default null
) returns void
language sql volatile
set search_path = ''
as $$
  select graphile_worker.add_job(
    'send-letter', json_build_object('letter', p_letter, 'ids', p_ids, 'language', p_language),
    max_attempts => p_tries,
    run_at => now() + p_after,
    job_key => concat_ws(':', p_letter, coalesce(p_key, (select string_agg(i.value, ':') from json_each_text(p_ids) i))),
    job_key_mode => case when p_after is null then 'replace' else 'preserve_run_at' end
  )
$$;
comment on function private.send_letter(text, json, text, text, integer, interval) is 'Queues a letter: which one, the ids it is about, and a language if the recipient''s choice does not count. p_after waits for more of the same.';
grant execute on function private.send_letter(text, json, text, text, integer, interval) to service_role;
