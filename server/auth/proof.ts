// What is hard to undo asks who sits at the browser, or has a copy of its token: for the password, every time.
import { AppError } from '#domain/errors.ts'
import { FRESH_SIGN_IN_MS } from '#domain/limits.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import type { Take } from '#server/http/limits.ts'
import type { AuthContext } from './context.ts'
import type { SessionRow } from './sessions.ts'

/** Counted per person, so that changing the browser gives no new guesses. */
export async function requirePassword(
  context: AuthContext,
  { id }: Pick<SessionRow, 'id'>,
  password: string | null | undefined,
): Promise<void> {
  const { rows } = await context.pool.query<{ encrypted_password: string }>(storedPassword, [id])
  await requireMatch(context, id, password, rows[0]?.encrypted_password)
}

/** For a call of the official client that has no room for the password: signing in with it in this session just now counts as well. */
export async function requireRecentPassword(
  context: AuthContext,
  session: SessionRow,
  password: string | null | undefined,
): Promise<void> {
  const age = context.clock.now().getTime() - session.session_created_at.getTime()
  const isFresh = session.signed_in_by === 'password' && age <= FRESH_SIGN_IN_MS
  if (!isFresh || typeof password === 'string') await requirePassword(context, session, password)
}

/** Tries are counted by `of`. */
export async function requireMatch(
  { passwords, limits }: AuthContext,
  of: string,
  password: string | null | undefined,
  stored: string | undefined,
): Promise<void> {
  if (typeof password !== 'string') throw new AppError('reauthentication_needed', 403, accountTexts.passwordNeeded)
  const take: Take = { name: 'proof', of }
  await limits.take(take)
  if (!(await passwords.matches(password, stored)))
    throw new AppError('invalid_credentials', 400, accountTexts.passwordWrong)
  await limits.forget(take)
}

export const storedPassword = 'select encrypted_password from auth.users where id = $1'
