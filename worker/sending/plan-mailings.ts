// Decides which mailings are due, each with its events, in SQL over all calendars. Unique keys skip what is planned already.
import { AHEAD_AT } from '#domain/limits.ts'
import type { AheadKind } from '#domain/mailing-kinds.ts'
import {
  calendarsWith,
  contactsOf,
  isFor,
  isHourDue,
  isReachableAt,
  isWaiting,
  notYetNotifiedOf,
  tagsOfMember,
  waitsForHour,
} from './choices.ts'

/** How far back a gap is reported. */
const MISSED_DAYS = 7

/**
 * $1 is now. `find` returns the ids of calendars that may have something due, $2 of these calendars or null for all; `make` creates the
 * mailings of the calendars $2 that are due and returns their ids. $3 says whether all recipients are planned with them.
 */
export type Planning = { find: string; make: string }

const isOver = 'e.end_time <= $1 or e.event_date < here.today'

const theDay: Due = {
  days: [-1, 1],
  // Compared by local wall-clock time: when clocks go forward, 02:30 is due at 03:00; when they go back, the second 01:30 finds its
  // mailing planned already.
  isDue: `e.event_date = here.today and here.time >= c.notify_at`,
  mailingDay: 'e.event_date',
  isOver,
  // An event moved to today after its old day was announced is announced again. One whose alert went out today is not. A row without a
  // day was written before mailings recorded one; its event counts as announced whatever its day.
  isAnnounced: `announced.kind = 'day_of' and announced.day is null or announced.kind in ('day_of', 'alert') and announced.day = e.event_date`,
  // An event that nobody wants but the owner waits, so that an address added at noon is still notified of the evening. Browsers are
  // notified on the day, even if there is nobody else, or everybody else was notified before.
  isWanted: `
    exists (
      select from (${contactsOf('e.calendar_id')}) as k
      where ${isReachableAt('$1')} and ${notYetNotifiedOf()} and k.member_id is distinct from c.owner_id
        and not ${waitsForHour('$1')}
    )
    or exists (
      select from public.notification_preferences p join public.push_subscriptions s on s.user_id = p.user_id
      cross join lateral (${tagsOfMember('p')}) as k
      where p.calendar_id = e.calendar_id and p.push_notifications and ${isFor}
    )`,
}

const planDay = planning('day_of', theDay)

/** Days whose hour came and that were over before the planner ran again: nobody is notified any more, and admins see that nobody was. */
export const planMissed = planning('day_of', {
  ...theDay,
  days: [-MISSED_DAYS - 1, 0],
  isDue: `e.event_date between here.today - ${MISSED_DAYS} and here.today - 1
    and (e.event_date + c.notify_at) at time zone c.time_zone > (select s.planned_at from private.sending s)
    and e.created_at < (e.event_date + 1)::timestamp at time zone c.time_zone`,
})

/** An event added later that evening goes out then. People who choose this too late are notified on the day. */
const planEvening = planning('evening', {
  days: [0, 2],
  isDue: `e.event_date = here.today + 1 and here.time >= '${AHEAD_AT}'`,
  mailingDay: 'e.event_date',
  isAnnounced: `announced.kind = 'evening' and announced.day = e.event_date`,
  isWanted: isWantedAhead('evening'),
})

/** Until the event is over, so that an hour in which nothing could be sent is made up for. */
const planHour = planning('hour', {
  days: [-1, 2],
  isDue: `not e.all_day and e.start_time - interval '1 hour' <= $1 and e.end_time > $1 and e.event_date >= here.today`,
  mailingDay: 'e.event_date',
  isAnnounced: `announced.kind = 'hour' and announced.day = e.event_date`,
  isWanted: isWantedAhead('hour', isHourDue('$1')),
})

/** One mailing a week. An event added after it is announced on its day. */
const planWeek = planning('weekly', {
  days: [0, 9],
  isDue: `extract(dow from here.today) = 0 and here.time >= '${AHEAD_AT}'
    and e.event_date between here.today + 1 and here.today + 7
    and not exists (
      select from public.mailings m where m.calendar_id = c.id and m.day = here.today and m.kind = 'weekly'
    )`,
  mailingDay: 'here.today',
  isAnnounced: `announced.kind = 'weekly' and announced.day = e.event_date`,
  isWanted: isWantedAhead('weekly'),
})

/** Returns what is looked for at this moment. The day itself comes last: it notifies everybody who was not notified by the others. */
export function planningsAt(now: Date): Planning[] {
  return [planEvening, ...(isWeekend(now) ? [planWeek] : []), planHour, planDay]
}

/** True when it can be Sunday evening anywhere from Guam to Hawaii. */
function isWeekend(now: Date): boolean {
  return now.getUTCDay() <= 1
}

/** Looks up the calendars of the few who chose this timing first. */
function isWantedAhead(timing: AheadKind, isDue = 'true'): string {
  return `
    e.calendar_id = any (array(${calendarsWith(timing)})) and exists (
      select from (${contactsOf('e.calendar_id')}) as k
      where k.timing = '${timing}' and ${isReachableAt('$1')} and ${isDue} and ${notYetNotifiedOf()}
    )`
}

type Due = {
  /** The range of days around today in UTC that covers every time zone, for the index. */
  days: [number, number]
  isDue: string
  mailingDay: string
  /** True for an event that nobody is notified of any more. It gets a mailing of its own that expires at once, for admins to see. */
  isOver?: string
  isAnnounced: string
  isWanted: string
}

/** Looks for interested contacts last: for an event already announced this would scan every contact and find none. */
function planning(kind: string, { days, isDue, mailingDay, isOver = 'false', isAnnounced, isWanted }: Due): Planning {
  const pending = `
    from public.events e
    join public.calendars c on c.id = e.calendar_id
    cross join lateral (
      select ($1::timestamptz at time zone c.time_zone)::date as today, ($1::timestamptz at time zone c.time_zone)::time as time
    ) as here
    where e.include_in_mailer and e.status not in ('cancelled', 'postponed')
      and e.event_date between ($1::timestamptz at time zone 'UTC')::date + ${days[0]}
        and ($1::timestamptz at time zone 'UTC')::date + ${days[1]}
      and ${isDue}
      and not c.disabled and not ${isWaiting}
      and ($2::uuid[] is null or e.calendar_id = any ($2))
      and not exists (select from public.mailing_events announced where announced.event_id = e.id and (${isAnnounced}))`
  const make = `
  with pending as materialized (
    select e.id, e.calendar_id, e.event_date, e.start_time, e.end_time, e.all_day, e.category, e.mail_tags, ${mailingDay} as day,
      (${isOver}) as is_over
    ${pending}
  ), due as (
    select e.id as event_id, e.calendar_id, e.event_date, e.day, e.is_over
    from pending e
    join public.calendars c on c.id = e.calendar_id and c.id = any ($2)
    where ${isWanted}
  ), made as (
    insert into public.mailings (calendar_id, day, kind, sequence, created_at, is_fully_planned, expires_at)
    select due.calendar_id, due.day, '${kind}',
      coalesce(max(m.sequence), 0) + row_number() over (partition by due.calendar_id, due.day order by due.is_over),
      $1, $3, case when due.is_over then $1::timestamptz end
    from (select distinct calendar_id, day, is_over from due) as due
    left join public.mailings m on m.calendar_id = due.calendar_id and m.day = due.day and m.kind = '${kind}'
    group by due.calendar_id, due.day, due.is_over
    returning id, calendar_id, day, expires_at is not null as is_over
  ), listed as (
    insert into public.mailing_events (mailing_id, event_id, kind, day)
    select made.id, due.event_id, '${kind}', due.event_date from due join made using (calendar_id, day, is_over)
  )
  select id from made`
  return { find: `select distinct e.calendar_id as id ${pending}`, make }
}
