// Who may call the operator's surface. Strangers, members, former operators and access tokens get what an address without anything gets.
import type pg from 'pg'
import { AppError } from '#domain/errors.ts'
import type { Clock } from '#runtime/clock.ts'
import { requireFresh } from './fresh-code.ts'
import type { Identity } from './identity.ts'

export type OperatorRole = 'operator' | 'helper'
type Asked = { who: readonly string[]; freshCode: boolean }

/** Reads the database at each call: a name that was taken away counts for nothing at once. */
export async function requireOperator(
  { pool, clock }: { pool: pg.Pool; clock: Clock },
  { session }: Identity,
  { who, freshCode }: Asked,
): Promise<OperatorRole> {
  const { rows } = session ? await pool.query<Found>(findOperator, [session.id, session.userId]) : { rows: [] }
  const [found] = rows
  if (!found) throw new AppError('not_found', 404, NOTHING_HERE)
  if (!found.second_step_at) throw new AppError('insufficient_aal', 403, SECOND_STEP_NEEDED)
  if (!who.includes(found.role)) throw new AppError('forbidden', 403, 'Only operators can do this, not their helpers')
  if (freshCode) requireFresh(found.second_step_at, clock.now())
  return found.role
}

export const SECOND_STEP_NEEDED =
  'Sign in with a passkey, or turn on two-step sign-in in your account and sign in with it'
export const NOTHING_HERE = 'There is nothing at this address'

type Found = { role: OperatorRole; second_step_at: Date | null }

const findOperator = 'select role, second_step_at from private.operator_of($1, $2)'
