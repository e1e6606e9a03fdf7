// Turning the second step off, by its owner, by the mail about turning it on, or by an operator: the password alone opens the account again.
import type { Context } from 'hono'
import type pg from 'pg'
import { inTransaction } from '#database/scope.ts'
import { queueNotice } from './account-links.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { openSession, type SessionBody } from './sessions.ts'
import { takeLink, type Use } from './take-link.ts'

/** Turns it off for the person $1, at $2, and notifies them. */
export const turnOff = `
  with person as (
    update auth.users set second_factor_since = null, updated_at = $2 where id = $1
  ), codes as (
    delete from auth.recovery_codes where user_id = $1
  ), sessions as (
    update auth.sessions set second_step = null, second_step_at = null where user_id = $1
  )
  select 1 from ${queueNotice('two-step-off', '$1')}`

/** Runs behind the link in the mail about turning it on. Ends every session and opens one that may set a new password. */
export function undoTwoStep(context: AuthContext, c: Context<AuthEnv>, use: Use): Promise<SessionBody | undefined> {
  const { pool, log } = context
  return inTransaction(pool, async (client) => {
    const userId = await takeLink(client, use)
    if (!userId) return undefined
    await client.query('delete from auth.second_factors where user_id = $1', [userId])
    await client.query(turnOff, [userId, use.now])
    await client.query('delete from auth.sessions where user_id = $1', [userId])
    // A thief's would open the account again.
    await client.query('delete from auth.passkeys where user_id = $1', [userId])
    log.info({ userId }, 'second step undone by its mail')
    return openSession(context, client, c, { userId, signedInBy: 'recovery' })
  })
}

/** For a person who lost the phone and the codes. Is recorded in the audit log, and they get the usual mail. Wants a transaction. */
export async function turnOffForSomebody(
  client: pg.ClientBase,
  email: string,
): Promise<'done' | 'unknown' | 'off already'> {
  const { rows } = await client.query<{ id: string; second_factor_since: Date | null }>(findPerson, [email])
  const [person] = rows
  if (!person) return 'unknown'
  if (!person.second_factor_since) return 'off already'
  await client.query('delete from auth.second_factors where user_id = $1', [person.id])
  await client.query(turnOff, [person.id, new Date()])
  await client.query(writeDown, [person.id])
  return 'done'
}

const findPerson = 'select id, second_factor_since from auth.users where email = $1 for no key update'

const writeDown = `
  insert into public.audit_logs (entity_type, entity_id, action, metadata)
  values ('account', $1, 'update', '{"changed": ["second_factor_since"], "by": "operator"}')`
