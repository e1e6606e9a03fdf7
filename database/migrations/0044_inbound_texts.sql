-- Texts that people sent us: STOP, START, HELP, YES. Carriers deliver one more than once and anybody who overheard one
-- could send it again, so each is acted on the first time only. What it said is not kept, only what it was taken for.

create table private.inbound_texts (
  provider_id text primary key,
  meaning text not null,
  received_at timestamptz not null default now(),

  constraint inbound_texts_provider_id_check check (char_length(provider_id) between 1 and 100),
  constraint inbound_texts_meaning_check check (meaning in ('stop', 'start', 'help', 'yes', 'unknown'))
);

create index inbound_texts_received_at_idx on private.inbound_texts (received_at);
comment on index private.inbound_texts_received_at_idx is 'Throw away what a carrier will not repeat any more.';

comment on table private.inbound_texts is 'One row a text that was received and acted on.';
comment on column private.inbound_texts.provider_id is 'The carrier''s own name for the text, the same when it is delivered again.';

alter table private.inbound_texts enable row level security;
create policy all_service on private.inbound_texts for all to service_role using (true) with check (true);
comment on policy all_service on private.inbound_texts is 'Written by the carrier''s webhook.';
grant select, insert, update, delete on private.inbound_texts to service_role;
