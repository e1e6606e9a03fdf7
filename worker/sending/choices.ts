// Who may be told what: contacts with what each of them chose (private.contact_choices), as parts of the planner's statements.

/** Contacts of a calendar that can be told. A phone only once its owner has said yes. */
export const contactsOf = (calendar: string) => `
  select choice.contact_id as id, choice.address, choice.channel, choice.is_on, choice.categories, choice.timing, choice.paused_until
  from private.contact_choices choice
  where choice.calendar_id = ${calendar} and (choice.channel = 'email' or choice.confirmed_at is not null)`

/** Whether a contact `k` is to be told something today, where the calendar `c` is. */
export const isReachableAt = (now: string) => `
  (k.is_on and (k.paused_until is null or k.paused_until <= (${now}::timestamptz at time zone c.time_zone)::date))`

/** Whether it wants to hear of an event `e`, and has not been told of it on that day, or is about to be, by another mailing than this one. */
export const notYetNotifiedOf = (mailing = 'null') => `
  ((k.categories is null or e.category = any (k.categories)) and not exists (
    select from public.mailing_events told
    join public.mailings by on by.id = told.mailing_id
    join public.deliveries d
      on d.mailing_id = by.id and d.calendar_id = e.calendar_id and d.channel = k.channel and d.address = k.address
    where told.event_id = e.id and told.mailing_id is distinct from ${mailing} and told.kind <> 'test'
      and coalesce(told.day, by.day) = e.event_date
      and d.state in ('planned', 'claimed', 'committing', 'sent', 'delivered', 'uncertain')
      and (d.event_ids is null or e.id = any (d.event_ids))
  ))`
