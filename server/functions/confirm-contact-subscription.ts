// Following a calendar, second half: the link of the mail, used once. Only a POST of our own page gets here.
import type { Context } from 'hono'
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { confirmationBody } from '#domain/confirmations.ts'
import { AppError } from '#domain/errors.ts'
import { confirmationTexts } from '#domain/texts/follow.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { tokenHash } from '#messages/signatures.ts'
import { createLimits } from '#server/http/limits.ts'
import { proveAddress } from '#server/http/proved-addresses.ts'
import type { FunctionContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { addAddress, addNumber, type Follow, textings } from './followers.ts'
import { onTrial } from './linked/request.ts'
import { type Confirmed as Asked, giveBack } from './unasked-mails.ts'
import { notifyOwner, waitForPlace } from './waiting-list.ts'

const named = { id: z.guid(), name: z.string() }
const confirmed = z.object({
  status: z.enum(['confirmed', 'already']),
  message: z.string(),
  calendar: z.object(named),
  sms: z.enum(textings),
  /** What became of each calendar that was followed together with it from a town page. */
  calendars: z
    .array(z.object({ ...named, status: z.enum(['confirmed', 'already', 'not_found', 'expired', 'full']) }))
    .optional(),
})

export const confirmContactSubscription = endpoint({
  summary: 'Confirms following, by the token of the mail.',
  who: ['anyone'],
  body: confirmationBody,
  answer: confirmed,
  limits: ['confirm-network'],
  run: (context) => {
    return async ({ c, body }) => {
      const result = await confirmLink(context, body.token)
      if (typeof result === 'string') return refuse(c, result)
      const { email, ...answer } = result
      proveAddress(context, c, email)
      return c.json(answer)
    }
  },
})

export async function confirmLink(context: FunctionContext, token: string): Promise<Confirmed | Problem> {
  const { pool, linkSecret } = context
  const asked: Asked[] = []
  const result = await inTransaction(pool, (client) => confirm(context, client, tokenHash(token), asked))
  await giveBack(createLimits({ pool, secret: linkSecret }), 'follow', asked)
  return result
}

type Problem = 'not_found' | 'expired' | 'full'

/** For the states of the confirm page. */
export function refuse(c: Context, problem: Problem): Response {
  if (problem === 'expired')
    return c.json({ status: problem, error: confirmationTexts.expired, code: 'confirmation_expired' }, 410)
  if (problem === 'full')
    return c.json({ status: problem, error: confirmationTexts.full, code: 'trial_contact_limit' }, 409)
  return c.json({ status: problem, error: confirmationTexts.notFound, code: 'confirmation_not_found' }, 404)
}

type Confirmed = z.infer<typeof confirmed> & { email: string }

/** Confirms the request of a link, and those that were made together with it. */
async function confirm(
  context: FunctionContext,
  client: pg.PoolClient,
  hash: Buffer,
  /** Gets the requests whose link is used now. */
  asked: Asked[],
): Promise<Confirmed | Problem> {
  const now = context.clock.now()
  // In one order, so that two links that share calendars wait for one another.
  const { rows } = await client.query<Pending>(lockCalendars, [hash, now])
  const [only, ...more] = rows
  if (!only || more.length === 0) return confirmOne(context, client, only, now, asked)
  const calendars = []
  let first: Confirmed | null = null
  for (const pending of rows) {
    const isGone = pending.disabled || !pending.allow_guest_users
    const result = isGone ? 'not_found' : await confirmOne(context, client, pending, now, asked)
    if (typeof result !== 'string') first ??= result
    const status = typeof result === 'string' ? result : result.status
    calendars.push({ id: pending.calendar_id, name: pending.calendar_name, status })
  }
  if (first) return { ...first, calendars }
  return calendars.some(({ status }) => status === 'full') ? 'full' : (calendars[0]?.status as Problem)
}

async function confirmOne(
  context: FunctionContext,
  client: pg.PoolClient,
  pending: Pending | undefined,
  now: Date,
  asked: Asked[],
): Promise<Confirmed | Problem> {
  if (!pending || (pending.used_at && !pending.is_followed)) return 'not_found'
  if (pending.used_at) return already(pending)
  if (pending.expires_at <= now) return 'expired'
  if (pending.disabled) throw new AppError('calendar_not_found', 404, publicCalendarTexts.notFoundOrDisabled.body)
  if (!pending.allow_guest_users)
    throw new AppError('guests_not_allowed', 403, "This calendar doesn't accept followers.")

  await client.query('savepoint unused')
  const used = await client.query(useLink, [pending.id, now])
  // Somebody else used the same link at this moment.
  if (used.rowCount === 0) return already(pending)
  const lifted = await client.query(liftOptOut, [pending.calendar_id, pending.email])
  await client.query(liftSuppression, [pending.email])
  const follow = { ...pending, is_back: lifted.rowCount !== 0 }
  const added = pending.is_held ? 'full' : await addAddress(client, follow, now)
  if (added === 'full') {
    // The link stays good.
    await client.query('rollback to savepoint unused')
    await waitForPlace(client, pending.id, now)
    await notifyOwner(client, { calendarId: pending.calendar_id, ownerId: pending.owner_id })
    return 'full'
  }
  asked.push(pending)
  const isNew = added === 'new' || follow.is_back
  const name = pending.calendar_name
  return {
    email: pending.email,
    status: isNew ? 'confirmed' : 'already',
    message: isNew ? confirmationTexts.subscribed(name) : confirmationTexts.alreadySubscribed,
    calendar: { id: pending.calendar_id, name },
    sms: await addNumber(context, client, follow, now),
  }
}

/** What a link says that was used before, to somebody who has not opted out since. */
function already(pending: Pending): Confirmed {
  const calendar = { id: pending.calendar_id, name: pending.calendar_name }
  return {
    email: pending.email,
    status: 'already',
    message: confirmationTexts.alreadySubscribed,
    calendar,
    sms: 'none',
  }
}

type Pending = Omit<Follow, 'is_back'> &
  Asked & {
    id: string
    calendar_name: string
    /** The last place is held for somebody of the waiting list. */
    is_held: boolean
    disabled: boolean
    allow_guest_users: boolean
    expires_at: Date
    used_at: Date | null
    /** Its calendar can be seen, and the address is on its list and has not opted out. */
    is_followed: boolean
  }

// The calendars are locked first, as their deletion and the trigger of contacts lock them too: the second one waits, and
// there is no deadlock.
const lockCalendars = `
  select p.*, c.name as calendar_name, c.owner_id, ${onTrial('c')} as on_trial, c.disabled, c.allow_guest_users,
    private.free_places(c.id, $2) = 0 and (p.asked_at is null or p.asked_at <= $2 - interval '1 day') and not exists (
      select from public.calendar_contacts k
      where k.calendar_id = c.id and k.contact_type = 'email' and k.normalised = p.email
    ) as is_held,
    not c.disabled and exists (
      select from public.calendar_contacts k
      where k.calendar_id = c.id and k.contact_type = 'email' and k.normalised = p.email
    ) and not exists (select from public.opt_outs o where o.calendar_id = c.id and o.email = p.email) as is_followed
  from public.pending_contact_confirmations p
  join public.calendars c on c.id = p.calendar_id
  where p.token_hash = $1 or p.group_id = (
    select one.group_id from public.pending_contact_confirmations one where one.token_hash = $1
  ) and p.used_at is null
  order by c.id
  for no key update of c`

const useLink = `
  update public.pending_contact_confirmations set used_at = $2
  where id = $1 and used_at is null and expires_at > $2
  returning id`

const liftOptOut = 'delete from public.opt_outs where calendar_id = $1 and email = $2'

// The link arrived, and its reader wants to hear from us. What an operator decided, an operator lifts.
const liftSuppression = `
  delete from public.suppressions where channel = 'email' and address = $1 and reason in ('bounce', 'complaint')`
