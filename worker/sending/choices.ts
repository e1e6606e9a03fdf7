// SQL fragments of the planner: the contacts and members of a calendar with what each of them chose (private.contact_choices).

/** Selects whom a calendar may notify: contacts, a phone only once its owner has replied YES, and members who get email. */
export const contactsOf = (calendar: string) => `
  select choice.contact_id as id, choice.address, choice.channel, choice.is_on, choice.categories, choice.timing, choice.paused_until,
    choice.member_id, choice.confirmed_at is not null as is_confirmed, (select contact.tags from public.calendar_contacts contact where contact.id = choice.contact_id) as tags
  from private.contact_choices choice
  where choice.calendar_id = ${calendar} and (choice.channel = 'email' or choice.confirmed_at is not null)`

/** True if contact `k` is switched on and not paused, by the date in the time zone of calendar `c`. */
export const isReachableAt = (now: string) => `
  (k.is_on and (k.paused_until is null or k.paused_until <= (${now}::timestamptz at time zone c.time_zone)::date))`

/** True if event `e` is for everybody, or for a tag that contact `k` has. The only place that decides it. */
export const isFor = "(e.mail_tags = '{}' or k.tags && e.mail_tags)"

/** True if somebody has answered that they do not come to event `e`. An alert is for them too. */
export const hasDeclined = (isTheirs: string) => `
  (e.category <> 'Alert' and exists (
    select from public.rsvp_answers a
    where a.event_id = e.id and ${isTheirs} and a.answer = 'no' and a.confirmed_at is not null
  ))`

/** True if event `e` is for contact `k`, who wants its category and has not declined. */
export const wantsEvent = `
  (${isFor} and (k.categories is null or e.category = any (k.categories))
    and not (k.channel = 'email' and ${hasDeclined('a.email = k.address')}))`

/** True if this recipient has got the alert `e`, or may just be getting it: the all clear is for them only. */
export const knowsAlert = (channel: string, address: string) => `
  exists (
    select from public.mailing_events known
    join public.deliveries d
      on d.mailing_id = known.mailing_id and d.calendar_id = e.calendar_id and d.channel = ${channel} and d.address = ${address}
    where known.event_id = e.id and known.kind not in ('test', 'all_clear')
      and d.state in ('claimed', 'committing', 'sent', 'delivered', 'uncertain') and (d.event_ids is null or e.id = any (d.event_ids))
  )`

/** Selects the tags of a member, which the contact with their address has. `p` is their row of preferences. */
export const tagsOfMember = (p: string) => `
  select coalesce((
    select contact.tags from auth.users u
    join public.calendar_contacts contact on contact.contact_type = 'email' and contact.normalised = u.email
    where u.id = ${p}.user_id and u.email_confirmed_at is not null and contact.calendar_id = ${p}.calendar_id
  ), '{}') as tags`

/** True if event `e` is for contact `k`, who wants its category, and no other mailing has notified it, or is about to, of `e` on that day. */
export const notYetNotifiedOf = (mailing = 'null') => `
  (${wantsEvent} and not exists (
    select from public.mailing_events notified
    join public.mailings by on by.id = notified.mailing_id
    join public.deliveries d
      on d.mailing_id = by.id and d.calendar_id = e.calendar_id and d.channel = k.channel and d.address = k.address
    where notified.event_id = e.id and notified.mailing_id is distinct from ${mailing} and notified.kind <> 'test'
      and coalesce(notified.day, by.day) = e.event_date
      and d.state in ('planned', 'claimed', 'committing', 'sent', 'delivered', 'uncertain')
      and (d.event_ids is null or e.id = any (d.event_ids))
  ))`

/** When contact `k` is reminded of event `e` by the hour; null with the mail of its day. */
const hourBefore = 'private.hour_before(e.start_time, e.all_day, k.channel, c.time_zone)'

/** True if contact `k` chose to be notified of event `e` an hour before, which is to come or just on. Once it is over the day makes up for it. */
export const waitsForHour = (now: string) =>
  `(k.timing = 'hour' and e.end_time > ${now}::timestamptz and ${hourBefore} is not null)`

/** True if that hour has come. */
export const isHourDue = (now: string) => `(k.timing = 'hour' and ${hourBefore} <= ${now}::timestamptz)`

/** Selects the calendars that notify somebody who chose this timing. Most calendars have nobody, and lists are long. */
export const calendarsWith = (timing: string) => `
  select contact.calendar_id
  from private.contact_preferences p
  join public.calendar_contacts contact
    on contact.contact_type = case p.channel when 'sms' then 'phone' else 'email' end and contact.normalised = p.address
      and (p.calendar_id = contact.calendar_id or p.calendar_id is null)
  where p.timing = '${timing}'
  union
  select member.calendar_id
  from private.contact_preferences p
  join auth.users u on u.email = p.address
  join public.notification_preferences member
    on member.user_id = u.id and (p.calendar_id = member.calendar_id or p.calendar_id is null)
  where p.channel = 'email' and p.timing = '${timing}'`

/** True if event `e` was added, or put into the mailer, less than ten minutes ago, and nobody has chosen to send it at once. */
export const isWaiting = 'exists (select from private.waiting_events w where w.event_id = e.id)'
