-- With what somebody asked to follow, beside when and from where: carriers and complaints ask for it later. Kept on the
-- request, and carried over to the contact it becomes.

alter table public.pending_contact_confirmations
  add column user_agent text,
  add constraint pending_contact_confirmations_user_agent_check check (char_length(user_agent) <= 512);
comment on column public.pending_contact_confirmations.user_agent is 'The browser''s own name, as it was sent, shortened.';
comment on column public.pending_contact_confirmations.consent_address is 'The network address the request came from.';

alter table public.calendar_contacts
  add column consent_user_agent text,
  add constraint calendar_contacts_user_agent_check check (char_length(consent_user_agent) <= 512);
comment on column public.calendar_contacts.consent_user_agent is 'The browser the request to follow came from, as carriers ask us to keep.';
