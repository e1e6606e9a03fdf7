import type { Handler } from 'hono'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { displayName } from '#domain/accounts.ts'
import { emailAddress } from '#domain/email-address.ts'
import { AppError } from '#domain/errors.ts'
import { RECOVERY_LIFETIME_MS } from '#domain/limits.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { proofFields, requireProof, storedPassword } from '#server/http/proof.ts'
import { queueNotice } from './account-links.ts'
import { metadata, readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { askEmailChange } from './email-change.ts'
import { checkNewPassword } from './passwords.ts'
import { anySession, currentSession, proving, type SessionRow } from './sessions.ts'
import { userBody } from './users.ts'

const shape = z.object({
  email: emailAddress.nullish(),
  phone: z.string('Phone must be text').nullish(),
  password: z.string(accountTexts.passwordRequired).nullish(),
  current_password: proofFields.password,
  nonce: proofFields.nonce,
  passkey: proofFields.passkey,
  data: metadata({ display_name: displayName.optional() }),
})

export function getUser(context: AuthContext): Handler<AuthEnv> {
  return async (c) => c.json(userBody(await anySession(context, c)))
}

/** Changes the password or the name; another email address waits for its link. */
export function updateUser(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    const session = await currentSession(context, c)
    const { email, phone, password, current_password: current, nonce, passkey, data } = await readBody(c, shape)
    if (phone) throw new AppError('not_configured', 422, "Accounts don't have a phone number here")
    const isReset = isRecovering(context, session)
    if (typeof password === 'string') checkNewPassword(password, isReset ? 'reset' : 'sign-up')
    if ((typeof password === 'string' && !isReset) || (email && email !== session.email))
      await requireProof(context, proving(session), { password: current, nonce, passkey })

    // Changes that can be refused come first, so that a refusal leaves everything unchanged.
    if (typeof password === 'string') await changePassword(context, session, password, isReset)
    if (email) await askEmailChange(context, c, session, email)
    const name = data?.display_name
    if (name !== undefined) await context.pool.query(setName, [session.id, name, context.clock.now()])
    return c.json(userBody(await currentSession(context, c)))
  }
}

/** The link of a mail stands in for the password that was forgotten: for one new password, within an hour. */
function isRecovering({ clock }: AuthContext, { signed_in_by, session_created_at }: SessionRow): boolean {
  const age = clock.now().getTime() - session_created_at.getTime()
  return signed_in_by === 'recovery' && age <= RECOVERY_LIFETIME_MS
}

async function changePassword(
  context: AuthContext,
  session: SessionRow,
  password: string,
  isReset: boolean,
): Promise<void> {
  const { pool, passwords, limits, clock, log } = context
  await limits.take({ name: 'password-change', of: session.id })
  const { rows: stored } = await pool.query<{ encrypted_password: string }>(storedPassword, [session.id])
  if (await passwords.matches(password, stored[0]?.encrypted_password))
    throw new AppError('same_password', 422, 'New password should be different from the old password.')

  const hash = await passwords.hash(password)
  await inTransaction(pool, async (client) => {
    await client.query(setPassword, [session.id, hash, clock.now()])
    // A statement of its own: it must see a session that was opened with the old password while the first one waited.
    await client.query(endOthers, [session.id, session.session_id])
    // Who resets a password shuts out whoever got in, and a thief may have added one.
    if (isReset) await client.query('delete from auth.passkeys where user_id = $1', [session.id])
  })
  log.info({ userId: session.id }, 'password changed')
}

const setPassword = 'update auth.users set encrypted_password = $2, updated_at = $3 where id = $1'

// Links that would take the account elsewhere are as good as the old password, so they end too; so do private feeds and access
// tokens, which a thief could have made or copied, and push messages with their sessions. A recovery session has served its purpose and is like any other.
const endOthers = `
  with sessions as (
    delete from auth.sessions where user_id = $1 and id <> $2
  ), this_one as (
    update auth.sessions set signed_in_by = 'password' where id = $2 and signed_in_by = 'recovery'
  ), feeds as (
    delete from public.feed_links where user_id = $1
  ), tokens as (
    delete from auth.access_tokens where user_id = $1
  ), pushes as (
    delete from public.push_subscriptions where user_id = $1 and session_id is null
  ), links as (
    delete from auth.one_time_tokens where user_id = $1 and (
      kind in ('recovery', 'magiclink', 'email_change') and used_at is null or code_hash is not null
    )
  )
  select 1 from ${queueNotice('password-changed', '$1')}`

const setName = `
  update auth.users set user_metadata = user_metadata || jsonb_build_object('display_name', $2::text), updated_at = $3
  where id = $1`
