-- What people write into the Contact Us form, until it has been mailed to the support mailbox: the job in the queue
-- has only the id, so that no name, address or message lies there.

create table private.support_messages (
  id uuid primary key default gen_random_uuid(),
  first_name text not null,
  last_name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,

  constraint support_messages_first_name_check check (char_length(first_name) <= 100 and private.is_one_line(first_name)),
  constraint support_messages_last_name_check check (char_length(last_name) <= 100 and private.is_one_line(last_name)),
  constraint support_messages_email_check check (private.is_email(email)),
  constraint support_messages_subject_check check (char_length(subject) <= 200 and private.is_one_line(subject)),
  constraint support_messages_message_check check (char_length(message) <= 5000 and private.is_several_lines(message))
);

comment on table private.support_messages is 'One row per message to support. Deleted 30 days after it was written.';
comment on column private.support_messages.sent_at is 'When the mail server took it. Null after an hour: look at the queue.';

create index support_messages_created_at_idx on private.support_messages (created_at);
comment on index private.support_messages_created_at_idx is 'Delete what the support mailbox has had for long.';

alter table private.support_messages enable row level security;
create policy all_service on private.support_messages for all to service_role using (true) with check (true);
comment on policy all_service on private.support_messages is 'Written by the contact form''s function, read by its job.';

grant select, insert, update, delete on private.support_messages to service_role;
