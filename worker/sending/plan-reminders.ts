// Plans the reminders, on the day of an event, of those who answered that they come and get no mailing about it.
import type pg from 'pg'
import { isWaiting, notYetNotifiedOf } from './choices.ts'
import { isUnwanted } from './plan-deliveries.ts'

/** In the transaction that plans the mails of the day, after their deliveries: who gets one of these needs no second. */
export async function planReminders(client: pg.ClientBase, now: Date, calendarId: string | null): Promise<void> {
  await client.query(addReminders, [now, calendarId])
}

// Who answered on the day itself needs no reminder, and who chose to be notified an hour before gets that one.
const addReminders = `
  with due as materialized (
    select a.id
    from public.events e
    join public.rsvp_answers a on a.event_id = e.id
    join public.calendars c on c.id = e.calendar_id
    cross join lateral (
      select ($1::timestamptz at time zone c.time_zone)::date as today, ($1::timestamptz at time zone c.time_zone)::time as time
    ) as here
    cross join lateral (
      select 'email' as channel, a.email as address, null::text[] as categories, e.mail_tags as tags
    ) as k
    where e.event_date between ($1::timestamptz at time zone 'UTC')::date - 1 and ($1::timestamptz at time zone 'UTC')::date + 1
      and e.event_date = here.today and here.time >= c.notify_at and e.end_time > $1
      and e.status not in ('cancelled', 'postponed') and not ${isWaiting}
      and not c.disabled and c.sending_paused_at is null and ($2::uuid is null or c.id = $2)
      and a.reminded_at is null and a.email is not null and a.answer <> 'no' and a.waiting_since is null
      and a.confirmed_at < here.today::timestamp at time zone c.time_zone
      and ${notYetNotifiedOf()} and not ${isUnwanted('c.id', "'email'", 'a.email')}
      and not exists (
        select from private.contact_preferences p
        where p.timing = 'hour' and p.channel = 'email' and p.address = a.email and (p.calendar_id is null or p.calendar_id = c.id)
      )
    for update of a skip locked
  ), marked as (
    update public.rsvp_answers a set reminded_at = $1 from due where a.id = due.id returning a.id
  )
  select private.send_letter('rsvps/reminder', json_build_object('answer', marked.id)) from marked`
