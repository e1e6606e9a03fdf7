// The auth API requires a challenge before a code. Ours is signed with its factor, session and expiry, so nothing is stored;
// the factor's row prevents that a code is used twice.
import type { Handler } from 'hono'
import { inSeconds, minutes } from '#domain/durations.ts'
import { AppError } from '#domain/errors.ts'
import { signature, signatureMatches } from '#messages/signatures.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { ownFactor } from './second-step.ts'
import { anySession, type SessionRow } from './sessions.ts'

const LIFETIME_MS = minutes(5)

export function challengeFactor(context: AuthContext): Handler<AuthEnv> {
  const { linkSecret, clock } = context
  return async (c) => {
    const session = await anySession(context, c)
    const factor = await ownFactor(context, session, c.req.param('id'))
    const expires = inSeconds(clock.now().getTime() + LIFETIME_MS)
    const id = `${expires}.${signature(linkSecret, ...partsOf(factor.id, session, expires))}`
    return c.json({ id, type: 'totp', expires_at: expires })
  }
}

export function checkChallenge(context: AuthContext, id: string, factorId: string, session: SessionRow): void {
  const [expires = '', given = ''] = id.split('.')
  const isOurs = signatureMatches(given, context.linkSecret, ...partsOf(factorId, session, Number(expires)))
  if (isOurs && Number(expires) * 1000 >= context.clock.now().getTime()) return
  throw new AppError('mfa_challenge_expired', 422, 'The challenge has expired. Request a new one and try again.')
}

function partsOf(factorId: string, { session_id }: SessionRow, expires: number) {
  return ['mfa-challenge', factorId, session_id, String(expires)] as const
}
