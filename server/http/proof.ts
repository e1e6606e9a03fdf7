// What is hard to undo asks who sits at the browser, or has a copy of its token: for the password, every time.
import type pg from 'pg'
import { AppError } from '#domain/errors.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import type { Limits, Take } from './limits.ts'

export type ProofContext = {
  pool: pg.Pool
  passwords: { matches(password: string, stored: string | undefined): Promise<boolean> }
  limits: Limits
}

/** Counted per person, so that changing the browser gives no new guesses. */
export async function requirePassword(
  context: ProofContext,
  { id }: { id: string },
  password: string | null | undefined,
): Promise<void> {
  const { rows } = await context.pool.query<{ encrypted_password: string }>(storedPassword, [id])
  await requireMatch(context, id, password, rows[0]?.encrypted_password)
}

/** Tries are counted by `of`. */
export async function requireMatch(
  { passwords, limits }: ProofContext,
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
