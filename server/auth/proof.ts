// What is hard to undo asks who sits at the browser, or has a copy of its token: for the password, every time.
import { AppError } from '#domain/errors.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import type { Take } from '#server/http/limits.ts'
import type { AuthContext } from './context.ts'
import type { SessionRow } from './sessions.ts'

/** Counted per person, so that changing the browser gives no new guesses. */
export async function requirePassword(
  context: AuthContext,
  session: SessionRow,
  password: string | null | undefined,
): Promise<void> {
  if (typeof password !== 'string') throw new AppError('reauthentication_needed', 403, accountTexts.passwordNeeded)
  const { pool, passwords, limits } = context
  const take: Take = { name: 'proof', of: session.id }
  await limits.take(take)
  const { rows } = await pool.query<{ encrypted_password: string }>(storedPassword, [session.id])
  if (!(await passwords.matches(password, rows[0]?.encrypted_password)))
    throw new AppError('invalid_credentials', 400, accountTexts.passwordWrong)
  await limits.forget(take)
}

export const storedPassword = 'select encrypted_password from auth.users where id = $1'
