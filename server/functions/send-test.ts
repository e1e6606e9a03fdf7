import type pg from 'pg'
import * as z from 'zod'
import { inTransaction, runScoped } from '#database/scope.ts'
import { dayInZone } from '#domain/dates.ts'
import { days } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { createLimits } from '#server/http/limits.ts'
import { endpoint } from './endpoint.ts'

const shape = z.object({
  calendar_id: z.guid('calendar_id must be the id of a calendar'),
  event_id: z.guid('event_id must be the id of an event').nullish(),
})

export const sendTest = endpoint({
  summary: 'Sends an event to yourself.',
  who: ['signed in'],
  body: shape,
  answer: z.object({ success: z.literal(true), mailing_id: z.guid(), email: z.string() }),
  limits: [],
  limitsInside: ['send-test'],
  run: ({ pool, linkSecret, clock }) => {
    const limits = createLimits({ pool, secret: linkSecret })

    return async ({ body, identity }) => {
      const { calendar_id: calendarId, event_id: eventId } = body
      const rows = await runScoped(
        pool,
        { ...identity, readOnly: true },
        { text: administers, values: [calendarId, identity.userId] },
      )
      if (rows[0]?.[0] !== 't') throw new AppError('forbidden', 403, 'Only admins of the calendar can send a test')
      await limits.take({ name: 'send-test', of: identity.userId })
      return {
        success: true as const,
        ...(await addTest(pool, calendarId, eventId ?? null, identity.userId, clock.now())),
      }
    }
  },
})

/** As the service: nobody else may write mailings. Who asks was checked above. */
function addTest(pool: pg.Pool, calendarId: string, eventId: string | null, userId: string, now: Date) {
  return inTransaction(pool, async (client) => {
    // The lock numbers two tests at once one after another.
    const { rows } = await client.query(findCalendar, [calendarId, userId])
    const [found] = rows
    if (!found) throw new AppError('calendar_not_found', 404, 'Calendar not found or has been disabled')
    if (!found.confirmed) throw new AppError('email_not_confirmed', 403, 'Please confirm your email address first.')
    // Admins know why they paused it themselves.
    const why = found.paused_by === 'admin' ? '' : ` ${found.reason}`
    if (found.paused_by) throw new AppError('sending_paused', 409, `Sending for this calendar is paused.${why}`)
    if (found.opted_out)
      throw new AppError(
        'recipient_suppressed',
        409,
        'Your address is unsubscribed from this calendar, so it gets no test.',
      )
    const expires = new Date(now.getTime() + days(1))
    const values = [calendarId, dayInZone(now, found.time_zone), now, eventId, found.email, expires]
    const { rows: made } = await client.query(insertTest, values)
    return { mailing_id: made[0].id as string, email: found.email as string }
  })
}

const administers = `
  select exists (
    select from public.calendar_members where calendar_id = $1 and user_id = $2 and role = 'admin'
  )`

const findCalendar = `
  select c.time_zone, c.sending_paused_by as paused_by, c.sending_paused_reason as reason, u.email, u.email_confirmed_at is not null as confirmed,
    private.is_opted_out(c.id, 'email', u.email) as opted_out
  from public.calendars c, auth.users u
  where c.id = $1 and u.id = $2 and not c.disabled
  for no key update of c`

/** With the named event, else the next one in the mailer; without any the worker shows a sample. */
const insertTest = `
  with made as (
    insert into public.mailings (calendar_id, day, kind, sequence, created_at)
    select $1::uuid, $2::date, 'test', 1 + coalesce(max(sequence), 0), $3::timestamptz
    from public.mailings where calendar_id = $1 and day = $2 and kind = 'test'
    returning id
  ), told as (
    insert into public.mailing_events (mailing_id, event_id, kind)
    select made.id, next.id, 'test' from made, (
      select e.id from public.events e
      where e.calendar_id = $1 and case when $4::uuid is null then e.include_in_mailer and e.event_date >= $2 else e.id = $4 end
      order by e.start_time limit 1
    ) as next
  ), delivery as (
    insert into public.deliveries (mailing_id, calendar_id, channel, address, next_attempt_at, expires_at, created_at)
    select made.id, $1, 'email', $5::text, $3, $6::timestamptz, $3 from made
  ), job as (
    select graphile_worker.add_job(
      'send-mailing', json_build_object('mailing_id', made.id, 'channel', 'email'),
      job_key => 'send-mailing:' || made.id || ':email:1'
    ) from made
  )
  select made.id from made, job`
