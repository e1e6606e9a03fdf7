// What is hard to undo asks who sits at the browser: for the password, unless it (or a link in a mail) was used a while ago.
import { hours } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import type { Take } from '#server/http/limits.ts'
import type { AuthContext } from './context.ts'
import type { SessionRow } from './sessions.ts'

const RECENT_MS = hours(1)

export async function requireProof(context: AuthContext, session: SessionRow, password: string | null | undefined) {
  if (typeof password === 'string') return requirePassword(context, session, password)
  if (context.clock.now().getTime() - session.session_created_at.getTime() <= RECENT_MS) return
  throw new AppError('reauthentication_needed', 403, accountTexts.passwordNeeded)
}

/** Counted for the person: whoever has an open browser cannot guess on from another. */
export async function requirePassword(context: AuthContext, session: SessionRow, password: string): Promise<void> {
  const { pool, passwords, limits } = context
  const take: Take = { name: 'proof', of: session.id }
  await limits.take(take)
  const { rows } = await pool.query<{ encrypted_password: string }>(storedPassword, [session.id])
  if (!(await passwords.matches(password, rows[0]?.encrypted_password)))
    throw new AppError('invalid_credentials', 400, accountTexts.passwordWrong)
  await limits.forget(take)
}

export const storedPassword = 'select encrypted_password from auth.users where id = $1'
