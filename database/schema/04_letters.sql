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

-- A worker that is killed may have sent what its job then sends again. Without a bound, each further kill would send another copy.
create table private.letter_copies (
  job_id bigint not null,
  message_id text not null,
  id uuid not null default gen_random_uuid(),
  address text,
  copies integer not null default 1,
  sent_at timestamptz,
  created_at timestamptz not null default now(),

  constraint letter_copies_pkey primary key (job_id, message_id),
  constraint letter_copies_id_key unique (id),
  constraint letter_copies_address_check check (char_length(address) <= 255),
  constraint letter_copies_copies_check check (copies between 0 and 2)
);

comment on table private.letter_copies is 'How many copies of a letter may have left, by job and Message-ID: at most two.';
comment on column private.letter_copies.id is 'In the address that its bounces go to.';
comment on column private.letter_copies.address is 'Who a bounce is about; null: nobody who could be suppressed, such as the support address.';
comment on column private.letter_copies.sent_at is 'When a mail server accepted it. Null: it was not, or nobody knows.';

create index letter_copies_created_at_idx on private.letter_copies (created_at);
comment on index private.letter_copies_created_at_idx is 'The sweep.';

alter table private.letter_copies enable row level security;
create policy all_service on private.letter_copies for all to service_role using (true) with check (true);
comment on policy all_service on private.letter_copies is 'The worker counts.';

grant select, insert, update, delete on private.letter_copies to service_role;
