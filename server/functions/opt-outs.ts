// Writes an opt-out. Without a signed link somebody else may have asked for it. Then it applies only to a contact of the calendar, and
// each time the address gets a mail with an undo link, but only if it got something from the calendar before: otherwise admins could
// have us write to any number of people, by adding them and opting them out. Of others the admins are notified, a few hours later.
import { inTransaction } from '#database/scope.ts'
import { mailboxOf } from '#domain/email-address.ts'
import { AppError } from '#domain/errors.ts'
import { EMAIL_MAX } from '#domain/limits.ts'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { optOutToken } from '#messages/mail-links.ts'
import { createLimits, type Limits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'

export type OptOut = { calendarId: string; email: string; source: 'form' | 'link' | 'one_click' }

/** A calendar that has gone sends nothing any more, so an opt-out of it has succeeded. */
export async function writeOptOut(context: FunctionContext, optOut: OptOut): Promise<'success' | 'already'> {
  const { pool, clock, linkSecret } = context
  const { calendarId, email, source } = optOut
  // The page takes one character more than an address can have that mail reaches, and that we could store.
  if (email.length > EMAIL_MAX) return 'success'
  return inTransaction(pool, async (client) => {
    // By the form somebody else may have asked for it, which only the place that would mail an undo link can take.
    if (source !== 'form')
      await client.query(queueForward, [calendarId, optOutToken({ linkSecret, calendarId, email })])
    const { rows } = await client.query<Written>(insertOptOut, [calendarId, email, source, clock.now()])
    const [written] = rows
    if (!written) return 'success'
    const limits = createLimits({ pool: client, secret: linkSecret })
    if (written.is_nobody) return saidBefore(limits, optOut)
    if (source !== 'form') await client.query(switchOff, [calendarId, email])
    if (written.id === null) return 'already'
    if (source !== 'form') return 'success'
    if (!(await client.query(findReached, [calendarId, email])).rowCount) {
      await client.query(queueNews, [calendarId])
      return 'success'
    }
    // Refused instead of unannounced: nobody is to be cut off without a mail.
    await limits.take({ name: 'undo-mail', of: mailboxOf(email), says: optOutTexts.tooMany })
    await client.query(queueUndo, [written.id])
    return 'success'
  })
}

/** The number that came with the address when it followed the calendar, and whether it is texted. */
export async function companionOf({ pool }: Pick<FunctionContext, 'pool'>, optOut: Omit<OptOut, 'source'>) {
  const { rows } = await pool.query<{ phone: string; is_texted: boolean }>(findCompanions, [
    optOut.calendarId,
    optOut.email,
  ])
  return rows.find((row) => row.is_texted) ?? rows[0] ?? null
}

/** Stops the texts to the numbers that came with the address. */
export async function stopTexts({ pool }: FunctionContext, { calendarId, email }: Omit<OptOut, 'source'>) {
  await pool.query('select private.stop_texts($1, $2)', [calendarId, email])
}

/** Whether the address is that of a member whom the calendar notifies in their browser. */
export async function hasPush({ pool }: FunctionContext, { calendarId, email }: Omit<OptOut, 'source'>) {
  return (await pool.query(findPush, [calendarId, email])).rowCount !== 0
}

/** Who is on no list gets the answers of those who are, so that the answer does not show who is. */
async function saidBefore(limits: Limits, { calendarId, email }: OptOut): Promise<'success' | 'already'> {
  try {
    await limits.take({ name: 'opt-out-said', of: `${calendarId.toLowerCase()} ${email}` })
    return 'success'
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return 'already'
    throw error
  }
}

/** `id` is null when nothing was written: the address had opted out before or, if `is_nobody`, is no contact and never was. */
type Written = { id: string | null; is_nobody: boolean }

const insertOptOut = `
  with calendar as (
    select c.id, $3 = 'form' and not exists (
      select from public.calendar_contacts k
      where k.calendar_id = c.id and k.contact_type = 'email' and k.normalised = $2
    ) and not exists (select from public.opt_outs o where o.calendar_id = c.id and o.email = $2) as is_nobody
    from public.calendars c
    where c.id = $1
  ), written as (
    insert into public.opt_outs (calendar_id, email, source, created_at)
    select id, $2, $3, $4 from calendar where not is_nobody
    on conflict (calendar_id, email) do nothing
    returning id
  )
  select written.id, calendar.is_nobody from calendar left join written on true`

/** A member sees in their own switch what they asked for. Only with a signed link: anybody can type an address. */
const switchOff = `
  update public.notification_preferences p set email_notifications = false
  from auth.users u
  where p.calendar_id = $1 and p.user_id = u.id and p.email_notifications and u.email = $2 and u.email_confirmed_at is not null`

/** In a query of its own: writing the opt-out waits for a mail that is just leaving. */
const findReached = `
  select from public.calendar_contacts k
  where k.calendar_id = $1 and k.contact_type = 'email' and k.normalised = $2 and (
    k.confirmed_at is not null
    or exists (select from public.deliveries d where d.contact_id = k.id and d.state in ('sent', 'delivered', 'uncertain'))
  )`

const queueUndo = `select private.send_letter('follow/undo', json_build_object('opt_out', $1::uuid))`

/** At most four mails a day about a calendar. */
const queueNews = `
  select private.send_letter('follow/stopped', json_build_object('calendar', $1::uuid), p_after => interval '6 hours')`

const queueForward = `
  select graphile_worker.add_job('forward-opt-out', json_build_object('token', $2::text))
  from private.moved_calendars where calendar_id = $1 and key is not null`

const findCompanions = `
  select k.address as phone, not exists (select from private.stops(k.calendar_id, 'sms', k.address)) and k.is_on as is_texted
  from private.phone_companions o
  join private.contact_choices k on k.contact_id = o.contact_id
  where k.calendar_id = $1 and o.email = $2 and k.confirmed_at is not null
  order by k.confirmed_at`

const findPush = `
  select from auth.users u
  join public.notification_preferences p on p.user_id = u.id and p.push_notifications
  join public.push_subscriptions s on s.user_id = u.id
  where p.calendar_id = $1 and u.email = $2 and u.email_confirmed_at is not null
  limit 1`
