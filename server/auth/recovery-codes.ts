// Ten codes for the day the phone is lost, shown once. One set a person, beside a second factor.
import { randomBytes } from 'node:crypto'
import type { Context, Handler } from 'hono'
import { inTransaction } from '#database/scope.ts'
import { AppError } from '#domain/errors.ts'
import { RECOVERY_CODES } from '#domain/limits.ts'
import { tokenHash } from '#messages/signatures.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { lockPerson, requireFreshCode } from './second-step.ts'
import { anySession, currentSession, type SessionRow } from './sessions.ts'
import { recoveryCodesId } from './users.ts'

/** Without the letters that are mistaken for digits; 32, so that five random bits are one of them. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 16

export function recoveryCodesStatus(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    const session = await anySession(context, c)
    const { total, remaining } = await count(context, session)
    if (total === 0) throw noCodes()
    return c.json({ ...factorOf(session), total, remaining })
  }
}

export function generateRecoveryCodes(context: AuthContext): Handler<AuthEnv> {
  return (c) =>
    renew(context, c, (total) => {
      if (total > 0) throw new AppError('mfa_verified_factor_exists', 422, 'Recovery codes already exist')
    })
}

export function regenerateRecoveryCodes(context: AuthContext): Handler<AuthEnv> {
  return (c) =>
    renew(context, c, (total) => {
      if (total === 0) throw noCodes()
    })
}

export function removeRecoveryCodes(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    const session = await currentSession(context, c)
    requireFreshCode(context, session)
    const { rowCount } = await context.pool.query('delete from auth.recovery_codes where user_id = $1', [session.id])
    if (rowCount === 0) throw noCodes()
    return c.json({ id: recoveryCodesId(session.id) })
  }
}

/** Normalizes a typed code: ignores case, spaces and dashes, and reads letters that look like digits as digits. */
export function readRecoveryCode(typed: string): string {
  return typed
    .toLowerCase()
    .replaceAll(/[\s\-‐-―]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
}

async function renew(context: AuthContext, c: Context<AuthEnv>, check: (total: number) => void): Promise<Response> {
  const session = await currentSession(context, c)
  if (!session.second_factor_since)
    throw new AppError('mfa_recovery_codes_sole_factor', 422, 'Turn on two-step sign-in first')
  requireFreshCode(context, session)
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await inTransaction(context.pool, async (client) => {
    await client.query(lockPerson, [session.id])
    check((await count({ pool: client }, session)).total)
    await client.query('delete from auth.recovery_codes where user_id = $1', [session.id])
    await client.query(insertCodes, [session.id, codes.map(tokenHash), context.clock.now()])
  })
  return c.json({ ...factorOf(session), friendly_name: 'Recovery codes', total: codes.length, codes })
}

const newCode = () => Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

const factorOf = ({ id }: SessionRow) => ({ id: recoveryCodesId(id), type: 'recovery_code' })

const noCodes = () => new AppError('mfa_factor_not_found', 404, 'There are no recovery codes yet')

async function count({ pool }: { pool: Pick<AuthContext['pool'], 'query'> }, { id }: SessionRow) {
  const { rows } = await pool.query<{ total: number; remaining: number }>(countCodes, [id])
  return rows[0] ?? { total: 0, remaining: 0 }
}

const countCodes = `
  select count(*)::int as total, count(*) filter (where used_at is null)::int as remaining
  from auth.recovery_codes where user_id = $1`

const insertCodes = `
  insert into auth.recovery_codes (user_id, code_hash, created_at) select $1, unnest($2::bytea[]), $3`
