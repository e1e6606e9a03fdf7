// What the endpoints of the second step share: whose factor, how many tries, and the session afterwards.
import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import { isUuid } from '#domain/uuid.ts'
import { tokenHash } from '#messages/signatures.ts'
import { requireFresh } from '#server/http/fresh-code.ts'
import type { Take } from '#server/http/limits.ts'
import type { AuthContext } from './context.ts'
import { findSession, type SecondStep, type SessionBody, type SessionRow, sessionBody } from './sessions.ts'

export type Factor = { id: string; sealed_secret: Buffer; verified_at: Date | null }

/** Another person's factor is answered like one that does not exist. */
export async function ownFactor({ pool }: AuthContext, session: SessionRow, id: string | undefined): Promise<Factor> {
  const { rows } = isUuid(id) ? await pool.query<Factor>(findFactor, [id, session.id]) : { rows: [] }
  if (rows[0]) return rows[0]
  throw new AppError('mfa_factor_not_found', 404, "The account doesn't have this second factor")
}

export function requireFreshCode({ clock }: AuthContext, { second_step_at }: SessionRow): void {
  requireFresh(second_step_at, clock.now())
}

/** One limit for codes of the app and recovery codes, because an attacker may guess either. */
export function codeTakes(session: SessionRow, code?: ErrorCode): Take[] {
  const more = code ? { code } : {}
  return [
    { name: 'code', of: session.id, ...more },
    { name: 'code-day', of: session.id, ...more },
  ]
}

/**
 * Marks the session and gives it a new id and new tokens. The old ones end, the access token too: a thief who copied them before the code
 * was given has not given the code.
 */
export async function takeSecondStep(
  { tokens, clock }: AuthContext,
  client: pg.PoolClient,
  { id, session_id }: SessionRow,
  how: SecondStep,
): Promise<SessionBody> {
  const refreshToken = randomBytes(32).toString('base64url')
  const newId = randomUUID()
  await client.query(strengthen, [session_id, how, clock.now(), tokenHash(refreshToken), newId])
  const { rows } = await client.query<SessionRow>(findSession, [newId, id])
  if (rows[0]) return sessionBody(tokens, rows[0], refreshToken)
  throw new AppError('session_not_found', 403, 'Session from session_id claim in JWT does not exist')
}

const findFactor = 'select id, sealed_secret, verified_at from auth.second_factors where id = $1 and user_id = $2'

/** Waits for concurrent sign-ins and changes of the second step. */
export const lockPerson = 'select second_factor_since from auth.users where id = $1 for no key update'

const strengthen = `
  with session as (
    update auth.sessions set id = $5, second_step = $2, second_step_at = $3, refreshed_at = $3 where id = $1
    returning id
  ), ended as (
    delete from auth.refresh_tokens where session_id = $1
  )
  insert into auth.refresh_tokens (session_id, token_hash, created_at) select id, $4, $3 from session`
