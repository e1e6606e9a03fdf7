// Who may be told what: contacts with what each of them chose, as parts of the planner's statements. A choice for the calendar
// comes first, then one for all calendars; who chose nothing is told everything on the day.

/** Contacts of a calendar that can be told. A phone only once its owner has said yes. */
export const contactsOf = (calendar: string) => `
  select contact.id, contact.normalised as address, way.channel,
    case when own.id is null then every.is_on is not false else own.is_on end as is_on,
    case when own.id is null then every.categories else own.categories end as categories,
    case when own.id is null then coalesce(every.timing, 'day_of') else own.timing end as timing,
    case when own.id is null then every.paused_until else own.paused_until end as paused_until
  from public.calendar_contacts contact
  cross join lateral (select case contact.contact_type when 'phone' then 'sms' else 'email' end as channel) as way
  left join private.contact_preferences own
    on own.channel = way.channel and own.address = contact.normalised and own.calendar_id = contact.calendar_id
  left join private.contact_preferences every
    on every.channel = way.channel and every.address = contact.normalised and every.calendar_id is null
  where contact.calendar_id = ${calendar} and (contact.contact_type = 'email' or contact.confirmed_at is not null)`

/** Whether a contact `k` is to be told something today, where the calendar `c` is. */
export const isListening = (now: string) => `
  (k.is_on and (k.paused_until is null or k.paused_until <= (${now}::timestamptz at time zone c.time_zone)::date))`

/** Whether it wants to hear of an event `e`, and has not been told of it on that day, or is about to be. */
export const isNewsOf = `
  ((k.categories is null or e.category = any (k.categories)) and not exists (
    select from public.mailing_events told
    join public.mailings by on by.id = told.mailing_id
    join public.deliveries d
      on d.mailing_id = by.id and d.calendar_id = by.calendar_id and d.channel = k.channel and d.address = k.address
    where told.event_id = e.id and told.kind <> 'test' and coalesce(told.day, by.day) = e.event_date
      and d.state in ('planned', 'claimed', 'committing', 'sent', 'delivered', 'uncertain')
      and (d.event_ids is null or e.id = any (d.event_ids))
  ))`
