// Signing in with a passkey. The device asks for a finger, a face or a PIN, so it is both steps at once. Nobody types an address, so nothing
// here says who has an account.
import type { Handler } from 'hono'
import { assertionOptions, assertionShape, notVerified, takeAssertion } from '#server/http/passkeys.ts'
import { readBody } from './body.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { currentSession, openSession } from './sessions.ts'

export function passkeyOptions(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    await context.limits.take({ name: 'challenge-network', of: c.get('network') })
    return c.json(assertionOptions(context, 'sign-in'))
  }
}

export function signInWithPasskey(context: AuthContext): Handler<AuthEnv> {
  const { pool, limits, log } = context
  return async (c) => {
    await limits.take({ name: 'signin-network', of: c.get('network') })
    const given = await readBody(c, assertionShape)
    const userId = await takeAssertion(context, given, 'sign-in')
    const session = await openSession(context, pool, c, { userId, signedInBy: 'passkey', secondStep: 'passkey' })
    if (!session) throw notVerified()
    log.info({ userId }, 'signed in with a passkey')
    return c.json(session)
  }
}

/** For somebody who is signed in and confirms a step with a passkey: see server/http/proof.ts. */
export function passkeyProofOptions(context: AuthContext): Handler<AuthEnv> {
  return async (c) => {
    const { session_id } = await currentSession(context, c)
    return c.json(assertionOptions(context, `prove:${session_id}`))
  }
}
