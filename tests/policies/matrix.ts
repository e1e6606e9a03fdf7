import { type Person, people } from './people.ts'

/**
 * Who may do what, written down before it is tried: in SQL (sql.test.ts) and over HTTP (http.test.ts).
 *
 *   yes    it happens, to exactly one row
 *   none   accepted, and nothing happens: the row is hidden, or was there already
 *   no     refused (42501)
 *   other  refused with that SQLSTATE
 *
 * Rows (rows.ts says which exactly):
 *   own       of one's own calendar, or about oneself. Guest and stranger have none: the public calendar's
 *   foreign   of a calendar one does not belong to. For guest and stranger: the disabled calendar's
 *   fellow    about somebody else in one's own calendar
 *   mine      in one's own calendar and created by oneself (the stranger created an event and left)
 *   forged    in somebody else's name
 */
const expectations = `
                                       guest stranger unconfirmed member admin owner trialOwner otherAdmin service

profiles                     select own      no  yes  yes   yes  yes  yes  yes   yes  yes
profiles                     select foreign  no  none none  none none none none  none yes
profiles                     insert own      no  23505 23505 23505 23505 23505 23505 23505 23505
profiles                     insert foreign  no  no   no    no   no   no   no    no   23505
profiles                     update own      no  yes  yes   yes  yes  yes  yes   yes  yes
profiles                     update foreign  no  none none  none none none none  none yes
profiles                     delete own      no  no   no    no   no   no   no    no   yes
profiles                     delete foreign  no  no   no    no   no   no   no    no   yes

calendars                    select own      yes none yes   yes  yes  yes  yes   yes  yes
calendars                    select foreign  none none none none none none none  none yes
calendars                    insert own      no  yes  TB007 yes  yes  yes  TB001 yes  yes
calendars                    insert forged   no  no   no    no   no   no   no    no   yes
calendars                    update own      no  none none  none none yes  yes   yes  yes
calendars                    update foreign  no  none none  none none none none  none yes
calendars                    delete own      no  none none  none none yes  yes   yes  yes
calendars                    delete foreign  no  none none  none none none none  none yes

calendar_members             select own      no  none yes   yes  yes  yes  yes   yes  yes
calendar_members             select fellow   no  none yes   yes  yes  yes  yes   yes  yes
calendar_members             select foreign  no  none none  none none none none  none yes
calendar_members             insert own      no  no   no    no   none none none  none 23505
calendar_members             insert fellow   no  no   no    no   no   no   no    no   yes
calendar_members             insert foreign  no  no   no    no   no   no   no    no   yes
calendar_members             update own      no  none none  none none TB004 TB004 TB004 yes
calendar_members             update fellow   no  none none  none none yes  yes   yes  yes
calendar_members             update foreign  no  none none  none none none none  none yes
calendar_members             delete own      no  none yes   yes  yes  TB004 TB004 TB004 yes
calendar_members             delete fellow   no  none none  none none yes  yes   yes  yes
calendar_members             delete foreign  no  none none  none none none none  none yes

notification_preferences     select own      no  none yes   yes  yes  yes  yes   yes  yes
notification_preferences     select fellow   no  none none  none none none none  none yes
notification_preferences     select foreign  no  none none  none none none none  none yes
notification_preferences     insert own      no  23503 none none none none none  none 23505
notification_preferences     insert fellow   no  no   no    no   no   no   no    no   23505
notification_preferences     insert foreign  no  23503 23503 23503 23503 23503 23503 23503 23503
notification_preferences     update own      no  none yes   yes  yes  yes  yes   yes  yes
notification_preferences     update fellow   no  none none  none none none none  none yes
notification_preferences     update foreign  no  none none  none none none none  none yes
notification_preferences     delete own      no  none yes   yes  yes  yes  yes   yes  yes
notification_preferences     delete fellow   no  none none  none none none none  none yes
notification_preferences     delete foreign  no  none none  none none none none  none yes

push_subscriptions           select own      no  yes  yes   yes  yes  yes  yes   yes  yes
push_subscriptions           select foreign  no  none none  none none none none  none yes
push_subscriptions           insert own      no  no   no    no   no   no   no    no   yes
push_subscriptions           insert foreign  no  no   no    no   no   no   no    no   yes
push_subscriptions           update own      no  no   no    no   no   no   no    no   yes
push_subscriptions           update foreign  no  no   no    no   no   no   no    no   yes
push_subscriptions           delete own      no  yes  yes   yes  yes  yes  yes   yes  yes
push_subscriptions           delete foreign  no  none none  none none none none  none yes

feed_links                   select own      no  none yes   yes  yes  yes  yes   yes  yes
feed_links                   select fellow   no  none none  none none none none  none yes
feed_links                   select foreign  no  none none  none none none none  none yes
feed_links                   insert own      no  no   no    no   no   no   no    no   23505
feed_links                   insert foreign  no  no   no    no   no   no   no    no   23503
feed_links                   update own      no  no   no    no   no   no   no    no   yes
feed_links                   update foreign  no  no   no    no   no   no   no    no   yes
feed_links                   delete own      no  none yes   yes  yes  yes  yes   yes  yes
feed_links                   delete fellow   no  none none  none none none none  none yes
feed_links                   delete foreign  no  none none  none none none none  none yes

inbound_feeds                select own      no  none none  none yes  yes  yes   yes  yes
inbound_feeds                select foreign  no  none none  none none none none  none yes
inbound_feeds                insert own      no  no   no    no   no   no   no    no   23505
inbound_feeds                insert foreign  no  no   no    no   no   no   no    no   23505
inbound_feeds                update own      no  no   no    no   no   no   no    no   yes
inbound_feeds                update foreign  no  no   no    no   no   no   no    no   yes
inbound_feeds                delete own      no  none none  none yes  yes  yes   yes  yes
inbound_feeds                delete foreign  no  none none  none none none none  none yes

webhooks                     select own      no  none none  none yes  yes  yes   yes  yes
webhooks                     select foreign  no  none none  none none none none  none yes
webhooks                     insert own      no  no   no    no   no   no   no    no   yes
webhooks                     insert foreign  no  no   no    no   no   no   no    no   yes
webhooks                     update own      no  no   no    no   no   no   no    no   yes
webhooks                     update foreign  no  no   no    no   no   no   no    no   yes
webhooks                     delete own      no  no   no    no   no   no   no    no   yes
webhooks                     delete foreign  no  no   no    no   no   no   no    no   yes

webhook_deliveries           select own      no  none none  none yes  yes  yes   yes  yes
webhook_deliveries           select foreign  no  none none  none none none none  none yes
webhook_deliveries           insert own      no  no   no    no   no   no   no    no   yes
webhook_deliveries           insert foreign  no  no   no    no   no   no   no    no   yes
webhook_deliveries           update own      no  no   no    no   no   no   no    no   yes
webhook_deliveries           update foreign  no  no   no    no   no   no   no    no   yes
webhook_deliveries           delete own      no  no   no    no   no   no   no    no   yes
webhook_deliveries           delete foreign  no  no   no    no   no   no   no    no   yes

member_invitations           select own      no  none none  none yes  yes  yes   yes  yes
member_invitations           select foreign  no  none none  none none none none  none yes
member_invitations           insert own      no  no   no    no   no   no   no    no   yes
member_invitations           insert foreign  no  no   no    no   no   no   no    no   yes
member_invitations           update own      no  no   no    no   no   no   no    no   yes
member_invitations           update foreign  no  no   no    no   no   no   no    no   yes
member_invitations           delete own      no  none none  none yes  yes  yes   yes  yes
member_invitations           delete foreign  no  none none  none none none none  none yes

calendar_contacts            select own      no  none none  none yes  yes  yes   yes  yes
calendar_contacts            select foreign  no  none none  none none none none  none yes
calendar_contacts            insert own      no  no   no    no   yes  yes  yes   yes  yes
calendar_contacts            insert foreign  no  no   no    no   no   no   no    no   yes
calendar_contacts            update own      no  no   no    no   no   no   no    no   yes
calendar_contacts            update foreign  no  no   no    no   no   no   no    no   yes
calendar_contacts            delete own      no  none none  none yes  yes  yes   yes  yes
calendar_contacts            delete foreign  no  none none  none none none none  none yes

events                       select own      yes none yes   yes  yes  yes  yes   yes  yes
events                       select foreign  none none none none none none none  none yes
events                       insert own      no  no   no    no   yes  yes  yes   yes  yes
events                       insert foreign  no  no   no    no   no   no   no    no   yes
events                       update own      no  none none  none yes  yes  yes   yes  yes
events                       update mine     no  none yes   yes  yes  yes  yes   yes  yes
events                       update foreign  no  none none  none none none none  none yes
events                       delete own      no  none none  none yes  yes  yes   yes  yes
events                       delete mine     no  none yes   yes  yes  yes  yes   yes  yes
events                       delete foreign  no  none none  none none none none  none yes

event_series                 select own      yes none yes   yes  yes  yes  yes   yes  yes
event_series                 select foreign  none none none none none none none  none yes
event_series                 insert own      no  no   no    no   yes  yes  yes   yes  yes
event_series                 insert foreign  no  no   no    no   no   no   no    no   yes
event_series                 update own      no  none none  none yes  yes  yes   yes  yes
event_series                 update foreign  no  none none  none none none none  none yes
event_series                 delete own      no  none none  none yes  yes  yes   yes  yes
event_series                 delete foreign  no  none none  none none none none  none yes

event_rsvps                  select own      yes none yes   yes  yes  yes  yes   yes  yes
event_rsvps                  select foreign  none none none none none none none  none yes
event_rsvps                  insert own      no  no   no    no   no   no   no    no   yes
event_rsvps                  insert foreign  no  no   no    no   no   no   no    no   yes
event_rsvps                  update own      no  no   no    no   no   no   no    no   yes
event_rsvps                  update foreign  no  no   no    no   no   no   no    no   yes
event_rsvps                  delete own      no  no   no    no   no   no   no    no   yes
event_rsvps                  delete foreign  no  no   no    no   no   no   no    no   yes

rsvp_answers                 select own      no  none none  none yes  yes  yes   yes  yes
rsvp_answers                 select foreign  no  none none  none none none none  none yes
rsvp_answers                 insert own      no  no   no    no   no   no   no    no   yes
rsvp_answers                 insert foreign  no  no   no    no   no   no   no    no   yes
rsvp_answers                 update own      no  no   no    no   no   no   no    no   yes
rsvp_answers                 update foreign  no  no   no    no   no   no   no    no   yes
rsvp_answers                 delete own      no  no   no    no   no   no   no    no   yes
rsvp_answers                 delete foreign  no  no   no    no   no   no   no    no   yes

collections                  select own      no  none none  none none yes  yes   yes  yes
collections                  select foreign  no  none none  none none none none  none yes
collections                  insert own      no  yes  TB007 yes  yes  yes  yes   yes  yes
collections                  insert forged   no  no   no    no   no   no   no    no   yes
collections                  update own      no  none none  none none yes  yes   yes  yes
collections                  update foreign  no  none none  none none none none  none yes
collections                  delete own      no  none none  none none yes  yes   yes  yes
collections                  delete foreign  no  none none  none none none none  none yes

collection_calendars         select own      no  none none  none none yes  yes   yes  yes
collection_calendars         select foreign  no  none none  none none none none  none yes
collection_calendars         insert own      no  no   no    no   no   no   no    no   yes
collection_calendars         insert foreign  no  no   no    no   no   no   no    no   yes
collection_calendars         update own      no  none none  none none yes  yes   yes  yes
collection_calendars         update foreign  no  none none  none none none none  none yes
collection_calendars         delete own      no  none none  none none yes  yes   yes  yes
collection_calendars         delete foreign  no  none none  none none none none  none yes

event_slots                  select own      yes none yes   yes  yes  yes  yes   yes  yes
event_slots                  select foreign  none none none none none none none  none yes
event_slots                  insert own      no  no   no    no   no   no   no    no   yes
event_slots                  insert foreign  no  no   no    no   no   no   no    no   yes
event_slots                  update own      no  no   no    no   no   no   no    no   yes
event_slots                  update foreign  no  no   no    no   no   no   no    no   yes
event_slots                  delete own      no  no   no    no   no   no   no    no   yes
event_slots                  delete foreign  no  no   no    no   no   no   no    no   yes

slot_signups                 select own      no  none none  none yes  yes  yes   yes  yes
slot_signups                 select foreign  no  none none  none none none none  none yes
slot_signups                 insert own      no  no   no    no   no   no   no    no   yes
slot_signups                 insert foreign  no  no   no    no   no   no   no    no   yes
slot_signups                 update own      no  no   no    no   no   no   no    no   yes
slot_signups                 update foreign  no  no   no    no   no   no   no    no   yes
slot_signups                 delete own      no  no   no    no   no   no   no    no   yes
slot_signups                 delete foreign  no  no   no    no   no   no   no    no   yes

slot_amounts                 select own      no  none none  none yes  yes  yes   yes  yes
slot_amounts                 select foreign  no  none none  none none none none  none yes
slot_amounts                 insert own      no  no   no    no   no   no   no    no   yes
slot_amounts                 insert foreign  no  no   no    no   no   no   no    no   yes
slot_amounts                 update own      no  no   no    no   no   no   no    no   yes
slot_amounts                 update foreign  no  no   no    no   no   no   no    no   yes
slot_amounts                 delete own      no  no   no    no   no   no   no    no   yes
slot_amounts                 delete foreign  no  no   no    no   no   no   no    no   yes

polls                        select own      yes none yes   yes  yes  yes  yes   yes  yes
polls                        select foreign  none none none  none none none none  none yes
polls                        insert own      no  no   no    no   no   no   no    no   yes
polls                        insert foreign  no  no   no    no   no   no   no    no   yes
polls                        update own      no  no   no    no   no   no   no    no   yes
polls                        update foreign  no  no   no    no   no   no   no    no   yes
polls                        delete own      no  no   no    no   no   no   no    no   yes
polls                        delete foreign  no  no   no    no   no   no   no    no   yes

poll_answers                 select own      no  none none  none yes  yes  yes   yes  yes
poll_answers                 select foreign  no  none none  none none none none  none yes
poll_answers                 insert own      no  no   no    no   no   no   no    no   yes
poll_answers                 insert foreign  no  no   no    no   no   no   no    no   yes
poll_answers                 update own      no  no   no    no   no   no   no    no   yes
poll_answers                 update foreign  no  no   no    no   no   no   no    no   yes
poll_answers                 delete own      no  no   no    no   no   no   no    no   yes
poll_answers                 delete foreign  no  no   no    no   no   no   no    no   yes

event_suggestions            select own      no  none none  none yes  yes  yes   yes  yes
event_suggestions            select foreign  no  none none  none none none none  none yes
event_suggestions            insert own      no  no   no    no   no   no   no    no   yes
event_suggestions            insert foreign  no  no   no    no   no   no   no    no   yes
event_suggestions            update own      no  no   no    no   no   no   no    no   yes
event_suggestions            update foreign  no  no   no    no   no   no   no    no   yes
event_suggestions            delete own      no  no   no    no   no   no   no    no   yes
event_suggestions            delete foreign  no  no   no    no   no   no   no    no   yes

trusted_submitters           select own      no  none none  none yes  yes  yes   yes  yes
trusted_submitters           select foreign  no  none none  none none none none  none yes
trusted_submitters           insert own      no  no   no    no   no   no   no    no   yes
trusted_submitters           insert foreign  no  no   no    no   no   no   no    no   yes
trusted_submitters           update own      no  no   no    no   no   no   no    no   yes
trusted_submitters           update foreign  no  no   no    no   no   no   no    no   yes
trusted_submitters           delete own      no  no   no    no   no   no   no    no   yes
trusted_submitters           delete foreign  no  no   no    no   no   no   no    no   yes

change_notices               select own      no  none none  none yes  yes  yes   yes  yes
change_notices               select mine     no  none none  yes  yes  yes  yes   yes  yes
change_notices               select foreign  no  none none  none none none none  none yes
change_notices               insert own      no  no   no    no   no   no   no    no   yes
change_notices               insert foreign  no  no   no    no   no   no   no    no   yes
change_notices               update own      no  no   no    no   no   no   no    no   yes
change_notices               update foreign  no  no   no    no   no   no   no    no   yes
change_notices               delete own      no  no   no    no   no   no   no    no   yes
change_notices               delete foreign  no  no   no    no   no   no   no    no   yes

held_alerts                  select own      no  none none  none yes  yes  yes   yes  yes
held_alerts                  select foreign  no  none none  none none none none  none yes
held_alerts                  insert own      no  no   no    no   no   no   no    no   yes
held_alerts                  insert foreign  no  no   no    no   no   no   no    no   yes
held_alerts                  update own      no  no   no    no   no   no   no    no   yes
held_alerts                  update foreign  no  no   no    no   no   no   no    no   yes
held_alerts                  delete own      no  no   no    no   no   no   no    no   yes
held_alerts                  delete foreign  no  no   no    no   no   no   no    no   yes

event_messages               select own      no  none none  none yes  yes  yes   yes  yes
event_messages               select foreign  no  none none  none none none none  none yes
event_messages               insert own      no  no   no    no   no   no   no    no   yes
event_messages               insert foreign  no  no   no    no   no   no   no    no   yes
event_messages               update own      no  no   no    no   no   no   no    no   yes
event_messages               update foreign  no  no   no    no   no   no   no    no   yes
event_messages               delete own      no  no   no    no   no   no   no    no   yes
event_messages               delete foreign  no  no   no    no   no   no   no    no   yes

alert_updates                select own      yes none yes   yes  yes  yes  yes   yes  yes
alert_updates                select foreign  none none none none none none none  none yes
alert_updates                insert own      no  no   no    no   no   no   no    no   yes
alert_updates                insert foreign  no  no   no    no   no   no   no    no   yes
alert_updates                update own      no  no   no    no   no   no   no    no   yes
alert_updates                update foreign  no  no   no    no   no   no   no    no   yes
alert_updates                delete own      no  no   no    no   no   no   no    no   yes
alert_updates                delete foreign  no  no   no    no   no   no   no    no   yes

deleted_events               select own      no  none none  none yes  yes  yes   yes  yes
deleted_events               select foreign  no  none none  none none none none  none yes
deleted_events               insert own      no  no   no    no   no   no   no    no   yes
deleted_events               update own      no  no   no    no   no   no   no    no   yes
deleted_events               delete own      no  no   no    no   no   no   no    no   yes

audit_logs                   select own      no  none none  none yes  yes  yes   yes  yes
audit_logs                   select foreign  no  none none  none none none none  none yes
audit_logs                   insert own      no  no   none  none none none none  none yes
audit_logs                   insert forged   no  no   no    no   no   no   no    no   yes
audit_logs                   insert foreign  no  no   no    no   no   no   no    no   yes
audit_logs                   update own      no  no   no    no   no   no   no    no   no
audit_logs                   update foreign  no  no   no    no   no   no   no    no   no
audit_logs                   delete own      no  no   no    no   no   no   no    no   yes
audit_logs                   delete foreign  no  no   no    no   no   no   no    no   yes

pending_contact_confirmations select own     no  no   no    no   no   no   no    no   yes
pending_contact_confirmations select foreign no  no   no    no   no   no   no    no   yes
pending_contact_confirmations insert own     no  no   no    no   no   no   no    no   yes
pending_contact_confirmations insert foreign no  no   no    no   no   no   no    no   yes
pending_contact_confirmations update own     no  no   no    no   no   no   no    no   yes
pending_contact_confirmations update foreign no  no   no    no   no   no   no    no   yes
pending_contact_confirmations delete own     no  no   no    no   no   no   no    no   yes
pending_contact_confirmations delete foreign no  no   no    no   no   no   no    no   yes

opt_outs                     select own      no  no   no    no   no   no   no    no   yes
opt_outs                     select foreign  no  no   no    no   no   no   no    no   yes
opt_outs                     insert own      no  no   no    no   no   no   no    no   yes
opt_outs                     insert foreign  no  no   no    no   no   no   no    no   yes
opt_outs                     update own      no  no   no    no   no   no   no    no   yes
opt_outs                     update foreign  no  no   no    no   no   no   no    no   yes
opt_outs                     delete own      no  no   no    no   no   no   no    no   yes
opt_outs                     delete foreign  no  no   no    no   no   no   no    no   yes

suppressions                 select own      no  no   no    no   no   no   no    no   yes
suppressions                 insert own      no  no   no    no   no   no   no    no   yes
suppressions                 update own      no  no   no    no   no   no   no    no   yes
suppressions                 delete own      no  no   no    no   no   no   no    no   yes

mailings                     select own      no  none none  none yes  yes  yes   yes  yes
mailings                     select foreign  no  none none  none none none none  none yes
mailings                     insert own      no  no   no    no   no   no   no    no   yes
mailings                     insert foreign  no  no   no    no   no   no   no    no   yes
mailings                     update own      no  no   no    no   no   no   no    no   yes
mailings                     update foreign  no  no   no    no   no   no   no    no   yes
mailings                     delete own      no  no   no    no   no   no   no    no   yes
mailings                     delete foreign  no  no   no    no   no   no   no    no   yes

mailing_events               select own      no  none none  none yes  yes  yes   yes  yes
mailing_events               select foreign  no  none none  none none none none  none yes
mailing_events               insert own      no  no   no    no   no   no   no    no   23505
mailing_events               insert foreign  no  no   no    no   no   no   no    no   23505
mailing_events               update own      no  no   no    no   no   no   no    no   yes
mailing_events               update foreign  no  no   no    no   no   no   no    no   yes
mailing_events               delete own      no  no   no    no   no   no   no    no   yes
mailing_events               delete foreign  no  no   no    no   no   no   no    no   yes

deliveries                   select own      no  none none  none yes  yes  yes   yes  yes
deliveries                   select foreign  no  none none  none none none none  none yes
deliveries                   insert own      no  no   no    no   no   no   no    no   yes
deliveries                   insert foreign  no  no   no    no   no   no   no    no   yes
deliveries                   update own      no  no   no    no   no   no   no    no   yes
deliveries                   update foreign  no  no   no    no   no   no   no    no   yes
deliveries                   delete own      no  no   no    no   no   no   no    no   yes
deliveries                   delete foreign  no  no   no    no   no   no   no    no   yes

places                       select own      yes yes  yes   yes  yes  yes  yes   yes  yes
places                       insert own      no  no   no    no   no   no   no    no   yes
places                       update own      no  no   no    no   no   no   no    no   yes
places                       delete own      no  no   no    no   no   no   no    no   yes

private.calendar_invites     select own      no  no   no    no   no   no   no    no   yes
private.calendar_invites     select foreign  no  no   no    no   no   no   no    no   yes
private.calendar_invites     insert own      no  no   no    no   no   no   no    no   23505
private.calendar_invites     update own      no  no   no    no   no   no   no    no   yes
private.calendar_invites     update foreign  no  no   no    no   no   no   no    no   yes
private.calendar_invites     delete own      no  no   no    no   no   no   no    no   yes
private.calendar_invites     delete foreign  no  no   no    no   no   no   no    no   yes

private.rate_limits          select own      no  no   no    no   no   no   no    no   yes
private.rate_limits          insert own      no  no   no    no   no   no   no    no   yes
private.rate_limits          update own      no  no   no    no   no   no   no    no   yes
private.rate_limits          delete own      no  no   no    no   no   no   no    no   yes

private.workers              select own      no  no   no    no   no   no   no    no   yes
private.workers              insert own      no  no   no    no   no   no   no    no   yes
private.workers              update own      no  no   no    no   no   no   no    no   yes
private.workers              delete own      no  no   no    no   no   no   no    no   yes

private.caught_messages      select own      no  no   no    no   no   no   no    no   yes
private.caught_messages      insert own      no  no   no    no   no   no   no    no   yes
private.caught_messages      update own      no  no   no    no   no   no   no    no   no
private.caught_messages      delete own      no  no   no    no   no   no   no    no   yes

private.phone_confirmations  select own      no  no   no    no   no   no   no    no   yes
private.phone_confirmations  insert own      no  no   no    no   no   no   no    no   yes
private.phone_confirmations  update own      no  no   no    no   no   no   no    no   yes
private.phone_confirmations  delete own      no  no   no    no   no   no   no    no   yes

private.contact_preferences  select own      no  no   no    no   no   no   no    no   yes
private.contact_preferences  insert own      no  no   no    no   no   no   no    no   yes
private.contact_preferences  update own      no  no   no    no   no   no   no    no   yes
private.contact_preferences  delete own      no  no   no    no   no   no   no    no   yes

private.event_images         select own      no  no   no    no   no   no   no    no   yes
private.event_images         insert own      no  no   no    no   no   no   no    no   yes
private.event_images         update own      no  no   no    no   no   no   no    no   yes
private.event_images         delete own      no  no   no    no   no   no   no    no   yes

private.digests              select own      no  no   no    no   no   no   no    no   yes
private.digests              insert own      no  no   no    no   no   no   no    no   yes
private.digests              update own      no  no   no    no   no   no   no    no   yes
private.digests              delete own      no  no   no    no   no   no   no    no   yes

private.waiting_events       select own      no  no   no    no   no   no   no    no   yes
private.waiting_events       insert own      no  no   no    no   no   no   no    no   23505
private.waiting_events       update own      no  no   no    no   no   no   no    no   yes
private.waiting_events       delete own      no  no   no    no   no   no   no    no   yes

private.mailing_totals       select own      no  no   no    no   no   no   no    no   yes
private.mailing_totals       insert own      no  no   no    no   no   no   no    no   yes
private.mailing_totals       update own      no  no   no    no   no   no   no    no   yes
private.mailing_totals       delete own      no  no   no    no   no   no   no    no   yes

private.event_imports        select own      no  no   no    no   no   no   no    no   yes
private.event_imports        insert own      no  no   no    no   no   no   no    no   yes
private.event_imports        update own      no  no   no    no   no   no   no    no   yes
private.event_imports        delete own      no  no   no    no   no   no   no    no   yes

private.imported_events      select own      no  no   no    no   no   no   no    no   yes
private.imported_events      insert own      no  no   no    no   no   no   no    no   23505
private.imported_events      update own      no  no   no    no   no   no   no    no   yes
private.imported_events      delete own      no  no   no    no   no   no   no    no   yes

private.phone_companions     select own      no  no   no    no   no   no   no    no   yes
private.phone_companions     insert own      no  no   no    no   no   no   no    no   yes
private.phone_companions     update own      no  no   no    no   no   no   no    no   yes
private.phone_companions     delete own      no  no   no    no   no   no   no    no   yes

private.captcha_passes       select own      no  no   no    no   no   no   no    no   yes
private.captcha_passes       insert own      no  no   no    no   no   no   no    no   yes
private.captcha_passes       update own      no  no   no    no   no   no   no    no   yes
private.captcha_passes       delete own      no  no   no    no   no   no   no    no   yes

private.used_challenges      select own      no  no   no    no   no   no   no    no   yes
private.used_challenges      insert own      no  no   no    no   no   no   no    no   yes
private.used_challenges      update own      no  no   no    no   no   no   no    no   yes
private.used_challenges      delete own      no  no   no    no   no   no   no    no   yes

private.support_messages     select own      no  no   no    no   no   no   no    no   yes
private.support_messages     insert own      no  no   no    no   no   no   no    no   yes
private.support_messages     update own      no  no   no    no   no   no   no    no   yes
private.support_messages     delete own      no  no   no    no   no   no   no    no   yes

private.inbound_texts        select own      no  no   no    no   no   no   no    no   yes
private.inbound_texts        insert own      no  no   no    no   no   no   no    no   yes
private.inbound_texts        update own      no  no   no    no   no   no   no    no   yes
private.inbound_texts        delete own      no  no   no    no   no   no   no    no   yes

private.sending              select own      no  no   no    no   no   no   no    no   yes
private.sending              insert own      no  no   no    no   no   no   no    no   23505
private.sending              update own      no  no   no    no   no   no   no    no   yes
private.sending              delete own      no  no   no    no   no   no   no    no   yes

private.moved_calendars      select own      no  no   no    no   no   no   no    no   yes
private.moved_calendars      insert own      no  no   no    no   no   no   no    no   yes
private.moved_calendars      update own      no  no   no    no   no   no   no    no   yes
private.moved_calendars      delete own      no  no   no    no   no   no   no    no   yes
private.holds                select own      no  no   no    no   no   no   no    no   yes
private.holds                insert own      no  no   no    no   no   no   no    no   yes
private.holds                update own      no  no   no    no   no   no   no    no   yes
private.holds                delete own      no  no   no    no   no   no   no    no   yes

private.letter_copies        select own      no  no   no    no   no   no   no    no   yes
private.letter_copies        insert own      no  no   no    no   no   no   no    no   yes
private.letter_copies        update own      no  no   no    no   no   no   no    no   yes
private.letter_copies        delete own      no  no   no    no   no   no   no    no   yes

private.send_paces           select own      no  no   no    no   no   no   no    no   yes
private.send_paces           insert own      no  no   no    no   no   no   no    no   yes
private.send_paces           update own      no  no   no    no   no   no   no    no   yes
private.send_paces           delete own      no  no   no    no   no   no   no    no   yes

private.transfer_offers      select own      no  no   no    no   no   no   no    no   yes
private.transfer_offers      insert own      no  no   no    no   no   no   no    no   yes
private.transfer_offers      update own      no  no   no    no   no   no   no    no   yes
private.transfer_offers      delete own      no  no   no    no   no   no   no    no   yes

private.cohost_offers        select own      no  no   no    no   no   no   no    no   yes
private.cohost_offers        insert own      no  no   no    no   no   no   no    no   yes
private.cohost_offers        update own      no  no   no    no   no   no   no    no   yes
private.cohost_offers        delete own      no  no   no    no   no   no   no    no   yes

private.collection_declines  select own      no  no   no    no   no   no   no    no   yes
private.collection_declines  insert own      no  no   no    no   no   no   no    no   yes
private.collection_declines  update own      no  no   no    no   no   no   no    no   yes
private.collection_declines  delete own      no  no   no    no   no   no   no    no   yes

private.collection_names     select own      no  no   no    no   no   no   no    no   yes
private.collection_names     insert own      no  no   no    no   no   no   no    no   yes
private.collection_names     update own      no  no   no    no   no   no   no    no   yes
private.collection_names     delete own      no  no   no    no   no   no   no    no   yes

private.senders              select own      no  no   no    no   no   no   no    no   yes
private.senders              insert own      no  no   no    no   no   no   no    no   yes
private.senders              update own      no  no   no    no   no   no   no    no   yes
private.senders              delete own      no  no   no    no   no   no   no    no   yes

private.operators            select own      no  no   no    no   no   no   no    no   yes
private.operators            insert own      no  no   no    no   no   no   no    no   yes
private.operators            update own      no  no   no    no   no   no   no    no   yes
private.operators            delete own      no  no   no    no   no   no   no    no   yes

private.operator_codes       select own      no  no   no    no   no   no   no    no   yes
private.operator_codes       insert own      no  no   no    no   no   no   no    no   23505
private.operator_codes       update own      no  no   no    no   no   no   no    no   yes
private.operator_codes       delete own      no  no   no    no   no   no   no    no   yes

private.operator_history     select own      no  no   no    no   no   no   no    no   yes
private.operator_history     insert own      no  no   no    no   no   no   no    no   yes
private.operator_history     update own      no  no   no    no   no   no   no    no   no
private.operator_history     delete own      no  no   no    no   no   no   no    no   no

auth.users                   select own      no  no   no    no   no   no   no    no   yes
auth.users                   select foreign  no  no   no    no   no   no   no    no   yes
auth.users                   insert own      no  no   no    no   no   no   no    no   yes
auth.users                   update own      no  no   no    no   no   no   no    no   yes
auth.users                   update foreign  no  no   no    no   no   no   no    no   yes
auth.users                   delete own      no  no   no    no   no   no   no    no   yes
auth.users                   delete foreign  no  no   no    no   no   no   no    no   yes

auth.sessions                select own      no  no   no    no   no   no   no    no   yes
auth.sessions                insert own      no  no   no    no   no   no   no    no   yes
auth.sessions                update own      no  no   no    no   no   no   no    no   yes
auth.sessions                delete own      no  no   no    no   no   no   no    no   yes
auth.access_tokens           select own      no  no   no    no   no   no   no    no   yes
auth.access_tokens           insert own      no  no   no    no   no   no   no    no   yes
auth.access_tokens           update own      no  no   no    no   no   no   no    no   yes
auth.access_tokens           delete own      no  no   no    no   no   no   no    no   yes

auth.refresh_tokens          select own      no  no   no    no   no   no   no    no   yes
auth.refresh_tokens          insert own      no  no   no    no   no   no   no    no   yes
auth.refresh_tokens          update own      no  no   no    no   no   no   no    no   yes
auth.refresh_tokens          delete own      no  no   no    no   no   no   no    no   yes

auth.one_time_tokens         select own      no  no   no    no   no   no   no    no   yes
auth.one_time_tokens         insert own      no  no   no    no   no   no   no    no   yes
auth.one_time_tokens         update own      no  no   no    no   no   no   no    no   yes
auth.one_time_tokens         delete own      no  no   no    no   no   no   no    no   yes

auth.passkeys                select own      no  no   no    no   no   no   no    no   yes
auth.passkeys                insert own      no  no   no    no   no   no   no    no   yes
auth.passkeys                update own      no  no   no    no   no   no   no    no   yes
auth.passkeys                delete own      no  no   no    no   no   no   no    no   yes
auth.second_factors          select own      no  no   no    no   no   no   no    no   yes
auth.second_factors          insert own      no  no   no    no   no   no   no    no   yes
auth.second_factors          update own      no  no   no    no   no   no   no    no   yes
auth.second_factors          delete own      no  no   no    no   no   no   no    no   yes

auth.recovery_codes          select own      no  no   no    no   no   no   no    no   yes
auth.recovery_codes          insert own      no  no   no    no   no   no   no    no   yes
auth.recovery_codes          update own      no  no   no    no   no   no   no    no   yes
auth.recovery_codes          delete own      no  no   no    no   no   no   no    no   yes

auth.notices                 select own      no  no   no    no   no   no   no    no   yes
auth.notices                 insert own      no  no   no    no   no   no   no    no   yes
auth.notices                 update own      no  no   no    no   no   no   no    no   yes
auth.notices                 delete own      no  no   no    no   no   no   no    no   yes
`

export type Verb = 'select' | 'insert' | 'update' | 'delete'
export type Target = 'own' | 'foreign' | 'fellow' | 'mine' | 'forged'

export interface Expectation {
  table: string
  verb: Verb
  target: Target
  person: Person
  outcome: string
}

export const matrix: Expectation[] = expectations
  .trim()
  .split('\n')
  .slice(1)
  .filter((line) => line.trim() !== '')
  .flatMap((line) => {
    const [table, verb, target, ...outcomes] = line.split(/\s+/) as [string, Verb, Target, ...string[]]
    if (outcomes.length !== people.length) throw new Error(`The matrix needs an outcome for each person: ${line}`)
    return people.map((person, index) => ({ table, verb, target, person, outcome: outcomes[index]! }))
  })

export const tablesOfMatrix: string[] = [...new Set(matrix.map(({ table }) => table))]
