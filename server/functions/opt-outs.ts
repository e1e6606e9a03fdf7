// Writes an opt-out. Asked for without a signed link, it may be somebody else's doing: then the address is told, once a day
// at most and only if it was on the list, and can take it back.
import type pg from 'pg'
import { inTransaction } from '#database/scope.ts'
import { mailboxOf } from '#domain/email-address.ts'
import { AppError } from '#domain/errors.ts'
import { EMAIL_MAX } from '#domain/limits.ts'
import { createLimits } from '#server/http/limits.ts'
import type { FunctionContext } from './context.ts'

export type OptOut = { calendarId: string; email: string; source: 'form' | 'link' | 'one_click' }

/** A calendar that has gone sends nothing any more, so an opt-out of it has succeeded. */
export async function writeOptOut(context: FunctionContext, optOut: OptOut): Promise<'success' | 'already'> {
  const { pool, clock } = context
  const { calendarId, email, source } = optOut
  // The page takes one character more than an address can have that mail reaches, and that we could store.
  if (email.length > EMAIL_MAX) return 'success'
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Written>(insertOptOut, [calendarId, email, source, clock.now()])
    const [written] = rows
    if (!written) return 'success'
    if (written.id === null) return 'already'
    if (source === 'form' && written.listed && (await mayTell(context, client, email)))
      await client.query(queueUndo, [written.id])
    return 'success'
  })
}

async function mayTell({ linkSecret }: FunctionContext, client: pg.PoolClient, email: string): Promise<boolean> {
  try {
    const limits = createLimits({ pool: client, secret: linkSecret })
    await limits.take({ name: 'undo-mail', of: mailboxOf(email) })
    return true
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return false
    throw error
  }
}

/** `id` is null when the address had opted out before; `listed` says whether there is a subscription to take back. */
type Written = { id: string | null; listed: boolean }

const insertOptOut = `
  with calendar as (
    select c.id, exists (
      select from public.calendar_contacts k
      where k.calendar_id = c.id and k.contact_type = 'email' and k.normalised = $2
    ) as listed
    from public.calendars c
    where c.id = $1
  ), written as (
    insert into public.opt_outs (calendar_id, email, source, created_at)
    select id, $2, $3, $4 from calendar
    on conflict (calendar_id, email) do nothing
    returning id
  )
  select written.id, calendar.listed from calendar left join written on true`

const queueUndo = `
  select graphile_worker.add_job('send-undo-mail', json_build_object('opt_out', $1::uuid), max_attempts := 12)`
