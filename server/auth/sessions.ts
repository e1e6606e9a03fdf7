// A session is a signed-in browser. Its access token lives for minutes and is checked without asking us; its refresh
// token is exchanged for the next pair, and only while the session's row is there.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type pg from 'pg'
import { AppError } from '#domain/errors.ts'
import { MFA_PENDING } from '#domain/mfa-pending.ts'
import { accountTexts } from '#domain/texts/accounts.ts'
import { tokenHash } from '#messages/signatures.ts'
import { askedLanguage } from '#server/http/language.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { appMetadata, type UserRow, userBody, userColumns } from './users.ts'

export type SignedInBy = 'password' | 'signup' | 'recovery' | 'magiclink' | 'passkey'
export type SecondStep = 'totp' | 'recovery_code' | 'passkey'
export type SessionRow = UserRow & {
  session_id: string
  signed_in_by: SignedInBy
  session_created_at: Date
  second_step: SecondStep | null
  second_step_at: Date | null
}
export type SessionBody = Awaited<ReturnType<typeof sessionBody>>

export type Opening = {
  userId: string
  signedInBy: SignedInBy
  /** The hash that was just checked: if the password has changed since, no session is opened. */
  passwordSeen?: string
  /** Taken together with the first. */
  secondStep?: SecondStep
}

/** Undefined when the account, or the password that was checked, is gone. */
export async function openSession(
  { tokens, clock }: AuthContext,
  db: pg.Pool | pg.PoolClient,
  c: Context<AuthEnv>,
  { userId, signedInBy, passwordSeen, secondStep }: Opening,
): Promise<SessionBody | undefined> {
  const refreshToken = randomBytes(32).toString('base64url')
  const { rows } = await db.query<SessionRow>(open, [
    userId,
    passwordSeen ?? null,
    clock.now(),
    randomUUID(),
    signedInBy,
    c.req.header('user-agent')?.slice(0, 512) ?? null,
    addressHint(c.get('network')),
    tokenHash(refreshToken),
    askedLanguage(c.req.raw).language,
    secondStep ?? null,
  ])
  return rows[0] && sessionBody(tokens, rows[0], refreshToken)
}

export async function sessionBody(tokens: AuthContext['tokens'], row: SessionRow, refreshToken: string) {
  const { token, expiresIn, expiresAt } = await tokens.sign({
    sub: row.id,
    email: row.email,
    session_id: row.session_id,
    user_metadata: row.user_metadata,
    app_metadata: appMetadata,
    amr: stepsOf(row),
    aal: row.second_step ? 'aal2' : 'aal1',
    role: isMfaPending(row) ? MFA_PENDING : 'authenticated',
  })
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: userBody(row),
  }
}

/** In an account with a second step, a session in which it was not taken: good for giving the code, and nothing else. */
export function isMfaPending({ second_factor_since, second_step }: SessionRow): boolean {
  return second_factor_since !== null && second_step === null
}

/** The session the bearer token belongs to, with every step taken that its account asks for. */
export async function currentSession(context: AuthContext, c: Context<AuthEnv>): Promise<SessionRow> {
  const session = await anySession(context, c)
  if (isMfaPending(session)) throw new AppError('insufficient_aal', 403, accountTexts.codeNeeded)
  return session
}

/** Returns it also while its second step is pending. Reads the database, because a token outlives its session by minutes. */
export async function anySession({ pool, tokens }: AuthContext, c: Context<AuthEnv>): Promise<SessionRow> {
  const [, token] = /^bearer\s+(\S+)$/i.exec(c.req.header('authorization')?.trim() ?? '') ?? []
  if (!token) throw new AppError('no_authorization', 401, 'This endpoint requires a valid Bearer token')
  const { sub, sessionId } = await tokens.verify(token)
  const { rows } = await pool.query<SessionRow>(findSession, [sessionId, sub])
  if (rows[0]) return rows[0]
  throw new AppError('session_not_found', 403, 'Session from session_id claim in JWT does not exist')
}

/** Enough of an address for a person to recognise a session by, and for us to know a network we have seen them on. */
export function addressHint(network: string): string | null {
  const v4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(network)
  if (v4) return `${v4[1]}.0/24`
  const v6 = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):/i.exec(network)
  return v6 ? `${v6[1]}::/48` : null
}

/** Whose proof is asked for, and in which session. */
export const proving = ({ id, session_id }: SessionRow) => ({ id, sessionId: session_id })

/** How the claim amr names them, the latest first. */
function stepsOf({ signed_in_by, session_created_at, second_step, second_step_at }: SessionRow) {
  const step = (method: string, at: Date) => ({ method, timestamp: Math.floor(at.getTime() / 1000) })
  const first = step(methods[signed_in_by], session_created_at)
  return second_step && second_step_at ? [step(secondMethods[second_step], second_step_at), first] : [first]
}
const methods: Record<SignedInBy, string> = {
  password: 'password',
  signup: 'otp',
  recovery: 'recovery',
  magiclink: 'otp',
  passkey: 'passkey',
}
const secondMethods: Record<SecondStep, string> = {
  totp: 'totp',
  recovery_code: 'mfa/recovery_code',
  passkey: 'mfa/webauthn',
}

/** For `select`, where the table is called s. */
export const sessionColumns =
  's.id as session_id, s.signed_in_by, s.created_at as session_created_at, s.second_step, s.second_step_at'

// The update locks the account's row: a change of password waits for this session, and then ends it, or was first, and
// then the password seen is not the one stored.
const open = `
  with person as (
    update auth.users u set last_sign_in_at = $3,
      -- The newest first; those of the last twenty places are remembered.
      known_networks = case when $7::text is null then u.known_networks
        else (array_prepend($7, array_remove(u.known_networks, $7)))[1:20] end
    where u.id = $1 and ($2::text is null or u.encrypted_password = $2)
    returning ${userColumns}
  ), session as (
    insert into auth.sessions as s (id, user_id, created_at, refreshed_at, signed_in_by, user_agent, address_hint, language, second_step, second_step_at)
    select $4, id, $3, $3, $5, $6, $7, $9, $10, case when $10::text is not null then $3::timestamptz end from person
    returning ${sessionColumns}
  ), token as (
    insert into auth.refresh_tokens (session_id, token_hash, created_at)
    select session_id, $8, $3 from session
  )
  select * from person, session`

export const findSession = `
  select ${userColumns}, ${sessionColumns}
  from auth.sessions s
  join auth.users u on u.id = s.user_id
  where s.id = $1 and u.id = $2`
