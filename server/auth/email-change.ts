// Another address for an account: a link goes to the new one, a notice to the one it has, and nothing changes before the link
// is used. For an address that has an account already the answer and its time are the same; its owner gets a letter
// without a link.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from 'hono'
import type pg from 'pg'
import { inTransaction } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import { tokenHash } from '#messages/signatures.ts'
import { askedLanguage } from '#server/http/language.ts'
import { ANSWER_AFTER_MS, languageOf, newLink, queueLetter, queueNotice } from './account-links.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { mailTakes } from './mail-takes.ts'
import type { SessionRow } from './sessions.ts'

/** A request for the current address cancels a pending change. */
export async function askEmailChange(
  context: AuthContext,
  c: Context<AuthEnv>,
  session: SessionRow,
  email: string,
): Promise<void> {
  const { pool, limits, redirects } = context
  if (email === session.email) {
    await pool.query(forgetChange, [session.id])
    return
  }
  await limits.take(
    { name: 'mail-network', of: c.get('network') },
    { name: 'email-change', of: session.id, code: 'over_email_send_rate_limit' },
    ...mailTakes('change', email),
  )
  const { id, hash, now, expires } = newLink(context)
  const target = redirects.allowed(c.req.query('redirect_to'), 'email_change')
  const { language } = askedLanguage(c.req.raw)
  const written = inTransaction(pool, async (client) => {
    await client.query(forgetChange, [session.id])
    const values = [session.id, id, hash, target, email, now, expires('email_change'), language]
    await client.query(insertChange, values)
  })
  await Promise.all([written, pause(ANSWER_AFTER_MS)])
}

/** Confirms the new address. The link gives no session: the new mailbox proves an address, not a person. */
export async function changeEmail({ pool, clock, log }: AuthContext, token: string): Promise<void> {
  const moved = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<Change>(useChange, [tokenHash(token), clock.now()])
    return rows[0] && move(client, rows[0], clock.now())
  }).catch((error) => {
    // Another person signed up with the address in the meantime.
    if (error?.constraint === 'users_email_key') return undefined
    throw error
  })
  if (!moved) throw new AppError('otp_expired', 403, 'Email link is invalid or has expired')
  log.info({ userId: moved }, 'email address changed')
}

type Change = { user_id: string; new_email: string }

async function move(client: pg.PoolClient, { user_id, new_email }: Change, now: Date): Promise<string | undefined> {
  const { rows } = await client.query<{ email: string; is_confirmed: boolean }>(lockUser, [user_id])
  const [old] = rows
  if (!old) return undefined
  await client.query(setEmail, [user_id, new_email, now])
  // Anybody can sign up with somebody else's address.
  if (old.is_confirmed) await client.query('select private.move_answers($1, $2)', [old.email, new_email])
  await client.query(endLinks, [user_id])
  await client.query(tellOld, [randomUUID(), old.email, now, user_id])
  return user_id
}

const forgetChange = `delete from auth.one_time_tokens where user_id = $1 and kind = 'email_change' and used_at is null`

const insertChange = `
  with link as (
    insert into auth.one_time_tokens (id, user_id, kind, token_hash, redirect_to, new_email, created_at, expires_at)
    values ($2, $1, 'email_change', $3, $4, $5, $6, $7)
  ), letter as (
    select case when exists (select from auth.users where email = $5) then 'email-taken' else 'email-change' end as name
  )
  select 1 from letter,
    ${queueLetter('letter.name', `'link', $2::uuid`, '$1::uuid', '$8::text')} as to_new,
    ${queueNotice('email-change-asked', '$1')} as to_old`

const useChange = `
  update auth.one_time_tokens set used_at = $2
  where token_hash = $1 and kind = 'email_change' and used_at is null and expires_at > $2
  returning user_id, new_email`

const lockUser = 'select email, email_confirmed_at is not null as is_confirmed from auth.users where id = $1 for update'

const setEmail = 'update auth.users set email = $2, email_confirmed_at = $3, updated_at = $3 where id = $1'

// These links went to the old address: its reader must not get into the account with them.
const endLinks = 'delete from auth.one_time_tokens where user_id = $1 and (used_at is null or code_hash is not null)'

const tellOld = `
  with notice as (
    insert into auth.notices (id, letter, email, created_at) values ($1, 'email-changed', $2, $3)
  )
  select 1 from ${queueLetter(`'email-changed'`, `'notice', $1::uuid`, '$1::uuid', languageOf('$4::uuid'))}`
