// Reviewed exceptions to the schema lints, each with its reason.

export const openPolicies: Record<string, string> = {
  'places.select_anyone': 'The list of towns is printed in every form.',
}

/**
 * Foreign keys without an action on delete. Unlike `restrict` they are checked at the end of the statement, after a calendar has
 * deleted both ends.
 */
export const nothingOnDelete: Record<string, string> = {
  'public.events events_image_fkey': 'A picture is thrown away only when no event has it.',
  'public.event_series event_series_image_fkey': 'A picture is thrown away only when no series has it.',
}

/** Definer functions that a guest may call: they run with more rights than the caller, so each shows only public data. */
export const callableByGuests: Record<string, string> = {
  'public.get_invite(p_code text)': 'Whoever holds the code may see what it leads to before signing in.',
  'public.get_cohosts(p_event_id uuid)':
    'Who may see the event; calendars that are public or their own, and to admins those that they host it with.',
  'public.get_collection(p_key text)':
    'A town page, for whoever has its address; of its calendars only what guests may read, and only listed ones.',
  'public.get_collection_events(p_collection_id uuid, p_from timestamp with time zone, p_to timestamp with time zone, p_calendars uuid[], p_limit integer)':
    'Events of listed calendars, in the columns that guests may read; at most 5000.',
  'public.public_member_count(p_calendar_id uuid)': 'How many belong to a public calendar is on its public page.',
  'public.search_calendars(p_query text, p_limit integer, p_offset integer)':
    'Under row-level security the search could use no index; it returns columns guests may read anyway.',
}

export const callableBySignedIn: Record<string, string> = {
  'private.my_calendars()': 'Policies call it; it tells callers only of themselves.',
  'private.my_admin_calendars()': 'Policies call it; it tells callers only of themselves.',
  'private.my_owned_calendars()': 'Policies call it; it tells callers only of themselves.',
  'private.is_admin_email(value text)': 'A check calls it; it looks at nothing but its argument.',
  'private.are_tags(tags text[])': 'Checks call it; it looks at nothing but its argument.',
  'private.is_email_confirmed()': 'A policy calls it; it tells callers only of themselves.',
  'public.display_name(member public.calendar_members)':
    'The name of a fellow member; profiles would show the email too.',
  'public.invite_code(calendar public.calendars)': 'Admins only; the secret is in no table a client can read.',
  'public.find_contacts(p_calendar_id uuid, p_search text, p_state text, p_tag text, p_sort text, p_limit integer, p_offset integer, p_after uuid)':
    'Admins only, their own contacts; opt-outs, suppressions and confirmations are closed.',
  'public.count_contacts(p_calendar_id uuid)': 'Admins only; as find_contacts.',
  'public.find_deliveries(p_mailing_id uuid, p_search text, p_result text, p_limit integer, p_offset integer)':
    'Admins only, mailings of their own; addresses of contacts and of nobody else.',
  'public.count_deliveries(p_mailing_id uuid)': 'Admins only; as find_deliveries.',
  'public.count_event_guests(p_event_id uuid, p_audience text[])': 'Admins only; numbers alone.',
  'public.message_guests(p_key uuid, p_event_id uuid, p_audience text[], p_message text, p_now boolean)':
    'Admins only; mailings are closed to clients, and the worker decides as ever who gets it.',
  'public.withdraw_message(p_mailing_id uuid)': 'Admins only, while it waits; mailings are closed to clients.',
  'public.move_up_rsvp(p_answer_id uuid)': 'Admins only; answers are closed to clients.',
  'public.resend_mailing(p_mailing_id uuid, p_delivery_id uuid)':
    'Admins only; once for what failed, and the worker decides as ever.',
  'public.calendar_mailings(p_calendar_id uuid, p_limit integer, p_offset integer, p_mailing_id uuid)':
    'Admins only, calendars of their own; numbers and titles of events.',
  'public.calendar_activity(p_calendar_id uuid)': 'Admins only; numbers alone.',
  'public.get_my_reminders()': 'What callers chose for themselves.',
  'public.set_my_reminder(p_calendar_id uuid, p_timing text)':
    'Members, for their own confirmed address; it changes when mails come and nothing else.',
  'public.get_my_numbers()': 'Only the numbers that came with the confirmed address of who asks.',
  'public.stop_my_texts(p_calendar_id uuid)': 'Stops only the numbers of who asks.',
  'public.join_calendar(p_code text)': 'The code is the permission; the role is always member.',
  'public.renew_feed_link(p_calendar_id uuid)':
    'Members make the secret of their own feed; they choose neither it nor whose it is.',
  'public.check_feed(p_calendar_id uuid)':
    'Admins only; the address is the calendar’s, and the queue is closed to clients.',
  'public.accept_feed(p_calendar_id uuid, p_seen text, p_include_in_mailer boolean)':
    'Admins only, and only what they were shown.',
  'public.add_webhook(p_calendar_id uuid, p_url text, p_kinds text[])':
    'Admins only; the secret is in a column that nobody may read.',
  'public.change_webhook(p_webhook_id uuid, p_url text, p_kinds text[], p_is_on boolean)': 'Admins only.',
  'public.rotate_webhook_secret(p_webhook_id uuid)': 'Admins only; as add_webhook.',
  'public.remove_webhook(p_webhook_id uuid)': 'Admins only.',
  'public.test_webhook(p_webhook_id uuid)': 'Admins only; the queue is closed to clients.',
  'public.redeliver_webhook(p_delivery_id uuid)': 'Admins only; the queue is closed to clients.',
  'public.undo_import(p_import_id uuid)': 'Admins only; removes what the import brought and nobody has changed.',
  'public.get_imports(p_calendar_id uuid)': 'Admins only; names members that they see anyway.',
  'public.renew_invite(p_calendar_id uuid)': 'Owner only.',
  'public.accept_transfer(p_calendar_id uuid)': 'Only who got the offer.',
  'public.get_ownerless_calendars()': 'Admins only; the rows are hidden from everybody.',
  'public.take_calendar(p_calendar_id uuid)': 'Admins only, of what no one owns.',
  'public.decline_transfer(p_calendar_id uuid)': 'Only who made or got the offer.',
  'public.offered_to(calendar public.calendars)': 'Only for who made or got the offer.',
  'public.soft_delete(calendar public.calendars)': 'Owner only; what the data API makes of DELETE.',
  'public.restore_calendar(p_calendar_id uuid)': 'Owner only; the row is hidden from them too.',
  'public.state(invitation public.member_invitations)':
    'Admins of its calendar only; a made-up row has none. Says of an address they typed whether it can be mailed, as for contacts.',
  'public.get_deleted_calendars()': 'What the caller owns and deleted.',
  'public.restore_event(p_event_id uuid)': 'Admins, and whoever deleted what they had created themselves.',
  'public.get_history(p_calendar_id uuid, p_kind text, p_before bigint, p_limit integer)':
    'Admins only; names members and contacts that they see anyway.',
  'public.register_push(p_endpoint text, p_p256dh text, p_auth text)':
    'The caller’s own browser; whoever knows its keys holds it.',
  'public.pause_sending(p_calendar_id uuid, p_paused boolean)': 'Admins only; changes nothing else of the calendar.',
  'public.can_resume(calendar public.calendars)': 'Admins only; whether they may press the button.',
  'public.withdraw_notice(p_notice_id uuid, p_restore boolean)':
    'Admins, and whoever made the change; only what waits.',
  'public.send_notice_now(p_mailing_id uuid)': 'Admins only.',
  'public.confirm_events(p_calendar_id uuid, p_event_ids uuid[], p_note text)':
    'Admins only, their own events; mailings are closed to clients.',
  'public.count_tagged(p_calendar_id uuid, p_tags text[])': 'Members only, and numbers, as of a mail to everybody.',
  'public.get_waiting_count(p_calendar_id uuid)': 'Admins only, and a number: who waits is told to nobody.',
  'public.get_waiting_events(p_calendar_id uuid)': 'Admins and the person who added the event; only what waits.',
  'public.send_event_now(p_event_id uuid)': 'Admins and the person who added the event; only ends its wait.',
  'public.withdraw_event(p_event_id uuid)': 'Admins and the person who added the event; only while it waits.',
  'public.send_alert(p_event_id uuid, p_emergency boolean, p_people integer)': 'Admins only, once an alert.',
  'public.follow_up_alert(p_key uuid, p_event_id uuid, p_kind text, p_message text, p_until timestamp with time zone, p_emergency boolean, p_people integer)':
    'Admins only, once a key.',
  'public.sent_people(mailing public.mailings)': 'Admins only; how many, not who.',
  'public.waiting_people(mailing public.mailings)': 'Members only; how many, not who.',
  'public.store_held_alert(p_held public.held_alerts)':
    'Admins only, once a key; who and when are not the caller’s to say.',
  'public.finish_held_alert(p_id uuid)': 'Admins only, while it waits, and only what was sent.',
  'public.withdraw_alert(p_id uuid)': 'Admins only, while it waits.',
  'public.get_alert_audience(p_calendar_id uuid)': 'Admins only; how many, not who.',
  'public.set_rsvp(p_event_id uuid, p_is_open boolean, p_capacity integer, p_closes_hours integer, p_question text, p_shows_count boolean, p_repeats boolean)':
    'Admins and the person who added the event; what it asks is closed to other writers.',
  'public.answer_rsvp(p_event_id uuid, p_answer text, p_party integer, p_reply text)':
    'Members, for their own confirmed address; places are given under a lock.',
  'public.record_rsvp(p_event_id uuid, p_name text, p_answer text, p_party integer, p_reply text, p_answer_id uuid)':
    'Admins only; nothing is mailed.',
  'public.check_in_rsvp(p_answer_id uuid, p_is_here boolean)': 'Admins only, of their own events.',
  'public.get_rsvp_counts(p_event_id uuid)': 'Admins only; numbers alone.',
  'public.accept_suggestion(p_id uuid, p_event_id uuid)': 'Admins only, of their own calendars.',
  'public.decline_suggestion(p_id uuid, p_reason text)': 'Admins only, of their own calendars.',
  'public.trust_submitter(p_suggestion_id uuid, p_is_trusted boolean)': 'Admins only, of their own calendars.',
  'public.suggestion_count(calendar public.calendars)': 'Admins only; a number alone.',
  'public.remove_rsvp(p_answer_id uuid)': 'Admins only, of their own events.',
  'public.get_collection_list(p_collection_id uuid)':
    'The owner of the town page; names of calendars only while they are public.',
  'public.add_collection_calendar(p_collection_id uuid, p_number bigint)':
    'The owner of the town page; public calendars only, and none that has declined.',
  'public.order_collection(p_collection_id uuid, p_calendars uuid[])': 'The owner of the town page.',
  'public.get_showing_collections()': 'Owners, about their own calendars.',
  'public.decline_collection(p_collection_id uuid, p_calendar_id uuid, p_declined boolean)':
    'Owners, about their own calendars.',
  'public.offer_cohost(p_event_id uuid, p_number bigint)': 'Admins only, to calendars that they may see; those decide.',
  'public.answer_cohost_offer(p_event_id uuid, p_calendar_id uuid, p_accepted boolean)':
    'Admins of the calendar that is invited, while it is.',
  'public.end_cohosting(p_event_id uuid, p_calendar_id uuid)': 'Admins of either calendar; both keep their event.',
  'public.get_cohost_offers(p_calendar_id uuid)': 'Admins only; what was offered to their calendar.',
  'public.set_slots(p_event_id uuid, p_slots jsonb, p_removed uuid[], p_repeats boolean)':
    'Admins and the person who added the event; slots are closed to other writers.',
  'public.duplicate_slots(p_from uuid, p_to uuid)':
    'Admins and the person who added the event, from an event that members see; no names.',
  'public.take_slots(p_event_id uuid, p_amounts jsonb)':
    'Members, for their own confirmed address; slots are given under a lock.',
  'public.record_slot(p_slot_id uuid, p_name text, p_amount integer)': 'Admins only; nothing is mailed.',
  'public.remove_slot_signup(p_signup_id uuid)': 'Admins only, of their own events.',
  'public.sent_count(event public.events)': 'Members may know how many, not who.',
  'public.propose_dates(p_calendar_id uuid, p_title text, p_starts timestamp with time zone[], p_ends timestamp with time zone[], p_description text, p_location_name text)':
    'Admins only, of their own calendars.',
  'public.answer_poll(p_poll_id uuid, p_choices text[])':
    'Members, for their own confirmed address; answers are stored under a lock.',
  'public.close_poll(p_poll_id uuid, p_event_id uuid)': 'Admins only, of their own calendars.',
  'public.delete_poll(p_poll_id uuid)': 'Admins only, of their own calendars.',
  'public.told_count(event public.events)': 'Members may know how many, not who.',
  'public.get_calendar_contact_count(p_calendar_id uuid)': 'Members may know how many, not who.',
  'public.is_calendar_on_trial(p_calendar_id uuid)': 'Admins only; they meet the limit anyway.',
  'public.get_my_upcoming()': 'What is next in the caller’s own calendars.',
  'public.get_next_mailings()': 'When the caller’s own calendars send next; admins only.',
  'public.has_recipients(calendar public.calendars)': 'Members may know whether there is anybody, not who.',
  'public.mail_count(calendar public.calendars)': 'Members may know how many, not who.',
  'public.get_my_calendars()': 'Counts of the caller’s own calendars.',
  'public.import_contacts(p_calendar_id uuid, p_contacts jsonb, p_basis text, p_dry_run boolean)':
    'Admins only; counts, opt-outs and the source of a contact are closed to clients.',
  'public.event_count(calendar public.calendars)': 'Members only.',
  'public.email_count(calendar public.calendars)': 'Members may know how many, not who.',
  'public.phone_count(calendar public.calendars)': 'Members may know how many, not who.',
  'public.user_role(calendar public.calendars)': 'The caller’s own role.',
  'public.member_count(calendar public.calendars)': 'Public for public calendars, else members only.',
}
