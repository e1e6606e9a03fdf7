import { randomUUID } from 'node:crypto'
import type { Handler } from 'hono'
import * as z from 'zod'
import { inTransaction } from '#database/scope.ts'
import { displayName, existingPassword } from '#domain/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { queueNotice } from './account-links.ts'
import { readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { checkNewPassword } from './passwords.ts'
import { requireProof, storedPassword } from './proof.ts'
import { anySession, currentSession, type SessionRow } from './sessions.ts'
import { type UserRow, userBody, userColumns } from './users.ts'

const shape = z.object({
  email: z.string('Email must be text').nullish(),
  phone: z.string('Phone must be text').nullish(),
  password: z.string(accountTexts.passwordRequired).nullish(),
  current_password: existingPassword.nullish(),
  data: z.object({ display_name: displayName.optional() }).nullish(),
})

export function getUser(context: AuthContext): Handler<AuthEnv> {
  return async (c) => c.json(userBody(await anySession(context, c)))
}

/** Changes the password or the name. */
export function updateUser(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    const session = await currentSession(context, c)
    const { email, phone, password, current_password: current, data } = await readBody(c, shape)
    if (phone || (email && email.trim().toLowerCase() !== session.email))
      throw new AppError('not_configured', 422, 'Changing the email address or phone of an account is not offered')

    let user: UserRow = session
    // The password first: it can be refused, and then nothing should have changed.
    if (typeof password === 'string') {
      checkNewPassword(password, session.signed_in_by === 'recovery' ? 'reset' : 'sign-up')
      await requireProof(context, session, current)
      user = await changePassword(context, session, password)
    }
    const name = data?.display_name
    if (name !== undefined) user = await changeName(context, session, name)
    return c.json(userBody(user))
  }
}

async function changePassword(context: AuthContext, session: SessionRow, password: string): Promise<UserRow> {
  const { pool, passwords, limits, sizes, clock, log } = context
  await limits.take({ name: 'password-change', of: session.id, ...sizes.passwordChange })
  const { rows: stored } = await pool.query<{ encrypted_password: string }>(storedPassword, [session.id])
  if (await passwords.matches(password, stored[0]?.encrypted_password))
    throw new AppError('same_password', 422, 'New password should be different from the old password.')

  const hash = await passwords.hash(password)
  const user = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<UserRow>(setPassword, [session.id, hash, clock.now()])
    // A statement of its own: it must see a session that was opened with the old password while the first one waited.
    await client.query(endOthers, [session.id, session.session_id, randomUUID()])
    return rows[0]
  })
  if (!user) throw new AppError('user_not_found', 403, 'User from sub claim in JWT does not exist')
  log.info({ userId: session.id }, 'password changed')
  return user
}

async function changeName({ pool, clock }: AuthContext, session: SessionRow, name: string): Promise<UserRow> {
  const { rows } = await pool.query<UserRow>(setName, [session.id, name, clock.now()])
  if (!rows[0]) throw new AppError('user_not_found', 403, 'User from sub claim in JWT does not exist')
  return rows[0]
}

const setPassword = `
  update auth.users u set encrypted_password = $2, updated_at = $3
  where u.id = $1
  returning ${userColumns}`

// Links that would set yet another password are as good as the old password, so they end too.
const endOthers = `
  with sessions as (
    delete from auth.sessions where user_id = $1 and id <> $2
  ), links as (
    delete from auth.one_time_tokens where user_id = $1 and kind = 'recovery'
  )
  select 1 from ${queueNotice('password-changed', '$3', '$1')}`

const setName = `
  update auth.users u set user_metadata = u.user_metadata || jsonb_build_object('display_name', $2::text), updated_at = $3
  where u.id = $1
  returning ${userColumns}`
