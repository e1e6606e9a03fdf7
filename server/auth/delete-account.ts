// Leaving for good. Each calendar a person owns is left to its admins, who are asked who takes it, or deleted with everything in it. Nobody
// becomes an owner without their word. Either all of it happens or nothing.
import { randomUUID } from 'node:crypto'
import type { Handler } from 'hono'
import type pg from 'pg'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { seconds } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { askedLanguage } from '#server/http/language.ts'
import { proofFields, requireProof } from '#server/http/proof.ts'
import { queueLetter } from './account-links.ts'
import { readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { currentSession, proving, type SessionRow } from './sessions.ts'

/** Tens of thousands of events may go along. */
const STATEMENT_LIMIT_MS = seconds(60)
/** The connection waits longer than PostgreSQL does. */
const limits = { query_timeout: STATEMENT_LIMIT_MS + seconds(5) }

const calendarId = z.guid('id must be the id of a calendar').toLowerCase()
const decision = z.union(
  [
    z.object({ id: calendarId, transfer_to: z.guid().toLowerCase() }),
    z.object({ id: calendarId, delete: z.literal(true) }),
  ],
  "Each calendar needs transfer_to with a member's id, or delete: true",
)
const shape = z.object({
  ...proofFields,
  calendars: z.array(decision, 'calendars must be a list').max(1000, 'Too many calendars').default([]),
})
type Decision = z.infer<typeof decision>

export function deleteAccount(context: AuthContext): Handler<AuthEnv> {
  const { pool, clock, log } = context
  return async (c) => {
    const session = await currentSession(context, c)
    const { password, nonce, passkey, calendars } = await readBody(c, shape)
    await requireProof(context, proving(session), { password, nonce, passkey })
    await inTransaction(pool, async (client) => {
      await client.query(`set local statement_timeout = ${STATEMENT_LIMIT_MS}`)
      await settleCalendars(client, session, calendars)
      await client.query('select private.keep_calendars_for_return($1)', [session.id])
      await client.query({ text: deleteUser, values: [session.id], ...limits })
      const { language } = askedLanguage(c.req.raw)
      await client.query(sayGoodbye, [randomUUID(), session.email, clock.now(), language])
    }).catch(orComeBack)
    log.info({ userId: session.id }, 'account deleted')
    return c.body(null, 204)
  }
}

async function settleCalendars(client: pg.PoolClient, { id }: SessionRow, decisions: Decision[]): Promise<void> {
  // From here on nothing can become theirs: a new calendar, or one that is handed to them, waits and then finds no account.
  await client.query('select from auth.users where id = $1 for update', [id])
  const { rows: owned } = await client.query<{ id: string; name: string }>(ownedCalendars, [id])
  const decided = new Map(decisions.map((one) => [one.id, one]))
  const undecided = owned.filter((calendar) => !decided.has(calendar.id))
  if (undecided.length > 0)
    throw new AppError(
      'calendars_undecided',
      409,
      `Choose what happens to ${undecided.map(({ name }) => name).join(', ')}`,
    )
  if (decisions.length !== owned.length) throw new AppError('calendar_not_found', 404, "You don't own this calendar")
  for (const one of decisions) if ('transfer_to' in one) await leaveTo(client, id, one.id, one.transfer_to)
}

/** Puts it away for 30 days and asks its admins; the member who is named becomes one of them. */
async function leaveTo(client: pg.PoolClient, from: string, calendar: string, to: string): Promise<void> {
  const { rows } = await client.query<{ left: boolean }>('select private.leave_calendar($1, $2, $3) as left', [
    calendar,
    from,
    to,
  ])
  if (!rows[0]?.left)
    throw new AppError('member_not_found', 409, 'A calendar can only be left to another of its members')
}

/** Two who wait for each other, or one who waits too long: nothing has happened, and later it will. */
function orComeBack(error: { code?: string }): never {
  if (error.code !== '40P01' && error.code !== '55P03') throw error
  const sentence = 'Someone is changing one of your calendars right now. Please try again.'
  throw new AppError('unavailable', 503, sentence, { retryAfter: 2 })
}

const deleteUser = 'delete from auth.users where id = $1'

// Calendars in the recycle bin are not listed; they are deleted for good, because nobody is left to restore them.
const ownedCalendars = `
  select id, name from private.live_calendars where owner_id = $1 order by id for no key update`

const sayGoodbye = `
  with notice as (
    insert into auth.notices (id, letter, email, created_at) values ($1, 'goodbye', $2, $3)
  )
  select 1 from ${queueLetter(`'goodbye'`, `'notice', $1::uuid`, '$1::uuid', '$4::text')}`
