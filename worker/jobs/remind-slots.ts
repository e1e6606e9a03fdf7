// Reminds those who signed up for what an event needs, the evening before, by the calendar's clock. Who signs up later than that needs no
// reminder. The mark and the job are written together, so a second run plans nothing twice.
import type { Task } from 'graphile-worker'
import type pg from 'pg'
import { SLOT_REMINDER_HOUR } from '#domain/limits.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'

export function remindSlots({ pool, clock = systemClock }: { pool: pg.Pool; clock?: Clock }): Task {
  return async () => {
    await pool.query(planReminders, [clock.now(), SLOT_REMINDER_HOUR])
  }
}

const planReminders = `
  with due as (
    update public.slot_signups p set reminder = 'planned', reminder_day = e.event_date
    from public.events e
    join public.calendars c on c.id = e.calendar_id
    cross join lateral (
      select (e.event_date - 1 + make_time($2, 0, 0)) at time zone c.time_zone as starts, e.event_date::timestamp at time zone c.time_zone as ends
    ) as evening
    where e.id = p.event_id and e.start_time > $1 and e.start_time < $1::timestamptz + interval '2 days'
      and e.status not in ('cancelled', 'postponed')
      and $1 >= evening.starts and $1 < evening.ends
      and p.confirmed_at < evening.starts and p.email is not null and p.reminder_day is distinct from e.event_date
    returning p.id, p.reminder_day
  )
  select private.send_letter('slots/reminder', json_build_object('signup', due.id))
  from due`
